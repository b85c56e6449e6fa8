// SPDX-License-Identifier: MIT

import Glibc
import MoonreelCore
import MoonreelModel
import MoonreelRender
import Testing

@testable import MoonreelText

/// Scripts of Advanced SubStation Alpha, drawn by libass.
@Suite("ASS scripts") struct SubstationTests {
  private static let frame = PixelSize(320, 180)

  private static let header = """
    [Script Info]
    ScriptType: v4.00+
    PlayResX: 320
    PlayResY: 180
    WrapStyle: 2

    [V4+ Styles]
    Format: Name, Fontname, Fontsize, PrimaryColour, OutlineColour, BorderStyle, Outline, Shadow, Alignment, \
    MarginL, MarginR, MarginV
    Style: Default,DejaVu Sans,30,&H00FFFFFF,&H00000000,1,0,0,2,10,10,10

    [Events]
    Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text

    """

  /// A script of events: start, end, text.
  private func script(
    _ events: [(Double, Double, String)], header: String = header
  ) throws -> SubstationScript {
    SubstationScript(
      path: "test.ass", header: header,
      events: try events.enumerated().map { index, event in
        SubstationScript.Event(
          timeRange: try TimeRange(seconds: event.0, event.1),
          text: "\(index),0,Default,,0,0,0,,\(event.2)")
      })
  }

  private func draw(
    _ source: SubstationPictures, at seconds: Double, scale: Double = 1
  ) throws -> CaptionPictureTests.Drawn {
    let time = try Time(seconds: seconds)
    let image = try source.image(
      at: time, in: FrameContext(time: time, frameIndex: 0, size: Self.frame.size))
    let target = FrameTarget(
      size: PixelSize(Int(320 * scale), Int(180 * scale)), format: .rgba, color: .srgb,
      scale: scale,
      background: .transparent)
    return CaptionPictureTests.Drawn(try PictureRenderer(threadCount: 1).render(image, to: target))
  }

  @Test("moments of one script differ, and scripts that are alike are one")
  func digests() throws {
    func digest(_ text: String, at seconds: Double = 1, size: PixelSize = Self.frame) throws
      -> Digest
    {
      let pictures = try SubstationPictures(
        try script([(0, 2, text), (2, 4, "b")]), size: size)
      let time = try Time(seconds: seconds)
      let context = FrameContext(time: time, frameIndex: 0, size: size.size)
      return try #require(try pictures.image(at: time, in: context).digest)
    }
    #expect(try digest("a") == digest("a"))
    let all = try [
      digest("a"), digest("c"), digest("a", at: 3), digest("a", size: PixelSize(640, 360)),
    ]
    #expect(Set(all).count == all.count)
  }

  private func pictures(_ events: [(Double, Double, String)]) throws -> SubstationPictures {
    try SubstationPictures(try script(events), size: Self.frame)
  }

  @Test("styles, colours, positions and drawings are where and what the script says")
  func basics() throws {
    let source = try pictures([
      (0, 1, "Hello"), (1, 2, "{\\an7\\pos(20,10)\\c&H0000FF&}Red"),
      (2, 3, "{\\an7\\pos(100,50)\\c&HFF0000&\\p1}m 0 0 l 60 0 60 40 0 40"),
    ])
    let hello = try #require(try draw(source, at: 0.5).ink)
    #expect(hello.minY > 130 && hello.maxY <= 172 && abs(hello.minX + hello.maxX - 320) < 6)
    let red = try draw(source, at: 1.5)
    let ink = try #require(red.bounds { $0.w > 200 && $0.x > 200 && $0.z < 60 })
    #expect(ink.minX >= 18 && ink.minX < 30 && ink.minY < 30 && ink.maxY < 50)
    let box = try #require(try draw(source, at: 2.5).bounds { $0.w > 250 && $0.z > 250 })
    #expect(box == Rect(x: 100, y: 50, width: 60, height: 40))
    #expect(try draw(source, at: 3).ink == nil)
    #expect(source.usualDuration == Time(wholeSeconds: 3))
  }

