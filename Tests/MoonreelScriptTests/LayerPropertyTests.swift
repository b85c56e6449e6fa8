// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelRender
import Testing

@testable import MoonreelScript

/// What `composition:add` takes can be read and set afterwards, and means the same.
@Suite struct LayerPropertyTests {
  private static let preamble = """
    local mr = require "moonreel"
    local glow = require("moonreel.effects").glow { intensity = 1 }
    local show = mr.composition { size = { 16, 8 }, fps = 10, duration = 4, background = "#204060" }
    local card = mr.source.test_card { size = { 16, 8 }, duration = 4 }
    local inner = mr.composition { size = { 16, 8 }, fps = 10, duration = 4 }
    inner:add { source = mr.image.checker { side = 3 } }
    local half = mr.image.mask { rect = { 0, 0, 5, 8 } }
    local function dim(image) return image:gain(0.5) end
    local function slow(time) return time / 2 end
    local function above(image, below) return image:opacity(0.5):over(below) end
    local function sole(image) return image end
    local quieter = require("moonreel.audio").gain { gain = -6 }
    local room, hall = mr.bus { name = "room" }, mr.bus { name = "hall" }
    local a = show:add { source = half, x = 3, opacity = 0 }
    local b = show:add { source = mr.image.checker { side = 2 }, x = 9, opacity = 0 }
    -- Whether what was read is what was given; a number stands for a pair of it.
    local function same(read, given)
      if type(given) == "number" and type(read) == "table" then given = { given, given } end
      if type(given) ~= "table" or getmetatable(given) then return read == given end
      if type(read) ~= "userdata" and (type(read) ~= "table" or #read ~= #given) then return false end
      for key, value in pairs(given) do
        if not same(read[key], value) then return false end
      end
      return true
    end

    """

  /// For each property two values that differ from what is usual, and whether it can be taken away again.
  private struct Example {
    var first, second: String
    var isOptional = false
  }

  private static let examples: [String: Example] = [
    "source": Example(first: "inner", second: "half"),
    "at": Example(first: "1", second: "0.5"),
    "duration": Example(first: "2", second: "1.5"),
    "trim": Example(first: "{ 1, 3 }", second: "{ 0.5, 2 }"),
    "loop": Example(first: "2", second: "{ times = 3, cross_fade = 0.5 }", isOptional: true),
    "speed": Example(first: "2", second: "1.6"),
    "reverse": Example(first: "true", second: "false"),
    "frame_blending": Example(first: "true", second: "false"),
    "freeze": Example(first: "1", second: "2", isOptional: true),
    "time_remap": Example(first: "{ { 0, 0 }, { 2, 3 } }", second: "slow", isOptional: true),
    "name": Example(first: "'logo'", second: "'sky'", isOptional: true),
    "level": Example(first: "-1", second: "2"),
    "fit": Example(first: "'none'", second: "'stretch'"),
    "gravity": Example(first: "'top_left'", second: "'bottom'"),
    "blend": Example(first: "'difference'", second: "'multiply'"),
    "sampling": Example(first: "'nearest'", second: "'bilinear'"),
    "enabled": Example(first: "false", second: "true"),
    "solo": Example(first: "true", second: "false"),
    "motion_blur": Example(first: "false", second: "true"),
    "auto_orient": Example(first: "true", second: "false"),
    "motion_path": Example(first: "'M 2 2 L 9 9'", second: "'M 0 4 H 8'", isOptional: true),
    "effects": Example(
      first: "{ dim, { effect = glow, range = { 0, 2 } } }", second: "glow", isOptional: true),
    "compositor": Example(first: "above", second: "sole", isOptional: true),
    "audio": Example(
      first:
        "{ volume = 0.5, fade_in = 0.25, fade_out = 1, fade_curve = 'qsin', pitch = 'varispeed', "
        + "loudness = { target = -16, true_peak = -2 }, volume_db = -6, pan = -0.5, "
        + "balance = 0.25, channels = { 2, 1 }, effects = { quieter }, bus = room, sends = { { hall, 0.5 } }, "
        + "invert = true, declick = 0.005, range = { 0.5, 2 }, fade_out_curve = 'tri' }",
      second: "false"),
    "parent": Example(first: "a", second: "b", isOptional: true),
    "matte": Example(
      first: "a", second: "{ b, channel = 'luma', inverted = true }", isOptional: true),
    "mask": Example(
      first: "{ half, channel = 'alpha', inverted = true }",
      second: "function() return half end", isOptional: true),
    "crop": Example(first: "{ 0, 0, 4, 4 }", second: "{ 0, 0, '25%', '100%' }", isOptional: true),
    "x": Example(first: "4", second: "5", isOptional: true),
    "y": Example(first: "1", second: "2", isOptional: true),
    "position": Example(first: "{ 4, 2 }", second: "{ 1, 1 }", isOptional: true),
    "anchor": Example(first: "{ 0, 0 }", second: "{ '25%', '100%' }"),
    "anchor_x": Example(first: "2", second: "'25%'"),
    "anchor_y": Example(first: "2", second: "'25%'"),
    "scale": Example(first: "0.5", second: "{ 2, 3 }"),
    "scale_x": Example(first: "0.5", second: "2"),
    "scale_y": Example(first: "0.5", second: "2"),
    "rotation": Example(first: "30", second: "-90"),
    "skew": Example(first: "{ 30, 0 }", second: "{ 0, 20 }"),
    "skew_x": Example(first: "30", second: "20"),
    "skew_y": Example(first: "30", second: "20"),
    "opacity": Example(first: "0.5", second: "0.25"),
    "path_progress": Example(first: "0.5", second: "1"),
    "volume": Example(first: "0.5", second: "2"),
  ]

