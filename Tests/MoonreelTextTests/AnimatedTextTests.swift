// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel
import MoonreelRender
import Testing

@testable import MoonreelText

/// Letters, words and lines that move one by one.
@Suite("Animated text") struct AnimatedTextTests {
  private static let second = Time.flicksPerSecond

  private func animator(
    _ set: (inout TextAnimator.State) -> Void, leaving: Bool = false,
    unit: TextAnimator.Unit = .character,
    order: TextAnimator.Order = .forward
  ) -> TextAnimator {
    var state = TextAnimator.State()
    set(&state)
    var animator = TextAnimator(
      state, isLeaving: leaving, duration: Time(wholeSeconds: 1), stagger: Time(wholeSeconds: 1))
    (animator.unit, animator.order) = (unit, order)
    return animator
  }

  private func seconds(_ seconds: Double) throws -> Time { try Time(seconds: seconds) }

  @Test("letters, words and lines are found in the order in which they are read")
  func units() throws {
    func units(_ text: String, _ unit: TextAnimator.Unit) throws -> [[Int]] {
      let layout = try TextDrawing(of: .plain(text)).layout
      return layout.fonts.exclusively { layout.units(unit) }
    }
    #expect(try units("ab, c\nd", .character).count == 5)
    #expect(try units("ab, c\nd", .word) == [[0, 1, 2], [4], [5]])
    #expect(try units("ab, c\nd", .line).map(\.count) == [5, 1])
    #expect(try units("don't (x-y)", .word).count == 2)
    #expect(try units("e\u{301}\u{323}x", .character).count == 2)
    // Alef, the first that is read, stands on the right.
    #expect(try units("אב", .character) == [[1], [0]])
    #expect(try units("", .character).isEmpty && units("  ", .word).isEmpty)
  }

  @Test("Thai words are parted without spaces", Fonts.needed("Loma"))
  func thaiWords() throws {
    let layout = try TextDrawing(of: .plain("ภาษาไทย")).layout
    #expect(layout.fonts.exclusively { layout.units(.word) }.count == 2)
  }

  @Test(
    "who begins",
    arguments: [
      (.forward, [0, 1, 2, 3, 4]), (.reverse, [4, 3, 2, 1, 0]), (.center, [2, 1, 0, 1, 2]),
      (.edges, [0, 1, 2, 1, 0]),
    ] as [(TextAnimator.Order, [Int])])
  func orders(order: TextAnimator.Order, ranks: [Int]) {
    #expect(animator({ _ in }, order: order).ranks(count: 5) == ranks)
  }

  @Test("random ranks are all ranks, and follow the seed")
  func randomOrder() {
    var first = animator({ _ in }, order: .random)
    let ranks = first.ranks(count: 20)
    #expect(ranks.sorted() == Array(0..<20) && ranks != Array(0..<20))
    first.seed = 1
    #expect(first.ranks(count: 20) != ranks)
  }

  @Test("each unit has its stretch of time")
  func amounts() throws {
    var entering = animator { $0.opacity = 0 }
    entering.delay = Time(wholeSeconds: 1)
    let table = [
      (0.5, [1.0, 1, 1]), (1, [1, 1, 1]), (1.5, [0.5, 1, 1]), (2.25, [0, 0.75, 1]), (9, [0, 0, 0]),
    ]
    for (time, amounts) in table {
      let found = try (0..<3).map { try entering.amount(rank: $0, of: 2, at: try seconds(time)) }
      #expect(found == amounts, "at \(time)")
      entering.isLeaving = true
      let left = try (0..<3).map { try entering.amount(rank: $0, of: 2, at: try seconds(time)) }
      #expect(left == amounts.map { 1 - $0 })
      entering.isLeaving = false
    }
  }

  @Test("a spread is the time from the first's beginning to the last's, whatever their number")
  func spread() throws {
    var entering = animator { $0.opacity = 0 }
    entering.spread = Time(wholeSeconds: 4)
    for count in [1, 2, 5, 9] {
      let last = count - 1
      for rank in 0...last {
        let start = last > 0 ? 4 * Double(rank) / Double(last) : 0
        let found = try [start, start + 0.25, start + 1].map {
          try entering.amount(rank: rank, of: last, at: try seconds($0))
        }
        #expect(found == [1, 0.75, 0], "\(rank) of \(count)")
      }
    }
  }

  @Test("an expression says what each unit is like", Fonts.needed("DejaVu Sans"))
  func expression() throws {
    let moving = TextAnimator(unit: .word) { time, index, count in
      var state = TextAnimator.State()
      if time > .zero { state.offset.y = Double(10 * index + count) }
      return state
    }
    #expect(try moving.states(ranks: [0, 1, 2], at: .zero) == [nil, nil, nil])
    let states = try moving.states(ranks: [0, 1, 2], at: try seconds(1))
    #expect(states.map { $0?.offset.y } == [3, 13, 23])
    let text = try text(moving, "one two")
    let context = FrameContext(time: .zero, frameIndex: 0, size: Size(240, 80))
    guard case .drawing = try text.image(at: .zero, in: context).node else {
      Issue.record("not drawn as a whole")
      return
    }
    let moved = try columns(text, at: 1)
    #expect(moved.contains { $0 > 1 })
  }

