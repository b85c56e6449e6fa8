// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel
import MoonreelRender
import Testing

@testable import MoonreelText

/// Captions as pictures: lines, the safe area, stacks, words.
@Suite("Caption pictures") struct CaptionPictureTests {
  private static let frame = PixelSize(320, 180)

  private func range(_ start: Double, _ end: Double) throws -> TimeRange {
    try TimeRange(seconds: start, end)
  }

  private func look(_ set: (inout CaptionLook) -> Void = { _ in }) -> CaptionLook {
    var look = CaptionLook()
    (look.text.style.font, look.text.style.size) = ("DejaVu Sans", 20)
    set(&look)
    return look
  }

  /// The frame at `time`, with straight alpha.
  private func draw(
    _ captions: [Caption], _ look: CaptionLook, at time: Double, frame: PixelSize = frame,
    scale: Double = 1
  ) throws -> Drawn {
    let source = CaptionPictures(Captions(captions), look: look, size: frame)
    let moment = try Time(seconds: time)
    let context = FrameContext(time: moment, frameIndex: 0, size: frame.size)
    let image = try source.image(at: moment, in: context)
    let target = FrameTarget(
      size: PixelSize(
        rounding: Size(Double(frame.width) * scale, Double(frame.height) * scale)),
      format: .rgba,
      color: .srgb, scale: scale, background: .transparent)
    return Drawn(try PictureRenderer(threadCount: 1).render(image, to: target))
  }

  /// A drawn frame.
  struct Drawn {
    let buffer: FrameBuffer

    init(_ buffer: FrameBuffer) { self.buffer = buffer }

    /// Red, green, blue, alpha.
    subscript(x: Int, y: Int) -> SIMD4<Int> {
      let plane = buffer.planes[0]
      let base = plane.base + y * plane.strideBytes + 4 * x
      return SIMD4((0..<4).map { Int(base.load(fromByteOffset: $0, as: UInt8.self)) })
    }

    /// The smallest rectangle around pixels for which `test` holds.
    func bounds(where test: (SIMD4<Int>) -> Bool) -> Rect? {
      var all: Rect?
      for y in 0..<buffer.size.height {
        for x in 0..<buffer.size.width where test(self[x, y]) {
          let pixel = Rect(x: Double(x), y: Double(y), width: 1, height: 1)
          all = all?.union(pixel) ?? pixel
        }
      }
      return all
    }

    var ink: Rect? { bounds { $0.w > 0 } }
  }

  private static let texts = [
    "Hi", "Two\nlines", "A caption that is too long for one line and has to be broken",
    String(repeating: "many words ", count: 60), String(repeating: "x", count: 300),
    String(repeating: "W\n", count: 40), "\u{202E}مرحبا بالعالم and 漢字かな交じり文 together",
    "jgpqy ÅÉ\u{0302}\u{0303}\u{0304}",
  ]

  private var decorated: CaptionLook {
    look { look in
      look.text.style.slant = .italic
      look.text.backdrop = Backdrop(paint: .color(.black), paddingX: 12, paddingY: 6, radius: 5)
      look.text.shadows = [Shadow(offset: Point(5, 5), blur: 4)]
      (look.safeAreaX, look.safeAreaY) = (0.1, 0.08)
      look.highlight = CaptionHighlight(
        mode: .word, box: Backdrop(paint: .color(.white), paddingX: 4, paddingY: 4), scale: 1.3)
    }
  }

  @Test("whatever a caption says, nothing of it leaves the safe area", arguments: texts.indices)
  func safeArea(index: Int) throws {
    for (gravity, scale) in [(Gravity.bottom, 1.0), (.topLeft, 1), (.right, 0.5)] {
      for var look in [look(), decorated] {
        look.gravity = gravity
        let caption = Caption(Self.texts[index], over: try range(0, 10))
        let drawn = try draw([caption], look, at: 9.9, scale: scale)
        let safe = look.safeArea(of: Self.frame)
        let ink = try #require(drawn.ink)
        let area = Rect(
          x: (safe.minX * scale).rounded(.down), y: (safe.minY * scale).rounded(.down),
          width: (safe.size.width * scale).rounded(.up) + 1,
          height: (safe.size.height * scale).rounded(.up) + 1)
        #expect(area.contains(ink), "\(gravity) at \(scale): \(ink) in \(area)")
      }
    }
  }

