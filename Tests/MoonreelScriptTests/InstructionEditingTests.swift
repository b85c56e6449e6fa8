// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel
import Testing

@testable import MoonreelScript

/// The instructions of a video composition, read and changed where they stand. The picture is 8x4; the lower clip is red
/// over [0, 3), the upper one green over [1, 2).
@Suite struct InstructionEditingTests {
  private static let preamble = """
    local mr = require "moonreel"
    local function color(name) return mr.source.image { mr.color(name), size = { 8, 4 } } end
    local timeline = mr.timeline { fps = 10 }
    local low = timeline:add_track "video":insert(color "#ff0000", { 0, 3 })
    local high = timeline:add_track "video":insert(color "#00ff00", { 0, 1 }, 1)
    local look = mr.video_composition(timeline, { size = { 8, 4 } })

    """

  private func run(_ script: String, _ end: String = "return look") -> Runs.Outcome {
    Runs.script(Self.preamble + script + "\n" + end)
  }

  @Test("an automatic instruction says what it draws") func reading() {
    let lines = Runs.output(
      Self.preamble + """
        for _, one in ipairs(look.instructions) do
          local tracks = {}
          for index, layer in ipairs(one.layers) do
            assert(layer == one.layers[index] and layer.track == timeline:track(one.tracks[index]))
            tracks[#tracks + 1] = layer.track.id
          end
          print(one.range[1], one.range[2], table.concat(tracks, " "), one.has_compositor, one.compositor)
        end
        """)
    #expect(
      lines == [
        "0.0\t1.0\t1\tfalse\tnil", "1.0\t2.0\t2 1\tfalse\tnil", "2.0\t3.0\t1\tfalse\tnil",
      ])
  }

  @Test(
    "what is changed is drawn",
    arguments: [
      ("look.instructions[2].layers[1]:opacity(0)", 1.5, "rrrrrrrr"),
      ("look.instructions[2].layers[1]:opacity(0)", 0.5, "rrrrrrrr"),
      ("look.instructions[2].layers[1]:opacity_ramp(1, 0, { 1, 2 })", 1, "gggggggg"),
      ("look.instructions[2].layers[1]:crop { 0, 0, 2, 4 }", 1.5, "ggrrrrrr"),
      (
        "look.instructions[2].layers[1]:crop({ 0, 0, '25%', '100%' }, mr.frames(15))", 1.4,
        "gggggggg"
      ),
      (
        "look.instructions[2].layers[1]:crop({ 0, 0, '25%', '100%' }, mr.frames(15))", 1.5,
        "ggrrrrrr"
      ),
      (
        "look.instructions[2].layers[1]:transform(mr.transform.translate('50%', 0))", 1.5,
        "rrrrgggg"
      ),
      ("look.instructions[2].layers = { low }", 1.5, "rrrrrrrr"),
      ("look.instructions[2].layers = {}", 1.5, "........"),
      (
        "look.instructions[2].layers = {} look.instructions[2].background = '#0000ff'", 1.5,
        "bbbbbbbb"
      ),
      (
        "look.instructions[2].layers = { look.instructions[2].layers[2], look.instructions[2].layers[1] }",
        1.5, "rrrrrrrr"
      ),
      (
        "local two = look.instructions[2] two.layers = {} "
          + "two.compositor = function(r) return r:frame(high):crop { 0, 0, 4, 4 }:over '#ffffff' end",
        1.5, "ggggwwww"
      ),
    ])
  func changing(_ change: String, _ time: Double, _ row: String) throws {
    #expect(try run(change).row(at: time) == row)
  }

  @Test("fades go on from what is set") func fading() throws {
    let outcome = run("look.instructions[2].layers[1]:opacity_ramp(1, 0, { 1, 2 })")
    #expect(try outcome.row(at: 1.5) == String(repeating: "(5 5 0)", count: 8))
  }

  @Test("given instructions are changed in their own copies of layers") func given() throws {
    let script = """
      local half = mr.layer_instruction(high):crop { 0, 0, 4, 4 }
      look = mr.video_composition { size = { 8, 4 }, fps = 10, instructions = {
        { range = { 0, 2 }, layers = { half, low } }, { range = { 2, 3 }, layers = { half, low } } } }
      look.instructions[1].layers[1]:opacity(0)
      half:opacity(0.5)
      """
    let outcome = run(script, "return mr.export { timeline, video = look }")
    #expect(try outcome.row(at: 1.5) == "rrrrrrrr")
    let film = try #require(outcome.result?.request.videoComposition)
    #expect(film.instructions[1].layerInstructions[0].opacities.isEmpty)
  }

  @Test("one track may be drawn by several layers") func twice() throws {
    let script = """
      look.instructions[2].layers = { mr.layer_instruction(high):crop { 0, 0, 2, 4 },
        mr.layer_instruction(low):crop { 4, 0, 2, 4 },
        mr.layer_instruction(high):crop { 6, 0, 2, 4 }:opacity(0.5) }
      assert(#look:faults(timeline) == 0)
      """
    #expect(try run(script).row(at: 1.5) == "gg..rr(0 5 0)(0 5 0)")
  }

  @Test("an instruction's time can be moved, and faults say what that leaves") func ranges() {
    let lines = Runs.output(
      Self.preamble + """
        look.instructions[1].range = { 0, 0.5 }
        look.instructions[3].range = { from = 2, duration = mr.frames(5) }
        for _, fault in ipairs(look:faults(timeline)) do print(fault.message) end
        """)
    #expect(
      lines == [
        "No instruction covers [0.500 s, 1.000 s).", "No instruction covers [2.500 s, 3.000 s).",
      ])
  }

  @Test(
    "what cannot be is said in one sentence",
    arguments: [
      (
        "look.instructions[2].compositor = function(r) return r:frame(low) end",
        "bad 'compositor' of video_instruction: a compositor draws everything itself; take the layers away first"
      ),
      (
        "local two = look.instructions[2] two.layers = {} two.compositor = function() end two.layers = { low }",
        "bad 'layers' of video_instruction: a compositor draws everything itself"
      ),
      (
        "local old = look.instructions[1].layers[1] look.instructions[1].layers = { low } old:opacity(1)",
        "this layer instruction stands nowhere any more: the 'layers' of its instruction were set anew"
      ),
      ("look.instructions[1].range = { 1, 1 }", "expected a range that is not empty"),
      (
        "look.instructions[1].tracks = {}",
        "cannot set 'tracks' of a video instruction: it is read-only"
      ),
      (
        "look.instructions[1].layers = { mr.timeline():add_track 'video' }",
        "bad 'layers' of video_instruction: it names track 1 of another timeline"
      ),
      ("look.instructions[1].layers[1]:opacity(2)", "expected a number from 0 to 1, got 2"),
      (
        "look.instructions[1].layer = 1",
        "unknown name 'layer' of video instruction (did you mean 'layers'?)"
      ),
    ])
  func mistakes(_ script: String, _ words: String) {
    let outcome = run(script)
    #expect(outcome.message.contains(words), "\(outcome.message)")
    #expect(outcome.message.hasPrefix("test.lua:7: "), "\(outcome.message)")
  }

  @Test("a check may correct what it finds and go on") func validating() {
    let lines = Runs.output(
      Self.preamble + """
        look.instructions[1].range = { 0, 0.5 }
        look.instructions[2].layers[1]:opacity_ramp(1, 0, { 1, 2 }):opacity_ramp(0, 1, { 1.5, 2 })
        local seen = {}
        print(look:validate(timeline, function(fault)
          seen[#seen + 1] = fault.kind .. " " .. tostring(fault.instruction)
          if fault.kind == "gap" then look.instructions[1].range = { 0, fault.range[2] } end
          if fault.kind == "overlap" then look.instructions[fault.instruction].layers = { high, low } end
          return true
        end), table.concat(seen, ", "))
        print(look:validate(timeline, function() error "nothing is wrong" end))
        look.instructions[3].range = { 2, 2.5 }
        print(look:validate(timeline, function() end), look:validate(timeline, function() return true end))
        print(look:validate(timeline, function() return true end, { 0, 2 }))
        look:validate(timeline, function() return 1 end)
        """)
    #expect(
      lines == [
        "true\tgap nil, overlap 2", "true", "false\tfalse", "true",
        "test.lua:20: bad result of the function: expected true or false, got 1",
      ], "\(lines)")
  }

  @Test("a picture cannot change it any more") func late() throws {
    let outcome = run(
      "look = mr.video_composition(timeline, { size = { 8, 4 }, filter = function(image) "
        + "look.instructions[1].layers = {} return image end })")
    let error = #expect(throws: MoonreelError.self) { try outcome.row() }
    #expect(error?.message.contains("changes a composition while it is drawn") == true)
  }
}