  @Test("every property has an example here") func isComplete() {
    #expect(Set(Self.examples.keys) == Set(LayerProperty.all.map(\.name)))
    #expect(Set(LayerOptions.names) == Set(LayerProperty.all.map(\.name)).subtracting(["volume"]))
  }

  private static let options = LayerProperty.all.filter(\.isOption).map(\.name)

  /// `card` unless the options say what is shown.
  private func add(_ name: String, _ value: String) -> String {
    name == "source"
      ? "show:add { source = \(value) }" : "show:add { source = card, \(name) = \(value) }"
  }

  @Test("what is given is read back, and so is what is set", arguments: options)
  func isReadBack(_ name: String) throws {
    let example = try #require(Self.examples[name])
    let text = """
      local first, second = \(example.first), \(example.second)
      local layer = \(add(name, "first"))
      assert(same(layer.\(name), first), "what was given")
      layer.\(name) = second
      assert(same(layer.\(name), second), "what was set")
      layer.\(name) = layer.\(name)
      assert(same(layer.\(name), second), "what was read and set again")
      layer.\(name) = first
      assert(same(layer.\(name), first), "what was set again")
      if \(example.isOptional) then
        layer.\(name) = nil
        assert(layer.\(name) == nil, "what was taken away")
      end
      return show
      """
    let outcome = Runs.script(Self.preamble + text)
    #expect(outcome.result != nil, "\(outcome.message)")
  }

  /// Two frames of the film in which `text` adds a layer, and when that layer is there.
  private func film(_ text: String) throws -> [UInt8] {
    let script = Self.preamble + "local layer\n\(text)\nreturn show"
    let result = Runs.script(script)
    let target = FrameTarget(size: PixelSize(16, 8), format: .rgba, color: .srgb)
    return try [0.7, 1.3].flatMap { EffectDrawing.bytes(try result.frame(at: $0, on: target)) }
  }

  @Test("what is set later looks as if it had been given at once", arguments: options)
  func isTheSame(_ name: String) throws {
    let example = try #require(Self.examples[name])
    for value in [example.first, example.second] {
      let atOnce = try film("layer = \(add(name, value))")
      let later = try film("layer = show:add { source = card } layer.\(name) = \(value)")
      #expect(atOnce == later, "\(name) = \(value)")
      guard example.isOptional else { continue }
      let undone = try film("layer = \(add(name, value)) layer.\(name) = nil")
      #expect(undone == (try film("layer = show:add { source = card }")), "\(name) = nil")
    }
  }