  /// The crop at the safe area is the last resort: what is measured lies inside without it, and what is
  /// drawn lies inside what is measured.
  @Test("nothing is cut off at the safe area", arguments: texts.indices)
  func nothingCut(index: Int) throws {
    for look in [look(), decorated] {
      let fitted = look.fitted(to: Self.frame)
      let caption = Caption(Self.texts[index], over: try range(0, 10))
      let block = try CaptionBlock(caption, look: fitted, frame: Self.frame)
      let safe = fitted.safeArea(of: Self.frame)
      let (_, map) = try #require(CaptionStack.places(of: [block], in: safe).first)
      #expect(safe.grown(by: 1e-6).contains(map.boundingBox(of: block.content)))
      for word in [nil, 0, caption.words.count - 1] {
        let image = try block.picture(word: word)
        let shift = AffineTransform(
          translationX: 200 - block.content.minX, y: 200 - block.content.minY)
        let size = PixelSize(rounding: block.content.grown(by: 200).size)
        let target = FrameTarget(size: size, format: .rgba, color: .srgb, background: .transparent)
        let drawn = Drawn(
          try PictureRenderer(threadCount: 1).render(image.transformed(by: shift), to: target))
        let content = Rect(origin: Point(200, 200), size: block.content.size)
        // Scaled words are sampled, which spreads their edges.
        let slack = look.highlight == nil ? 0.0 : 2
        #expect(content.grown(by: slack).contains(try #require(drawn.ink)), "word \(word ?? -1)")
      }
    }
  }

  @Test("a text of many thousand words is made small enough, once and quickly")
  func enormous() throws {
    let text = String(repeating: "long ", count: 3000)
    let drawn = try draw([Caption(text, over: try range(0, 10))], look(), at: 1)
    #expect(look().safeArea(of: Self.frame).contains(try #require(drawn.ink)))
  }

  @Test("captions that ask for a place beyond the edge stay inside, others get what they ask for")
  func places() throws {
    let safe = look().safeArea(of: Self.frame)
    func ink(_ placement: CaptionPlacement) throws -> Rect {
      let caption = Caption(
        timeRange: try range(0, 1), spans: [CaptionSpan("Place")], placement: placement)
      return try #require(try draw([caption], look(), at: 0).ink)
    }
    for x in [0, 1.0] {
      for y in [0, 1.0] {
        #expect(safe.contains(try ink(CaptionPlacement(gravity: .center, x: x, y: y))))
      }
    }
    let middle = try ink(CaptionPlacement(gravity: .center, x: 0.5, y: 0.5))
    #expect(abs(middle.minX + middle.maxX - 320) < 5 && abs(middle.minY + middle.maxY - 180) < 14)
    let top = try ink(CaptionPlacement(gravity: .top))
    #expect(top.minY < 20 && abs(top.minX + top.maxX - 320) < 5)
    let kept = look { $0.keepsPlacement = false }
    let caption = Caption(
      timeRange: try range(0, 1), spans: [CaptionSpan("Place")],
      placement: CaptionPlacement(gravity: .top))
    #expect(try #require(try draw([caption], kept, at: 0).ink).minY > 120)
  }

  @Test("lines are few, of like length, and letters shrink to keep to the most")
  func lines() throws {
    let text = "This caption has some words more than fit on one line"
    let broken = try CaptionLines.title(
      .plain(text, size: 20), in: Size(300, 170), maximumLines: 2)
    #expect(broken.lineCount == 2 && broken.description.style.size == 20)
    let widths = broken.layout.cells(of: Array(broken.layout.clusters.indices)).map(\.size.width)
    #expect(widths.count == 2 && abs(widths[0] - widths[1]) < 60, "\(widths)")
    let shrunk = try CaptionLines.title(
      .plain(text, size: 20), in: Size(300, 170), maximumLines: 1)
    let size = try #require(shrunk.description.style.size)
    #expect(shrunk.lineCount == 1 && (10..<20).contains(size))
    // Half the size is the least that lines are worth.
    let long = try CaptionLines.title(
      .plain(text + text + text, size: 20), in: Size(300, 170), maximumLines: 1)
    let least = try #require(long.description.style.size)
    #expect(long.lineCount > 1 && least >= 10)
  }

