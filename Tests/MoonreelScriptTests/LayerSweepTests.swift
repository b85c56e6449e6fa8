// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelRender
import Testing

@testable import MoonreelScript

/// Every property of a layer changes the picture of every kind of source, or is refused.
@Suite struct LayerSweepTests {
  private static let preamble = """
    local mr = require "moonreel"
    local fx = require "moonreel.effects"
    local show = mr.composition { size = { 16, 8 }, fps = 10, duration = 2, background = "#204060" }
    local inner = mr.composition { size = { 16, 8 }, fps = 10, duration = 2 }
    inner:add { source = mr.source.test_card { size = { 16, 8 }, duration = 2 } }
    local timeline = mr.timeline { fps = 10 }
    timeline:add_track("video"):insert(mr.source.test_card { size = { 16, 8 }, duration = 2 }, { 0, 2 }, 0)
    local gradient = mr.image.linear_gradient { from = { 0, 0 }, to = { 16, 8 }, stops = { "red", "lime" } }
    local under = show:add { source = mr.image.checker { side = 4 }, duration = 2 }
    local function half() return mr.image.mask { rect = { 0, 0, 5, 8 } } end

    """

  /// Sources without edges of their own first.
  static let sources = [
    "mr.color '#c08040'", "gradient", "mr.image.checker { side = 3, colors = { 'red', 'blue' } }",
    "mr.image.noise {}",
    "mr.image.radial_gradient { center = { 8, 4 }, radius = 6, stops = { 'red', 'blue' } }",
    "gradient:crop { 0, 0, 16, 8 }", "mr.source.test_card { size = { 16, 8 } }", "inner",
    "timeline",
    "function() return mr.color('#c08040'):crop { 0, 0, 16, 8 } end",
    "mr.image.mask { rect = { 2, 1, 9, 5 }, radius = 1 }",
    "mr.text { text = 'Ab', size = 7, fill = 'red' }",
  ]

  static let properties = [
    "crop = { 0, 0, '25%', '100%' }", "crop = { { 0, { 0, 0, 4, 8 } }, { 2, { 0, 0, 2, 8 } } }",
    "scale = 0.5", "scale_x = 0.5", "scale_y = 0.5", "rotation = 30", "position = { 4, 2 }",
    "x = 4", "y = 1", "anchor = { 0, 0 }, position = { 5, 3 }", "skew = { 30, 0 }", "skew_y = 20",
    "opacity = 0.5", "blend = 'difference'", "mask = half()",
    "effects = function(i) return i:gain(0.5) end",
    "motion_path = 'M 2 2 L 9 9'", "matte = partial", "enabled = false",
    "parent = mover", "crop = { 0, 0, '25%', '100%' }, fit = 'stretch', scale = 0.9",
  ]

  private func frame(_ source: String, _ property: String) throws -> [UInt8] {
    let script =
      Self.preamble + """
        local partial = show:add { source = half(), duration = 2, enabled = false }
        local mover = show:add { source = mr.adjustment {}, duration = 2, x = 3 }
        show:add { source = \(source), duration = 2, \(property) }
        return show
        """
    let target = FrameTarget(size: PixelSize(16, 8), format: .rgba, color: .srgb)
    return EffectDrawing.bytes(try Runs.script(script).frame(at: 1, on: target))
  }

  @Test(arguments: sources) func everyPropertyIsSeen(_ source: String) throws {
    let plain = try frame(source, "")
    for property in Self.properties {
      #expect(try frame(source, property) != plain, "\(property) changes nothing")
    }
  }

  @Test("an untouched colour covers the frame as before") func plainColour() throws {
    let bytes = try frame("mr.color '#c08040'", "")
    #expect(
      stride(from: 0, to: bytes.count, by: 4).allSatisfy { bytes[$0...$0 + 2] == [192, 128, 64] })
  }

  @Test("a colour's box is the composition's frame") func box() throws {
    let bytes = try frame("mr.color '#ff0000'", "scale = 0.5")
    let red = stride(from: 0, to: bytes.count, by: 4).filter { bytes[$0...$0 + 2] == [255, 0, 0] }
    #expect(red.count == 8 * 4)
  }

  @Test(
    "adjustment layers refuse what belongs to a picture",
    arguments: LayerProperty.all.filter(\.isOfPicture).map(\.name))
  func adjustments(_ name: String) {
    let value =
      switch name {
      case "crop": "{ 0, 0, 4, 4 }"
      case "trim": "{ 0, 1 }"
      case "time_remap": "{ { 0, 0 }, { 1, 1 } }"
      case "fit", "gravity", "sampling", "blend": "'center'"
      default: "true"
      }
    let outcome = Runs.script(
      Self.preamble + "show:add { source = mr.adjustment {}, duration = 1, \(name) = \(value) }")
    #expect(outcome.message.contains("bad '\(name)' of composition:add: an adjustment layer"))
  }
}