  @Test("movements, fades and transforms change from moment to moment, still text does not")
  func moves() throws {
    let square = "\\an7\\p1}m 0 0 l 20 0 20 20 0 20"
    let source = try pictures([
      (0, 1, "{\\move(10,10,110,10)\(square)"), (2, 3, "{\\fad(500,0)\\pos(10,10)\(square)"),
      (4, 5, "{\\pos(10,10)\\t(\\fscx200)\(square)"), (6, 7, "still"),
    ])
    func ink(_ time: Double) throws -> Rect { try #require(try draw(source, at: time).ink) }
    let (left, later) = (try ink(0).minX, try ink(0.5).minX)
    #expect(abs(left - 10) <= 1 && abs(later - 60) <= 1)
    let (faint, full) = (try draw(source, at: 2.25)[15, 15].w, try draw(source, at: 2.75)[15, 15].w)
    #expect(faint < 180 && full > 250)
    let (narrow, wide) = (try ink(4).size.width, try ink(4.5).size.width)
    #expect(narrow == 20 && wide > 28)
    func image(_ time: Double) throws -> Image {
      try source.image(
        at: try Time(seconds: time),
        in: FrameContext(time: .zero, frameIndex: 0, size: Self.frame.size))
    }
    func drawing(_ image: Image) -> ObjectIdentifier? {
      if case .drawing(let drawing) = image.node {
        ObjectIdentifier(drawing as AnyObject)
      } else {
        nil
      }
    }
    let (first, last) = (drawing(try image(6)), drawing(try image(6.9)))
    #expect(first != nil && first == last)
    let (moving, moved) = (drawing(try image(0.1)), drawing(try image(0.2)))
    #expect(moving != moved)
  }

  @Test("a moment is drawn the same whatever was drawn before it")
  func history() throws {
    // The second has to make room for the first and stays there when that one goes.
    let events = [(0.0, 2.0, "first"), (1, 4, "second"), (3, 5, "third"), (6, 7, "alone")]
    let times = [0.5, 1.5, 2.5, 3.5, 4.5, 6.5]
    let forwards = try pictures(events)
    let expected = try times.map { try draw(forwards, at: $0).buffer.planeBytes }
    for order in [[5, 4, 3, 2, 1, 0], [2], [3, 0, 3, 1], [4]] {
      let source = try pictures(events)
      for index in order {
        #expect(try draw(source, at: times[index]).buffer.planeBytes == expected[index], "\(index)")
      }
    }
    func bottom(_ time: Double) throws -> Double {
      try #require(try draw(forwards, at: time).ink).maxY
    }
    let (second, first) = (try bottom(2.5), try bottom(0.5))
    #expect(second < first - 20, "the second fell down when the first went")
  }

  @Test("pictures are the same to the bit for any number of threads", arguments: [1, 0.75, 2])
  func threads(scale: Double) throws {
    let captions = Captions([
      Caption("Some words of a caption, two lines at least", over: try TimeRange(seconds: 0, 2)),
      Caption("and one beside it", over: try TimeRange(seconds: 0, 2)),
    ])
    var look = CaptionLook()
    look.highlight = CaptionHighlight(
      mode: .word, box: Backdrop(paint: .color(Color(1, 0, 0)), paddingX: 4, radius: 4), scale: 1.2)
    let sources: [any Source] = [
      CaptionPictures(captions, look: look, size: Self.frame),
      try pictures([(0, 2, "{\\frz20\\blur2\\t(\\frx40)}Turned"), (0, 2, "plain")]),
    ]
    for source in sources {
      let image = try source.image(
        at: try Time(seconds: 0.7),
        in: FrameContext(time: .zero, frameIndex: 0, size: Self.frame.size))
      let target = FrameTarget(
        size: PixelSize(Int(320 * scale), Int(180 * scale)), format: .rgba, color: .srgb,
        scale: scale, background: .transparent)
      let frames = try [1, 2, 5].map { count in
        try PictureRenderer(threadCount: count).render(image, to: target).planeBytes
      }
      #expect(frames[0] == frames[1] && frames[0] == frames[2])
      #expect(frames[0][0].contains { $0 > 0 })
    }
  }

  @Test("text is as sharp at twice the size, and on other frames")
  func scales() throws {
    let source = try pictures([(0, 1, "{\\an7\\pos(100,50)\\p1}m 0 0 l 60 0 60 40 0 40")])
    let large = try #require(try draw(source, at: 0, scale: 2).bounds { $0.w > 250 })
    #expect(large == Rect(x: 200, y: 100, width: 120, height: 80))
    let other = source.filling(PixelSize(640, 360))
    #expect(other.naturalSize == PixelSize(640, 360) && other.usualFit == .contain)
  }

  @Test("fonts that are missing are said, and what is no script draws nothing")
  func faults() throws {
    let odd = Self.header.replacing("DejaVu Sans", with: "Nowhere Grotesk")
    let messages = try SubstationPictures(
      try script([(0, 1, "x")], header: odd), size: Self.frame
    ).faults()
    #expect(messages.contains { $0.contains("Nowhere Grotesk") }, "\(messages)")
    #expect(try pictures([(0, 1, "fine")]).faults().isEmpty)
    let wild = [
      "{\\pos(1e99,nan)}x", "{\\t(0,0,0,\\fs1e9)}x", "{\\p9}m 0 0 b l s", "{\\fs-5\\bord1e30}y",
      "{\\r",
      "{\\k999999999}\\N\\h\u{202E}z", "{\\clip(m 0 0)}c",
      String(repeating: "{\\fscx9999}w", count: 50),
    ]
    for text in wild {
      _ = try draw(try pictures([(0, 1, text)]), at: 0.5)
      _ = try draw(
        try SubstationPictures(try script([(0, 1, text)], header: text), size: Self.frame), at: 0.5)
    }
  }

  /// DejaVu Sans under another name, which no machine has installed; `nil` where the file is not there.
  private static let font: [UInt8]? = {
    guard let file = fopen("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf", "rb") else {
      return nil
    }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 4 << 20)
    let count = fread(&bytes, 1, bytes.count, file)
    bytes.removeLast(bytes.count - count)
    // Names are stored in Latin letters and in UTF-16.
    for (old, new) in [("DejaVu", "Qejavu"), ("D\0e\0j\0a\0V\0u", "Q\0e\0j\0a\0v\0u")] {
      let (pattern, other) = (Array(old.utf8), Array(new.utf8))
      var start = 0
      while let place = bytes[start...].firstRange(of: pattern) {
        bytes.replaceSubrange(place, with: other)
        start = place.upperBound
      }
    }
    return bytes
  }()