  @Test("captions shown together are stacked: the first lowest at the lower edge, highest above")
  func stacks() throws {
    func colored(_ color: Color) throws -> Caption {
      var style = CaptionStyle()
      style.color = color
      return Caption(timeRange: try range(0, 1), spans: [CaptionSpan("Stack", style: style)])
    }
    let captions = [try colored(Color(1, 0, 0)), try colored(Color(0, 0, 1))]
    func rows(_ gravity: Gravity) throws -> (red: Rect, blue: Rect) {
      let drawn = try draw(captions, look { $0.gravity = gravity }, at: 0.5)
      let red = try #require(drawn.bounds { $0.w > 200 && $0.x > 200 })
      return (red, try #require(drawn.bounds { $0.w > 200 && $0.z > 200 }))
    }
    let (bottom, top) = (try rows(.bottom), try rows(.top))
    #expect(bottom.blue.maxY <= bottom.red.minY && top.red.maxY <= top.blue.minY)
    let many = try (0..<30).map { _ in try colored(.white) }
    let ink = try #require(try draw(many, look(), at: 0.5).ink)
    #expect(look().safeArea(of: Self.frame).contains(ink))
    #expect(try draw(captions, look(), at: 1).ink == nil)
  }

  @Test(
    "words are highlighted as they are said, and nothing else moves",
    arguments: CaptionHighlight.Mode.allCases)
  func highlights(mode: CaptionHighlight.Mode) throws {
    let caption = Caption("one two three", over: try range(0, 3.3))
    let red = Paint.color(Color(1, 0, 0))
    let look = look { $0.highlight = CaptionHighlight(mode: mode, fill: red) }
    func isRed(_ pixel: SIMD4<Int>) -> Bool { pixel.w > 200 && pixel.x > 200 && pixel.y < 60 }
    func isWhite(_ pixel: SIMD4<Int>) -> Bool { pixel.w > 200 && pixel.y > 200 }
    let frames = try [0.1, 1, 2.5].map { try draw([caption], look, at: $0) }
    let reds = try frames.map { try #require($0.bounds(where: isRed)) }
    let whites = frames.map { $0.bounds(where: isWhite) }
    switch mode {
    case .said:
      #expect(reds[0].minX == reds[1].minX && reds[0].maxX < reds[1].maxX)
      #expect(reds[1].maxX < reds[2].maxX && whites[2] == nil)
    case .word:
      #expect(reds[0].maxX < reds[1].minX && reds[1].maxX < reds[2].minX)
      #expect(whites.allSatisfy { $0 != nil })
    case .appear:
      #expect(reds[0].maxX < reds[1].minX && whites[0] == nil)
      let white = try #require(whites[2])
      #expect(white.maxX < reds[2].minX)
    }
    let all = frames.map { $0.bounds { $0.w > 0 } }
    if mode != .appear { #expect(all[0] == all[1] && all[1] == all[2]) }
  }

  @Test("letters stand at the same places with and without a highlight that changes colours")
  func stillLetters() throws {
    let caption = Caption("waving, fjord AV\nefficient", over: try range(0, 2))
    let colored = look {
      $0.highlight = CaptionHighlight(mode: .said, fill: .color(.white))
    }
    let first = try draw([caption], colored, at: 0)
    for time in [0.4, 0.9, 1.4, 1.9] {
      #expect(try draw([caption], colored, at: time).buffer.planeBytes == first.buffer.planeBytes)
    }
  }

  @Test("the word that is being said gets a plate and grows about its middle")
  func boxes() throws {
    let caption = Caption("one two three", over: try range(0, 3.3))
    let look = look { look in
      look.highlight = CaptionHighlight(
        mode: .word, box: Backdrop(paint: .color(Color(0, 0, 1)), paddingX: 3, paddingY: 2),
        scale: 1.2)
    }
    func plate(_ time: Double) throws -> Rect {
      try #require(
        try draw([caption], look, at: time).bounds { $0.w > 200 && $0.z > 200 && $0.x < 60 })
    }
    let (first, second) = (try plate(0.1), try plate(1))
    #expect(first.minX < second.minX && first.maxX < second.maxX && first.minY == second.minY)
    // A line of 20 pixels is 24 high in this font; with its padding it grows by a fifth.
    #expect(abs(first.size.height - (24 + 4) * 1.2) <= 3, "\(first)")
  }

  @Test("a word that grows is drawn at its size, as sharp as letters of that size")
  func sharpness() throws {
    let small = try TextDrawing.of(.plain("Sharp", size: 24))
    let grown = GrownDrawing(small, by: 1.5)
    let large = try TextDrawing.of(.plain("Sharp", size: 36))
    let (one, other) = (try Pixels(grown), try Pixels(large))
    #expect(abs(one.area - other.area) < 0.01 * other.area)
    let (ink, wanted) = (try #require(one.inked), try #require(other.inked))
    #expect(
      abs(ink.size.width - wanted.size.width) <= 1 && abs(ink.size.height - wanted.size.height) <= 1
    )
    #expect(
      grown.box
        == Rect(x: 0, y: 0, width: small.box.size.width * 1.5, height: small.box.size.height * 1.5))
    #expect(try Pixels(grown, scale: 2).bytes == Pixels(small, scale: 3).bytes)
  }

  @Test("a caption is laid out once and pictures of one state are the same object")
  func caching() throws {
    let source = CaptionPictures(
      Captions([Caption("cached", over: try range(0, 2))]), look: look(), size: Self.frame)
    func image(_ time: Double) throws -> Image {
      let moment = try Time(seconds: time)
      return try source.image(
        at: moment, in: FrameContext(time: moment, frameIndex: 0, size: Self.frame.size))
    }
    func drawing(_ image: Image) -> ObjectIdentifier? {
      if case .drawing(let drawing) = image.node { return ObjectIdentifier(drawing as AnyObject) }
      return image.node.inputs.lazy.compactMap(drawing).first
    }
    let (first, last) = (drawing(try image(0)), drawing(try image(1.9)))
    #expect(first != nil && first == last)
    let other = source.filling(PixelSize(180, 320))
    #expect(other.naturalSize == PixelSize(180, 320))
    #expect(source.usualDuration == Time(wholeSeconds: 2))
  }
}