  @Test("a new speed or stretch says how long the layer lasts; the rest leaves it as it is")
  func lengths() {
    let outcome = Runs.script(
      Self.preamble + """
        local layer = show:add { source = card, trim = { 1, 3 }, at = 1 }
        layer.speed = 2
        assert(layer.duration == 1 and layer.start == 1 and same(layer.trim, { 1, 3 }))
        layer.trim = { 0, 4 }
        assert(layer.duration == 2 and layer.stop == 3)
        layer.at = 0
        layer.freeze = 2
        assert(layer.duration == 2 and layer.stop == 2)
        local still = show:add { source = half, duration = 2 }
        still.speed = 2
        assert(still.duration == 2)
        local changed = { 0.5, 1 }
        layer.time_remap = { { 0, 0 }, changed }
        changed[2] = 7
        assert(layer.time_remap[2][2] == 1, "tables are copied")
        return show
        """)
    #expect(outcome.result != nil, "\(outcome.message)")
  }

  @Test(
    "what moves in a layer's sound is read back as it was given",
    arguments: ["volume", "volume_db", "pan", "balance"])
  func movingSound(_ name: String) {
    let outcome = Runs.script(
      Self.preamble + """
        local curve = mr.analyze(mr.source.tone { duration = 1 }):follow { of = "level" }
        local layer = show:add { source = card, audio = { \(name) = { { 0, 0.25 }, { 1, 0.5 } } } }
        assert(same(layer.audio.\(name), { { 0, 0.25 }, { 1, 0.5 } }), "keyframes")
        for _, value in ipairs { curve, slow, 0.5, { { 0.5, 1 }, { 1, 0, "in_out_sine" } } } do
          layer.audio.\(name) = value
          assert(same(layer.audio.\(name), value), "what was set")
          local other = show:add { source = card, audio = layer.audio }
          assert(same(other.audio.\(name), value), "what another has")
          other.audio.\(name) = other.audio.\(name)
          assert(same(other.audio.\(name), value), "what was read and set again")
        end
        layer.audio.\(name) = nil
        assert(layer.audio.\(name) == \(name == "volume" ? 1 : 0), "what was taken away")
        layer.audio.volume = slow
        layer:animate("volume", { { 0, 0.75 }, { 1, 0.5 } })
        assert(layer.audio.volume == 0.75, "what moves otherwise")
        return show
        """)
    #expect(outcome.result != nil, "\(outcome.message)")
  }

  @Test("layers that a sequence cuts in two both know what they were given") func cuts() {
    let outcome = Runs.script(
      Self.preamble + """
        local cut = show:sequence { { source = card, effects = glow, mask = half } }
        local second = cut:split(2)
        assert(second.effects == glow and second.mask == half and second.source == card)
        assert(same(second.trim, { 2, 4 }) and same(cut[1].trim, { 0, 2 }))
        cut[1].effects = nil
        assert(second.effects == glow)
        return show
        """)
    #expect(outcome.result != nil, "\(outcome.message)")
  }

  @Test("the defaults that the stubs name are those of a plain layer") func defaults() throws {
    var (isInside, checks) = (false, [String]())
    for line in try StubTests.stubs() {
      if line.hasPrefix("---@class") { isInside = line == "---@class moonreel.LayerOptions" }
      guard isInside, line.hasPrefix("---@field "),
        let match = line.firstMatch(of: /field (\w+).*\(default ("\w+"|[\d.]+|true|false)[);:]/)
      else { continue }
      checks.append("assert(same(plain.\(match.1), \(match.2)), '\(match.1)')")
    }
    #expect(checks.count >= 12)
    let outcome = Runs.script(
      Self.preamble + "local plain = show:add { source = card }\n"
        + checks.joined(separator: "\n") + "\nreturn show")
    #expect(outcome.result != nil, "\(outcome.message)")
  }
}