  @Test(
    "a range shows the state of those within",
    arguments: [
      (.square, 0, 0.5, 0, [1, 1, 0, 0]), (.square, 0.125, 0.625, 0, [0.5, 1, 0.5, 0]),
      (.square, 0, 0.5, 0.25, [0, 1, 1, 0]), (.square, 0.5, 0, 0, [1, 1, 0, 0]),
      (.square, 0.3, 0.3, 0, [0, 0, 0, 0]), (.rampUp, 0.125, 0.625, 0, [0, 0.5, 1, 1]),
      (.rampDown, 0.125, 0.625, 0, [1, 0.5, 0, 0]), (.triangle, 0.125, 0.625, 0, [0, 1, 0, 0]),
      (.smooth, -0.125, 0.875, 0, [0.5, 1, 0.5, 0]), (.round, 0.125, 0.625, 0, [0, 1, 0, 0]),
      (.rampUp, 0.5, 0.5, 0, [0, 0, 1, 1]), (.triangle, 2, 3, 0, [0, 0, 0, 0]),
    ] as [(RangeSelector.Shape, Double, Double, Double, [Double])])
  func ranges(
    shape: RangeSelector.Shape, start: Double, stop: Double, offset: Double, amounts: [Double]
  ) throws {
    var selector = RangeSelector()
    (selector.shape, selector.start) = (shape, .constant(start))
    (selector.stop, selector.offset) = (.constant(stop), .constant(offset))
    #expect(try selector.amounts(count: 4, at: .zero) == amounts)
    var moving = animator { $0.offset.x = 8 }
    moving.selector = selector
    let states = try moving.states(ranks: [3, 2, 1, 0], at: .zero)
    #expect(states.map { $0?.offset.x ?? 0 } == amounts.reversed().map { 8 * $0 })
  }

  @Test("letters lean about their middle", Fonts.needed("DejaVu Sans"))
  func skew() throws {
    let rest = try columns(try text(animator { _ in }, " █"), at: 0)
    let leaning = try columns(try text(animator { $0.skew = Point(30, 0) }, " █"), at: 0)
    let (sum, other) = (rest.reduce(0, +), leaning.reduce(0, +))
    #expect(abs(sum - other) < 0.01 * sum, "\(sum) and \(other)")
    #expect(leaning.filter { $0 > 0.5 }.count > rest.filter { $0 > 0.5 }.count + 15)
    let level = try columns(try text(animator { $0.skew = Point(0, 30) }, " █"), at: 0)
    #expect(level.filter { $0 > 0.5 }.count == rest.filter { $0 > 0.5 }.count)
  }

  @Test("parts are named and placed in the order in which they are read")
  func parts() throws {
    let drawing = try TextDrawing(of: .plain("ab, c\nאב", size: 20))
    #expect(drawing.parts(.character).map(\.text) == ["a", "b", ",", "c", "א", "ב"])
    #expect(drawing.parts(.word).map(\.text) == ["ab,", "c", "אב"])
    let lines = drawing.parts(.line)
    #expect(lines.map(\.line) == [0, 1] && lines.count == 2)
    #expect(lines[0].baseline < lines[1].baseline && lines[0].box.maxY <= lines[1].box.minY + 1)
    let letters = drawing.parts(.character)
    #expect(letters[1].box.minX == letters[0].box.maxX)
    #expect(letters[4].box.minX > letters[5].box.minX, "alef stands on the right")
    #expect(try TextDrawing(of: .plain("")).parts(.line).isEmpty)
  }

  /// The alphas of the title at `time`, summed by column.
  private func columns(_ text: AnimatedText, at time: Double) throws -> [Double] {
    let context = FrameContext(time: .zero, frameIndex: 0, size: Size(240, 80))
    let image = try text.image(at: try seconds(time), in: context)
    let target = FrameTarget(
      size: PixelSize(240, 80), format: .floatGBRA, color: .srgb, background: .transparent)
    let frame = try PictureRenderer(threadCount: 1).render(image, to: target)
    let alphas = frame.planeBytes[3].withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    return (0..<240).map { x in (0..<80).reduce(0) { $0 + Double(alphas[240 * $1 + x]) } }
  }

  private func text(_ animator: TextAnimator, _ words: String = "███") throws -> AnimatedText {
    try AnimatedText(try TextDrawing(of: .plain(words, size: 60)), animators: [animator])
  }

  @Test("letters appear one after the other", Fonts.needed("DejaVu Sans"))
  func appearing() throws {
    let text = try text(animator { $0.opacity = 0 }, "█ █ █")
    let whole = try columns(text, at: 9).reduce(0, +)
    for (time, share) in [(0.0, 0.0), (1, 1.0 / 3), (1.5, 0.5), (2, 2.0 / 3), (3, 1)] {
      let sum = try columns(text, at: time).reduce(0, +)
      #expect(abs(sum / whole - share) < 0.01, "at \(time)")
    }
    let half = try columns(text, at: 1.5)
    #expect(half.prefix(30).reduce(0, +) > 1.8 * half[60..<90].reduce(0, +))
  }

