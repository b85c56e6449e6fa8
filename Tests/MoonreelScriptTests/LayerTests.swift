// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelRender
import Testing

@testable import MoonreelScript

/// Compositions of layers, from the script to the pixel. The picture is 8x4; `red`, `green`, `blue` and `white`
/// fill it, `square` is 4x4.
@Suite struct LayerTests {
  private static let preamble = """
    local mr = require "moonreel"
    local function color(name, size) return mr.source.image { mr.color(name), size = size or { 8, 4 } } end
    local red, green, blue = color "#ff0000", color "#00ff00", color "#0000ff"
    local white, square = color "#ffffff", color("#ffffff", { 4, 4 })
    local show = mr.composition { size = { 8, 4 }, fps = 10, duration = 4 }

    """

  /// The pixels of row `y` at `seconds`, each as the letter of its colour, or its numbers.
  private func row(_ script: String, at seconds: Double = 0, y: Int = 1) throws -> String {
    try Runs.script(Self.preamble + script + "\nreturn show").row(at: seconds, y: y)
  }

  @Test(
    "layers lie where they are put",
    arguments: [
      ("show:add { source = square }", "..wwww.."),
      ("show:add { source = square, gravity = 'left' }", "wwww...."),
      ("show:add { source = square, fit = 'stretch' }", "wwwwwwww"),
      ("show:add { source = square, position = { 6, '50%' } }", "....wwww"),
      ("show:add { source = square, anchor = { 0, 0 }, position = { 1, 0 } }", ".wwww..."),
      ("show:add { source = square, scale = 0.5 }", "...ww..."),
      ("show:add { source = square, scale = { 2, 1 } }", "wwwwwwww"),
      ("show:add { source = white, crop = { 0, 0, '50%', '100%' }, fit = 'none' }", "..wwww.."),
      ("show:add { source = square, at = 1 }", "........"),
      ("show:add { source = red } show:add { source = square }", "rrwwwwrr"),
      ("show:add { source = square, level = 1 } show:add { source = red }", "rrwwwwrr"),
      ("show:add { source = red, enabled = false }", "........"),
      ("show:add { source = red } show:add { source = square, solo = true }", "..wwww.."),
      ("show:add { source = mr.image.color '#00ff00' }", "gggggggg"),
      (
        "show:add { source = red } show:add { source = square, opacity = 0.5 }",
        "rr(10 5 5)(10 5 5)(10 5 5)(10 5 5)rr"
      ),
      ("show:add { source = red } show:add { source = square, blend = 'multiply' }", "rrrrrrrr"),
      ("show:add { source = function(time) return mr.image.color { 0, 0, 1 } end }", "bbbbbbbb"),
    ])
  func places(_ script: String, _ wanted: String) throws {
    #expect(try row(script) == wanted)
  }

  @Test(
    "properties move",
    arguments: [
      ("show:add { source = square, x = { { 0, 2 }, { 2, 6 } } }", 1.0, "..wwww.."),
      ("show:add { source = square, x = { { 0, 2 }, { 2, 6 } } }", 2, "....wwww"),
      ("show:add { source = square, at = 1, x = { { 0, 2 }, { '50%', 6 } } }", 2.5, "....wwww"),
      ("show:add { source = square, x = function(t) return 2 + 2 * t end }", 1, "..wwww.."),
      (
        "show:add { source = square }:animate('position', { { 0, { 2, 2 } }, { 1, { 6, 2 }, 'hold' } })",
        0.9, "wwww...."
      ),
      (
        "show:add { source = white, opacity = { { 0, 0 }, { 1, 1, function(p) return p > 0.5 and 1 or 0 end } } }",
        0.4, "........"
      ),
      (
        "show:add { source = square, motion_path = 'M 2 2 L 6 2', path_progress = { { 0, 0 }, { 2, 1 } } }",
        2, "....wwww"
      ),
    ])
  func movement(_ script: String, _ seconds: Double, _ wanted: String) throws {
    #expect(try row(script, at: seconds) == wanted)
  }