  /// `bytes` as a script has them: six bits a letter, lines of 80.
  private func lines(_ bytes: [UInt8]) -> String {
    var text = ""
    var column = 0
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let word = group.reduce(0) { $0 << 8 | UInt32($1) } << (8 * UInt32(3 - group.count))
      for index in 0...group.count {
        text.unicodeScalars.append(
          Unicode.Scalar(UInt8(word >> (18 - 6 * UInt32(index)) & 63) + 33))
        column += 1
        if column % 80 == 0 { text += "\n" }
      }
    }
    return text
  }

  @Test(
    "fonts that come with a script are used: in it, or beside it",
    .enabled(if: font != nil, "the font DejaVu Sans is not installed; run scripts/setup"))
  func fonts() throws {
    let font = try #require(Self.font)
    let header = Self.header.replacing("DejaVu Sans", with: "Qejavu Sans")
    let events = [(0.0, 1.0, "Letters")]
    let expected = try draw(try pictures(events), at: 0).buffer.planeBytes
    var given = try script(events, header: header)
    let without = try SubstationPictures(given, size: Self.frame)
    #expect(try without.faults().contains { $0.contains("'Qejavu Sans' is not installed") })
    given.fonts = [SubstationScript.Font(name: "title.ttf", bytes: font)]
    let embedded = try script(
      events,
      header: header.replacing(
        "[Events]", with: "[Fonts]\nfontname: title_0.ttf\n\(lines(font))\n\n[Events]"))
    for script in [given, embedded] {
      let source = try SubstationPictures(script, size: Self.frame)
      #expect(try source.faults().isEmpty)
      #expect(try draw(source, at: 0).buffer.planeBytes == expected)
    }
  }

  @Test("the clock knows still stretches, movements and what came before")
  func clock() throws {
    let clock = SubstationClock(
      try script([(1, 3, "a"), (2, 5, "b"), (7, 8, "{\\k5}c"), (7.5, 9, "d")]).events)
    #expect(
      [500, 1000, 1999, 2500, 4000, 5000].map(clock.stillSince) == [
        nil, 1000, 1000, 2000, 3000, nil,
      ])
    #expect([7200, 8500].map(clock.stillSince) == [7200, 8000])
    #expect(clock.history(of: 4000) == [1000, 2000, 3000] && clock.history(of: 1000) == [])
    #expect(clock.history(of: 8500) == [7000, 7500, 8000])
  }
}