  @Test("the last frame of an entrance is the title at rest, to the bit")
  func atRest() throws {
    let text = try text(animator { $0.offset = Point(5, 9) }, "Rest")
    let context = FrameContext(time: .zero, frameIndex: 0, size: Size(240, 80))
    guard case .drawing(let drawing) = try text.image(at: try seconds(4), in: context).node else {
      Issue.record("not drawn as a whole")
      return
    }
    #expect(drawing as AnyObject === text.title)
  }

  @Test(
    "offset, scale, turn, blur, tint and tracking do what they say", Fonts.needed("DejaVu Sans"))
  func states() throws {
    let rest = try columns(try text(animator { _ in }, "█"), at: 0)
    let whole = rest.reduce(0, +)
    func middle(_ columns: [Double]) -> Double {
      columns.enumerated().reduce(0) { $0 + Double($1.offset) * $1.element } / columns.reduce(0, +)
    }
    let moved = try columns(try text(animator { $0.offset.x = 40.5 }, "█"), at: 0)
    #expect(abs(middle(moved) - middle(rest) - 40.5) < 0.02)
    let small = try columns(try text(animator { $0.scale = Size(0.5, 0.5) }, "█"), at: 0)
    #expect(
      abs(small.reduce(0, +) / whole - 0.25) < 0.01 && abs(middle(small) - middle(rest)) < 0.05)
    let gone = try columns(try text(animator { $0.scale = Size(0, 0) }, "█"), at: 0)
    #expect(gone.reduce(0, +) == 0)
    let blurred = try columns(try text(animator { ($0.blur, $0.offset.x) = (6, 60) }, "█"), at: 0)
    #expect(blurred.filter { $0 > 0.1 }.count > rest.filter { $0 > 0.1 }.count + 20)
    let wide = try columns(try text(animator { $0.tracking = 30 }, "██"), at: 0)
    let plain = try columns(try text(animator { _ in }, "██"), at: 0)
    #expect(abs(middle(wide) - middle(plain) - 15) < 0.1)
  }

  @Test("a tint takes the letters' place, not more")
  func tint() throws {
    let text = try text(animator { $0.color = Color(1, 0, 0) }, "█")
    let context = FrameContext(time: .zero, frameIndex: 0, size: Size(240, 80))
    let target = FrameTarget(
      size: PixelSize(240, 80), format: .rgba, color: .srgb, background: .transparent)
    func pixel(_ time: Double) throws -> [UInt8] {
      let image = try text.image(at: try seconds(time), in: context)
      let bytes = try PictureRenderer(threadCount: 1).render(image, to: target).planeBytes[0]
      return Array(bytes[(4 * (240 * 40 + 15))..<(4 * (240 * 40 + 16))])
    }
    #expect(try pixel(0) == [255, 0, 0, 255])
    #expect(try pixel(2) == [255, 255, 255, 255])
    let half = try pixel(0.5)
    #expect(half[0] == 255 && (126...129).contains(half[1]) && half[3] == 255)
  }

  @Test("shadows lie under all letters, plates stay")
  func shadows() throws {
    var description = TextDescription.plain("██", size: 40)
    description.shadows = [Shadow(offset: Point(20, 0), blur: 0, paint: .color(Color(0, 0, 1)))]
    description.backdrop = Backdrop(paint: .color(Color(0, 1, 0)), paddingX: 4, paddingY: 4)
    let text = try AnimatedText(
      try TextDrawing(of: description), animators: [animator { $0.offset.y = 1 }])
    let context = FrameContext(time: .zero, frameIndex: 0, size: Size(240, 80))
    let target = FrameTarget(size: PixelSize(240, 80), format: .rgba, color: .srgb)
    let image = try text.image(at: try seconds(0.2), in: context)
    let bytes = try PictureRenderer(threadCount: 1).render(image, to: target).planeBytes[0]
    func pixel(_ x: Int, _ y: Int) -> [UInt8] {
      Array(bytes[(4 * (240 * y + x))..<(4 * (240 * y + x) + 3)])
    }
    let width = Int(text.title.layout.box.size.width)
    #expect(
      pixel(4 + width * 3 / 4, 26) == [255, 255, 255], "the second letter, over the first's shadow")
    #expect(pixel(4 + width + 10, 26) == [0, 0, 255])
    #expect(pixel(1, 1) == [0, 255, 0])
  }

  @Test("too many letters are refused; their lines may move")
  func tooMany() throws {
    let title = try TextDrawing(
      of: .plain(String(repeating: "many ", count: 1100), size: 8) { $0.block.width = 800 })
    let error = #expect(throws: MoonreelError.self) {
      try AnimatedText(title, animators: [animator { $0.opacity = 0 }])
    }
    #expect(error?.message.contains("this text has 4400") == true)
    _ = try AnimatedText(title, animators: [animator({ $0.opacity = 0 }, unit: .line)])
  }
}