  @Test(
    "parents, masks and mattes",
    arguments: [
      (
        "local p = show:add { source = mr.adjustment {}, x = { { 0, 4 }, { 1, 6 } } } show:add { source = square, parent = p }",
        1.0, "....wwww"
      ),
      (
        "local p = show:add { source = red, enabled = true, opacity = 0, scale = 0.5 } "
          + "show:add { source = square, parent = p }", 0, "...ww..."
      ),
      (
        "show:add { source = white, mask = mr.image.mask { rect = { 0, 0, 3, 4 } } }", 0,
        "www....."
      ),
      (
        "show:add { source = white, mask = { mr.image.mask { rect = { 0, 0, 3, 4 } }, inverted = true } }",
        0, "...wwwww"
      ),
      (
        "local m = show:add { source = square } show:add { source = red, matte = m }", 0, "..rrrr.."
      ),
      (
        "local m = show:add { source = square } show:add { source = red, matte = { m, inverted = true } }",
        0, "rr....rr"
      ),
      (
        "local m = show:add { source = blue } show:add { source = red, matte = { m, channel = 'luma' } }",
        0, String(repeating: "(1 0 0)", count: 8)
      ),
    ])
  func bonds(_ script: String, _ seconds: Double, _ wanted: String) throws {
    #expect(try row(script, at: seconds) == wanted)
  }

  @Test(
    "effects change their layer, adjustment layers what lies below",
    arguments: [
      (
        "show:add { source = square, effects = { function(i) return i:color_matrix { 0,0,0,0,0, 0,1,0,0,0, "
          + "0,0,1,0,0, 0,0,0,1,0 } end } }", 0.0, "..(0 10 10)(0 10 10)(0 10 10)(0 10 10).."
      ),
      (
        "show:add { source = white, effects = { function(i, c) return i:gain(c.progress) end } }",
        2.0,
        String(repeating: "(5 5 5)", count: 8)
      ),
      (
        "show:add { source = red } show:add { effects = { function(i) return mr.image.color '#00ff00' end }, "
          + "mask = mr.image.mask { rect = { 0, 0, 2, 4 } } }", 0.0, "ggrrrrrr"
      ),
      (
        "show:add { source = red } show:add { effects = { function(i) return mr.image.color '#0000ff' end }, "
          + "opacity = 0.5 }", 0.0, String(repeating: "(5 0 5)", count: 8)
      ),
      (
        "show:add { source = red } show:add { source = square, compositor = function(image, below) "
          + "return below:over(image) end }", 0.0, "rrrrrrrr"
      ),
    ])
  func effects(_ script: String, _ seconds: Double, _ wanted: String) throws {
    #expect(try row(script, at: seconds) == wanted)
  }

  @Test("an effect sees its layer's box, its own time and the picture at others")
  func effectContext()
    throws
  {
    let script = """
      show:add { source = function(t) return mr.image.color { t / 4, 0, 0 } end, at = 1, duration = 2,
        effects = { function(image, context)
          assert(context.size[1] == 8 and context.size[2] == 4)
          assert(math.abs(context.time - 1) < 1e-9 and math.abs(context.progress - 0.5) < 1e-9)
          return context:at(0)
        end } }
      """
    #expect(try row(script, at: 2) == "........")
    let small = """
      show:add { source = square, effects = { function(image, context)
        assert(context.size[1] == 4, context.size[1]) return image end } }
      """
    #expect(try row(small) == "..wwww..")
  }

  @Test("pre-compositions are transparent, and have their own size, time and rate") func nesting()
    throws
  {
    let script = """
      local inner = mr.composition { size = { 4, 4 }, fps = 2, duration = 4 }
      inner:add { source = function(t) return mr.image.color { 0, t / 4, 0 } end }
      inner:add { source = color("#ff0000", { 2, 4 }), gravity = "left" }
      show:add { source = blue }
      show:add { source = inner, trim = { 0, 4 } }
      """
    // At 1.2 s the inner film still shows its frame of 1.0 s.
    #expect(try row(script, at: 1.2) == "bbrr(0 3 0)(0 3 0)bb")
    let empty = "local inner = mr.composition { size = { 8, 4 }, duration = 4 } "
    let holed =
      empty + "inner:add { source = square } show:add { source = red } show:add { source = inner }"
    #expect(try row(holed) == "rrwwwwrr")
    let backed =
      "local inner = mr.composition { size = { 8, 4 }, duration = 4, background = '#00ff00' } "
      + "inner:add { source = square } show:add { source = red } show:add { source = inner, opacity = 0.5 }"
    #expect(try row(backed).hasPrefix("(5 5 0)"))
  }

