// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelRender
import Testing

@testable import MoonreelScript

/// `mr.shape` and `mr.source.shape`, as scripts call them.
@Suite struct ShapeBindingTests {
  private static let preamble = "local mr = require 'moonreel'\n\n"

  private func output(_ text: String) -> [String] { Runs.output(Self.preamble + text) }

  @Test func shapesAreMade() {
    let lines = output(
      """
      local function show(options)
        local box = mr.shape(options).extent
        print(string.format("%.0f %.0f", box[3] - 6, box[4] - 6))
      end
      show { rect = { 0, 0, 40, 20 }, radius = 5 } show { ellipse = { 5, 5, 30, 30 } }
      show { polygon = { { 0, 0 }, { 50, 0 }, { 0, 10 } }, fill = "red" }
      show { star = { radius = 50, points = 4 } }
      show { line = { { 0, 0 }, { 100, 0 } }, stroke = { width = 8 } }
      show { arc = { radius = 50, from = 0, to = 90, pie = true } }
      show { path = "M0 0 A 20 20 0 1 1 40 0 a20 20 0 01-40 0z" }
      show { ellipse = { 0, 0, 100, 100 }, stroke = { width = 4 }, trim = { 0, 0.25, offset = 0.5 } }
      show { rect = { 0, 0, 40, 20 }, shadow = { offset = { 30, 0 }, blur = 0 } }
      """)
    #expect(
      lines == [
        "40 20", "30 30", "50 10", "100 100", "100 8", "50 50", "40 40", "52 52", "71 22",
      ])
  }

  @Test(arguments: [
    ("mr.shape {}", "mr.shape needs one of 'rect', 'ellipse'"),
    ("mr.shape { rect = { 0, 0, 1, 1 }, ellipse = { 0, 0, 1, 1 } }", "mr.shape takes only one of"),
    (
      "mr.shape { ellipse = { 0, 0, 1, 1 }, radius = 2 }",
      "only a 'rect' of mr.shape has a 'radius'"
    ),
    ("mr.shape { star = {} }", "needs 'radius'"),
    ("mr.shape { line = { { 0, 0 } } }", "expected two or more points"),
    ("mr.shape { path = 'M0 0 A 1 1 0 2 0 5 5' }", "cannot read path data"),
    ("mr.shape { path = 'M0 0' .. ('h1'):rep(1000000) }", "more than 1000000 steps"),
    ("mr.shape { path = ('Mz'):rep(4) }", "cannot read path data"),
    (
      "mr.shape { rect = { 0, 0, 9, 9 }, trim = { 0.6, 0.2 } }",
      "a start at or before the end"
    ),
    ("mr.shape { rect = { 0, 0, 50000, 9 } }", "the shape is 50000x9 pixels large"),
    (
      "mr.shape { rect = { { 0, { 0, 0, 9, 9 } } } }",
      "bad 'rect' of mr.shape: expected a rectangle"
    ),
    (
      "mr.shape { morph = { 'M0 0L9 9', 'M0 0Q1 1 9 9', 0.5 } }",
      "one path cannot turn into the other: step 2 is a line in one and a curve with one handle in the other"
    ),
    ("mr.shape { morph = { 'M0 0', 'M0 0' } }", "expected { from, to, share }"),
    (
      "mr.source.shape { morph = { { 0, 'M0 0L9 9' }, { 1, 'M0 0L9 9Z' } } }",
      "keyframe 2 cannot follow keyframe 1: one has 2 steps, the other 3"
    ),
    (
      "mr.source.shape { polygon = { { 0, { { 0, 0 }, { 1, 1 }, { 2, 0 } } }, { 1, { { 0, 0 } } } } }",
      "expected three or more points"
    ),
    (
      "mr.source.shape { rect = { 0, 0, 9, 9 }, fill = { { 0, { stops = { 'red', 'blue' } } }, "
        + "{ 1, { stops = { 'red', 'blue' }, radius = '50%' } } } }",
      "one gradient goes along a line, the other outwards"
    ),
    (
      "mr.source.shape { rect = { 0, 0, 9, 9 }, radius = { { '50%', 3 } } }",
      "give seconds, or say the 'duration'"
    ),
    (
      "mr.source.shape { rect = { 0, 0, 9, 9 }, radius = { { mr.frames(3), 3 } } }",
      "frames and timecodes need a frame rate"
    ),
    (
      "mr.source.shape { rect = { 0, 0, 9, 9 }, radius = { { 1, 3 }, { 1, 4 }, { 1, 5 } } }",
      "keyframes 1 to 3 are all at 1"
    ),
    ("mr.source.shape { rect = { 0, 0, 9, 9 }, duration = 0 }", "expected a duration above 0"),
    (
      "mr.shape { rect = { 0, 0, 9, 9 }, stroke = { width = 2, color = { image = mr.color 'red' } } }",
      "bad 'color' of 'stroke' of mr.shape: a picture can be the 'fill'"
    ),
    (
      "mr.source.text { text = 'a', fill = { image = mr.color 'red' }, animators = {} }",
      "bad 'fill' of mr.source.text: a picture can be the 'fill' of letters that stand still"
    ),
    (
      "mr.shape { rect = { 0, 0, 9, 9 }, fill = { image = mr.color 'red', fit = 'fill' } }",
      "expected 'cover', 'contain'"
    ),
    ("mr.shape { union = { { rect = { 0, 0, 9, 9 } } } }", "expected two or more outlines"),
    (
      "mr.shape { union = { { rect = { 0, 0, 9, 9 } }, { rects = {} } } }",
      "unknown option 'rects' to item 2 of 'union' of mr.shape (did you mean 'rect'?)"
    ),
    (
      "mr.shape { rule = 'even_odd', union = { { rect = { 0, 0, 9, 9 } }, { rect = { 0, 0, 9, 9 } } } }",
      "bad 'rule' of mr.shape: give it to the outlines in 'union'"
    ),
    (
      "local t = {}; t.union = { t, t }; mr.shape(t)", "is nested more than 8 deep"
    ),
    (
      "mr.shape { subtract = { { rect = { 0, 0, 9, 9 } }, { rect = { 0, 0, 9e5, 9 } } } }",
      "bad 'subtract' of mr.shape: a point lies more than 100000 pixels from the origin"
    ),
  ])
  func mistakesAreNamed(_ call: String, _ message: String) {
    let lines = output(call)
    #expect(lines.last?.contains(message) == true, "\(lines)")
    #expect(lines.last?.hasPrefix("test.lua:3: ") == true, "\(lines)")
  }

  // MARK: Moving

  private func inked(_ shape: String, at seconds: Double) throws -> LayerInk {
    try LayerInk(
      "gravity = 'top_left', source = mr.source.shape { box = { 0, 0, 400, 200 }, \(shape) }",
      at: seconds)
  }

  @Test(
    "what moves is where its keys and easings say",
    arguments: [
      ("rect = { { 0, { 10, 20, 0, 30 } }, { 1, { 10, 20, 200, 30 } } }", 0.5, (10, 20, 100, 30)),
      (
        "rect = { { 0, { 10, 20, 0, 30 } }, { 1, { 10, 20, 200, 30 }, 'hold' } }", 0.5, (0, 0, 0, 0)
      ),
      ("ellipse = function(t) return { 10, 20, 100 * t, 50 } end", 0.8, (10, 20, 80, 50)),
      (
        "line = { { 20, 50 }, { { 0, { 20, 50 } }, { 1, { 220, 50 } } } }, "
          + "stroke = { width = { { 0, 10 }, { 1, 30 } }, color = 'white' }",
        0.5, (20, 40, 100, 20)
      ),
      (
        "polygon = { { 0, { { 0, 0 }, { 40, 0 }, { 40, 40 }, { 0, 40 } } }, "
          + "{ 1, { { 100, 0 }, { 140, 0 }, { 140, 40 }, { 100, 40 } } } }",
        0.5, (50, 0, 40, 40)
      ),
      (
        "star = { points = 4, center = { { 0, { 100, 100 } }, { 1, { 200, 100 } } }, "
          + "radius = { { 0, 10 }, { 1, 90 } }, inner_radius = 60 }",
        0.5, (100, 50, 100, 100)
      ),
      (
        "arc = { center = { 100, 100 }, radius = 50, from = 0, to = { { 0, 0 }, { 1, 360 } }, pie = true }",
        0.5, (50, 100, 100, 50)
      ),
      (
        "morph = { { 0, 'M0 0H40V40H0Z' }, { 1, 'M0 0H80V80H0Z', 'in_quad' } }", 0.5,
        (0, 0, 50, 50)
      ),
      ("morph = { 'M0 0H40V40H0Z', 'M0 0H80V80H0Z', { { 0, 0 }, { 1, 1 } } }", 0.5, (0, 0, 60, 60)),
      (
        "line = { { 0, 20 }, { 200, 20 } }, stroke = { width = 8, color = 'white' }, "
          + "trim = { { 0, { 0, 0 } }, { 1, { 0.5, 1 } } }",
        0.5, (50, 16, 50, 8)
      ),
      (
        "line = { { 0, 20 }, { 200, 20 } }, stroke = { width = 8, color = 'white' }, "
          + "trim = { 0.25, { { 0, 0.25 }, { 1, 1 } } }",
        0.4, (50, 16, 60, 8)
      ),
      (
        "line = { { 0, 20 }, { 200, 20 } }, stroke = { width = 8, color = 'white', dashes = { 40, 400 }, "
          + "dash_offset = { { 0, 0 }, { 0.2, -50 } } }, repeats = 'ping_pong'",
        0.3, (25, 16, 40, 8)
      ),
      (
        "duration = 2, fps = 10, rect = { { '10%', { 0, 0, 10, 10 } }, { mr.frames(6), { 80, 0, 10, 10 } } }",
        0.4, (40, 0, 10, 10)
      ),
      (
        "rect = { 100, 100, 20, 20 }, fill = 'black', shadow = { blur = 0, color = 'white', "
          + "offset = { { 0, { 0, 0 } }, { 1, { 60, 0 } } } }",
        0.5, (130, 100, 20, 20)
      ),
    ] as [(String, Double, (Double, Double, Double, Double))])
  func moves(_ shape: String, _ seconds: Double, _ wanted: (Double, Double, Double, Double)) throws
  {
    let found = try inked(shape, at: seconds).bounds
    let numbers = [found.minX, found.minY, found.size.width, found.size.height]
    for (a, b) in zip(numbers, [wanted.0, wanted.1, wanted.2, wanted.3]) {
      #expect(abs(a - b) <= 1, "\(numbers)")
    }
  }

  @Test func coloursAndGradientsMove() throws {
    let box = "rect = { 0, 0, 100, 100 }"
    let plain = "\(box), fill = { { 0, '#000000' }, { 1, '#ff0000' } }"
    #expect(abs(Int(try inked(plain, at: 0.5).at(50, 50)) - 128) <= 1)
    let gradient = """
      \(box), fill = { { 0, 'black' }, { 1, { stops = { 'black', 'white' }, to = { '100%', 0 } } } }
      """
    let half = try inked(gradient, at: 0.5)
    #expect(half.at(2, 50) < 4 && abs(Int(half.at(97, 50)) - 124) <= 3)
    // Past the last colour there is none: what an overshooting ease leads to is held at white.
    let beyond = try inked("\(box), fill = { { 0, 'black' }, { 1, 'white', 'out_back' } }", at: 0.7)
    #expect(beyond.at(50, 50) == 255)
  }

  @Test("without a box a shape is placed by its outlines at all keys")
  func boxes() throws {
    let shape =
      "mr.source.shape { rect = { { 0, { 50, 50, 0, 40 } }, { 1, { 50, 50, 200, 40 } } } }"
    let corner = try LayerInk("gravity = 'top_left', source = \(shape)", at: 0.5).bounds
    #expect(corner == Rect(x: 0, y: 0, width: 100, height: 40))
    let middle = try LayerInk("source = \(shape)", at: 0.5).bounds
    #expect(middle == Rect(x: 100, y: 80, width: 100, height: 40))
  }

  // MARK: Combining

  @Test("areas are combined; lines and shadows follow what results")
  func combinations() throws {
    let pair = "{ rect = { 0, 0, 100, 100 } }, { rect = { 50, 50, 100, 100 } }"
    for (way, area) in [
      ("union", 17_500.0), ("intersect", 2500), ("subtract", 7500), ("exclude", 15_000),
    ] {
      let found = try inked("\(way) = { \(pair) }", at: 0.5).area
      #expect(abs(found - area) < 1, "\(way)")
    }
    let lined = try inked(
      "intersect = { \(pair) }, stroke = { width = 4, color = 'white', join = 'miter' }", at: 0.5)
    #expect(lined.bounds == Rect(x: 48, y: 48, width: 54, height: 54))
    #expect(lined.at(75, 75) == 0 && lined.area == 54 * 54 - 46 * 46)
    let moving = try inked(
      "subtract = { { rect = { 0, 0, 100, 100 } }, "
        + "{ union = { { rect = { { 0, { 0, 0, 0, 100 } }, { 1, { 0, 0, 100, 100 } } } }, "
        + "{ rect = { 90, 0, 10, 100 } } } } }", at: 0.5)
    #expect(moving.bounds == Rect(x: 50, y: 0, width: 40, height: 100))
  }

  // MARK: Pictures as fills

  private static let shape = "rect = { 50, 50, 100, 100 }"
  private static let tall = "mr.color('white'):crop { 3, 3, 10, 20 }"

  @Test(
    "a picture lies in the box as its fit says",
    arguments: [
      ("image = \(tall)", (50, 50, 100, 100)),
      ("image = \(tall), fit = 'stretch'", (50, 50, 100, 100)),
      ("image = \(tall), fit = 'contain'", (75, 50, 50, 100)),
      ("image = \(tall), fit = 'contain', scale = 0.5", (87.5, 75, 25, 50)),
      ("image = mr.color('white'):crop { 60, 70, 20, 10 }, fit = 'none'", (60, 70, 20, 10)),
      ("image = mr.color 'white'", (50, 50, 100, 100)),
    ] as [(String, (Double, Double, Double, Double))])
  func pictureFills(_ fill: String, _ wanted: (Double, Double, Double, Double)) throws {
    let found = try inked("\(Self.shape), fill = { \(fill) }", at: 0).bounds
    let numbers = [found.minX, found.minY, found.size.width, found.size.height]
    for (a, b) in zip(numbers, [wanted.0, wanted.1, wanted.2, wanted.3]) {
      #expect(abs(a - b) <= 1, "\(numbers)")
    }
  }

  @Test func picturesAreTiled() throws {
    let tile =
      "mr.color('white'):crop({ 0, 0, 10, 20 }):over(mr.color('black'):crop { 0, 0, 20, 20 })"
    let found = try inked("\(Self.shape), fill = { image = \(tile), fit = 'tile' }", at: 0)
    #expect(found.at(52, 60) > 250 && found.at(65, 60) < 5 && found.at(72, 140) > 250)
    #expect(abs(found.area - 5000) < 20)
  }

  @Test("decorations lie around and on pictures, and layers are placed by the box")
  func decoratedPictures() throws {
    let stroke = "stroke = { { width = 4, color = 'white', position = 'outside', join = 'miter' } }"
    let black = "fill = { image = mr.color 'black' }"
    let lined = try LayerInk(
      "gravity = 'top_left', source = mr.shape { rect = { 0, 0, 100, 60 }, \(black), \(stroke) }, "
        + "position = { 20, 20 }, anchor = { 0, 0 }")
    #expect(lined.bounds == Rect(x: 16, y: 16, width: 108, height: 68))
    #expect(lined.area == 108 * 68 - 6000)
    let letters = try LayerInk(
      "gravity = 'top_left', source = mr.text { text = '██', size = 50, font = 'DejaVu Sans', "
        + "fill = { image = mr.color('white'):crop { 0, 0, 4, 4 } } }")
    let plain = try LayerInk(
      "gravity = 'top_left', source = mr.text { text = '██', size = 50, font = 'DejaVu Sans' }")
    #expect(letters.bounds == plain.bounds && abs(letters.area - plain.area) < 60)
    let spans = try LayerInk(
      "source = mr.text { size = 50, font = 'DejaVu Sans', background = 'black', spans = { { '█', fill = "
        + "{ image = mr.color 'white' } }, { '█', fill = 'black' } } }")
    #expect(abs(spans.area / plain.area - 0.5) < 0.02)
  }

  @Test(
    "a line outside meets its picture without a seam, and stays out of what the picture leaves free"
  )
  func seams() throws {
    let shape =
      "rect = { 50.5, 50.5, 100, 100 }, stroke = { width = 6, color = 'white', position = 'outside' }"
    let covered = try inked("\(shape), fill = { image = mr.color 'white' }", at: 0)
    #expect((46...155).allSatisfy { covered.at($0, 100) == 255 })
    let narrow = "mr.color('white'):crop { 98, 50, 4, 100 }"
    let free = try inked("\(shape), fill = { image = \(narrow), fit = 'none' }", at: 0)
    #expect(free.at(47, 100) == 255 && free.at(53, 100) == 0 && free.at(100, 100) == 255)
  }

  @Test("what an effect is given fills letters: a clip that plays")
  func clipsFillShapes() throws {
    let found = try LayerInk(
      "source = mr.color 'white', effects = { function(image) "
        + "return mr.shape { ellipse = { 100, 50, 100, 100 }, fill = { image = image, fit = 'none' } } end }"
    )
    #expect(abs(found.area / (.pi * 2500) - 1) < 0.01)
  }

  @Test("a gradient given as a picture has all the steps that a film of more than 8 bits shows")
  func deepGradients() throws {
    func steps(_ fill: String) throws -> Int {
      let outcome = Runs.script(
        """
        local mr = require "moonreel"
        local show = mr.composition { size = { 1000, 8 }, fps = 10, duration = 1 }
        local colors = { from = { 0, 0 }, to = { 1000, 0 }, stops = { "#404040", "#606060" } }
        show:add { gravity = "top_left", source = mr.shape { rect = { 0, 0, 1000, 8 }, \(fill) } }
        return show
        """)
      let target = FrameTarget(size: PixelSize(1000, 8), format: .rgba64, color: .srgb)
      let frame = try outcome.frame(at: 0, on: target)
      return withExtendedLifetime(frame) {
        let row = frame.planes[0].base + 4 * frame.planes[0].strideBytes
        return Set((0..<1000).map { row.load(fromByteOffset: 8 * $0, as: UInt16.self) }).count
      }
    }
    #expect(try steps("fill = colors") <= 34)
    #expect(try steps("fill = { image = mr.image.linear_gradient(colors), fit = 'none' }") > 900)
  }

  // MARK: Masks and mattes

  @Test(
    "masks are shapes, still, moving and drawn by functions",
    arguments: [
      "mr.shape { rect = { 50, 20, 40, 40 } }",
      "mr.source.shape { rect = { { 0, { 30, 20, 40, 40 } }, { 1, { 70, 20, 40, 40 } } } }",
      "function(time) return mr.shape { rect = { 100 * time, 20, 40, 40 } } end",
    ])
  func masks(_ mask: String) throws {
    let wanted = Rect(x: 50, y: 20, width: 40, height: 40)
    #expect(try LayerInk("source = mr.color 'white', mask = \(mask)").bounds == wanted)
    let inverted = try LayerInk("source = mr.color 'white', mask = { \(mask), inverted = true }")
    #expect(inverted.area == Double(LayerInk.width * LayerInk.height) - 1600)
  }

  @Test func masksOfWrongKindsAreNamed() {
    let lines = output(
      "mr.composition { size = { 40, 40 } }:add { source = mr.color 'red', duration = 1, mask = 5 }"
    )
    #expect(
      lines == [
        "test.lua:3: bad 'mask' of composition:add: expected an image, a source of pictures, a kernel "
          + "without pictures, or a function (time, context), got 5"
      ])
  }

  @Test func movingShapesAreMattes() throws {
    let matte = """
      source = mr.color "white", matte = show:add {
        duration = 1, gravity = "top_left",
        source = mr.source.shape { ellipse = { { 0, { 0, 0, 0, 0 } }, { 1, { 0, 0, 160, 160 } } } },
      }
      """
    let found = try LayerInk(matte)
    #expect(found.bounds == Rect(x: 0, y: 0, width: 80, height: 80))
    #expect(abs(found.area / (.pi * 1600) - 1) < 0.01)
  }
}