  @Test("what is added to a composition later shows where it was added before") func lateAdditions()
    throws
  {
    let script = """
      local inner = mr.composition { size = { 8, 4 }, duration = 4 }
      show:add { source = inner }
      inner:add { source = green }
      """
    #expect(try row(script) == "gggggggg")
  }

  private static let pair = """
    local a = show:add { source = red, duration = 3 }
    local b = show:add { source = blue, at = 1, duration = 3 }

    """

  @Test(
    "a transition shows only the first layer at its start and only the second at its end",
    arguments: [
      (1.0, "rrrrrrrr"), (1.9, "rrrrbbbb"), (2.0, "rrrrbbbb"), (3.0, "bbbbbbbb"), (0.5, "rrrrrrrr"),
    ])
  func transitions(_ seconds: Double, _ wanted: String) throws {
    let script =
      Self.pair + """
        show:transition(a, b, function(from, to, progress, params, context)
          assert(progress > 0 and progress < 1 and context.size[1] == 8)
          return from:crop { 0, 0, 4, 4 }:over(to)
        end)
        """
    #expect(try row(script, at: seconds) == wanted)
  }

  @Test func transitionsMayBeAutomaticAndEased() throws {
    let eased =
      Self.pair + """
        show:transition(a, b, function(from, to, p) return from:dissolve(to, p) end,
          { ease = function(p) return p * p end })
        """
    #expect(try row(eased, at: 2) == String(repeating: "(8 0 3)", count: 8))
    let automatic = """
      show = mr.composition { size = { 8, 4 }, fps = 10,
        transition = function(from, to, p) return from:dissolve(to, p) end }

      """ + Self.pair
    #expect(try row(automatic, at: 2) == String(repeating: "(5 0 5)", count: 8))
    #expect(try row(automatic, at: 3.5) == "bbbbbbbb")
  }

  @Test func sequencesAreLaidEndToEnd() throws {
    let script = """
      show = mr.composition { size = { 8, 4 }, fps = 10 }
      local cut = show:sequence { red, { source = green, trim = { 0, 2 } }, { blue, white },
        clip_duration = 1, overlap = 0.5, each = function(layer, index) layer.name = "clip " .. index end }
      assert(#cut == 4 and cut[4].name == "clip 4" and #cut.layers == 4)
      assert(cut[2].start == 0.5 and cut[2].duration == 2 and cut[3].start == 2)
      assert(show.duration == 3.5, show.duration)
      """
    #expect(try row(script, at: 0.4) == "rrrrrrrr")
    #expect(try row(script, at: 0.5) == "gggggggg")
    #expect(try row(script, at: 3.2) == "wwwwwwww")
  }

  @Test("sequences are edited, from Lua") func sequenceEdits() throws {
    let script = """
      local cut = show:sequence { red, green, blue, clip_duration = 1 }
      assert(#cut == 3 and cut[4] == nil and cut.composition == show)
      for index, layer in ipairs(cut) do assert(layer.start == index - 1) end
      cut:ripple(1, "stop", 0.5):roll(cut[2], -0.25):slide(2, 0.25)
      assert(cut[2].start == 1.75 and cut[3].start == 2.5)
      local half = cut:split(2)
      assert(#cut == 4 and half == cut[3] and half.start == 2)
      local new = cut:insert(2, { source = white, duration = "00:00:00:05" })
      assert(cut[2] == new and cut[2].start == 1.75 and cut[3].start == 2.25)
      cut:extract(half):lift(1):trim(1, "start", mr.frames(1))
      assert(#cut == 3 and cut[1].name == nil and not show.layers[1].enabled)
      cut:overwrite(2.25, { source = red, duration = 1 })
      local places = {}
      for _, layer in ipairs(cut) do table.insert(places, ("%g-%g"):format(layer.start, layer.stop)) end
      assert(table.concat(places, " ") == "1.85-2.25 2.25-3.25 3.25-3.5", table.concat(places, " "))
      """
    #expect(try row(script, at: 1.9) == "wwwwwwww")
    #expect(try row(script, at: 2.4) == "rrrrrrrr")
    #expect(try row(script, at: 3.3) == "bbbbbbbb")
    #expect(try row(script, at: 1) == "........")
  }

  @Test("motion blur is the mean of the places while the shutter is open") func motionBlur() throws
  {
    let script = """
      show = mr.composition { size = { 8, 4 }, fps = 1, duration = 4,
        motion_blur = { shutter_angle = 360, samples = 2 } }
      show:add { source = square, x = function(t) return 2 + 2 * t end }
      """
    // Open for a second: at x = 2 and at x = 3.
    #expect(try row(script) == "(5 5 5)www(5 5 5)...")
    #expect(
      try row(script.replacing("x = function", with: "motion_blur = false, x = function"))
        == "wwww....")
  }

  @Test func composedFramesPassOnFrame() throws {
    let script = """
      show:add { source = red }
      show:on_frame(function(frame, t, context) return frame:gain(t / 4) end)
      """
    #expect(try row(script, at: 2) == String(repeating: "(5 0 0)", count: 8))
  }

  @Test func aCompositorDrawsFromTheLayers() throws {
    let script = """
      show = mr.composition { size = { 8, 4 }, duration = 4, compositor = function(stack, context)
        local first = stack:picture(stack.layers[1])
        return first:crop { 0, 0, 4, 4 }:over(stack:picture(stack.layers[2]))
      end }
      show:add { source = red } show:add { source = green }
      """
    #expect(try row(script) == "rrrrgggg")
  }

  @Test("values can be read back") func values() throws {
    let script = """
      local layer = show:add { source = square, at = 1, duration = 2, x = { { 0, "50%" }, { 2, 8 } },
        opacity = { { 0, 0 }, { 2, 1, "in_quad" } } }
      assert(layer:value("x", 1) == 6 and layer:value("x", 9) == 8, layer:value("x", 1))
      assert(layer:value("opacity", 1) == 0.25)
      assert(layer:value("scale")[1] == 1 and layer.rotation == 0 and layer.stop == 3)
      layer.rotation = 45
      assert(layer:value("rotation", 3) == 45)
      layer:marker("hit", 0.5)
      assert(layer:marker "hit" == 0.5 and layer:marker "miss" == nil)
      assert(#show.layers == 1 and show.layers[1].id == 1)
      """
    #expect(try row(script, at: 3.5) == "........")
  }

  @Test("a film of the same script is the same, in any order of frames") func checked() throws {
    let script =
      Self.preamble + """
        show:add { source = red, opacity = function(t) return math.random() end }
        show:add { source = square, effects = { function(i) return i:opacity(math.random()) end } }
        return show
        """
    let fine = Runs.script(script) { $0.mode = .check }
    #expect(fine.result != nil, "\(fine.message)")
    let impure = Runs.script(
      Self.preamble + """
        local n = 0
        show:add { source = red, effects = { function(i) n = n + 1 return i:gain(1 / n) end } }
        return show
        """
    ) { $0.mode = .check }
    #expect(impure.message.contains("depend"), "\(impure.message)")
  }

  @Test("the library's effects and transitions work on layers, and effects' parameters move")
  func library() throws {
    let faded = """
      local fx = require "moonreel.effects"
      local layer = show:add { source = white, effects = {
        fx.duotone { dark = "#000000", light = "#ff0000", amount = 0 } } }
      layer:animate("duotone.amount", { { 0, 0 }, { 2, 1 } })
      assert(layer:value("duotone.amount", 1) == 0.5)
      """
    #expect(try row(faded) == "wwwwwwww")
    #expect(try row(faded, at: 2) == "rrrrrrrr")
    let joined = """
      show = mr.composition { size = { 8, 4 }, fps = 10 }
      local tr = require "moonreel.transitions"
      show:sequence { red, blue, clip_duration = 2, overlap = 1, transition = tr.push { ease = "linear" } }
      """
    #expect(try row(joined, at: 1.5) == "rrrrbbbb")
    #expect(try row(joined, at: 1) == "rrrrrrrr")
    let eased = joined.replacing("ease = \"linear\"", with: "ease = require 'moonreel.ease'.hold")
    #expect(try row(eased, at: 1.9) == "rrrrrrrr")
  }
}
