// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelRender
import Testing

@testable import MoonreelScript

/// Layers that show nothing and change nothing are mistakes; adjustment layers are said.
@Suite struct NothingToShowTests {
  private static let preamble = """
    local mr = require "moonreel"
    local fx = require "moonreel.effects"
    local show = mr.composition { size = { 8, 4 }, fps = 10, duration = 2 }
    local red = mr.color "#ff0000"
    local function blue() return mr.color "#0000ff" end

    """

  private func message(_ script: String) -> String {
    Runs.script(Self.preamble + script + "\nreturn show").message
  }

  @Test(
    "a layer needs something",
    arguments: [
      ("show:add {}", "composition:add needs a 'source'"),
      ("show:add()", "composition:add needs a 'source'"),
      ("show:add { source = nil, duration = 1 }", "write source = mr.adjustment {}"),
      ("show:add { source = clp }", "unknown variable 'clp'"),
      ("show:add { effects = {} }", "composition:add needs a 'source'"),
      ("show:add { opacity = 0.5 }", "composition:add needs a 'source'"),
      ("show:sequence { {} }", "item 1 of composition:sequence: expected what a layer can show"),
      ("show:sequence { red, {}, clip_duration = 1 }", "item 2 of composition:sequence"),
      ("show:sequence { { duration = 1 } }", "needs a 'source'"),
      ("show:sequence { { duration = 1 }, effects = fx.vignette {} }", "needs a 'source'"),
      ("show:sequence { [0] = red, red, clip_duration = 1 }", "an item at 0"),
      ("show:sequence { red, [3] = red, clip_duration = 1 }", "an item at 3"),
      ("show:sequence {}", "needs a list of sources or layers"),
      (
        "show:sequence { red, clip_duration = 1 }:insert(1, { duration = 1 })", "needs a 'source'"
      ),
    ])
  func needsSomething(_ script: String, _ wanted: String) {
    let message = message(script)
    #expect(message.contains(wanted), "\(message)")
    #expect(message.hasPrefix("test.lua:6:"), "\(message)")
  }

  @Test(
    "adjustment layers are said by effects, a compositor or mr.adjustment",
    arguments: [
      "show:add { effects = blue }", "show:add { source = mr.adjustment { blue } }",
      "show:add { source = mr.adjustment(blue) }", "show:add { effects = { blue } }",
      "show:add { source = mr.adjustment {}, effects = blue }",
      "show:add { source = mr.adjustment(function(i) return i end), effects = { blue } }",
      "show:sequence { mr.adjustment { blue }, clip_duration = 2 }",
      "show:add { compositor = function() return mr.color '#0000ff' end }",
    ])
  func adjustments(_ script: String) throws {
    let outcome = Runs.script(
      Self.preamble + "show:add { source = red }\n" + script + "\nreturn show")
    let target = FrameTarget(size: PixelSize(8, 4), format: .rgba, color: .srgb)
    let bytes = EffectDrawing.bytes(try outcome.frame(at: 0.5, on: target))
    #expect(Array(bytes[..<4]) == [0, 0, 255, 255])
  }

  @Test("an adjustment layer without effects can be a parent") func nullObject() throws {
    let outcome = Runs.script(
      Self.preamble + """
        local null = show:add { source = mr.adjustment {}, x = "150%" }
        show:add { source = red, parent = null }
        return show
        """)
    let target = FrameTarget(size: PixelSize(8, 4), format: .rgba, color: .srgb)
    let bytes = EffectDrawing.bytes(try outcome.frame(at: 0.5, on: target))
    #expect(Array(bytes[..<4]) == [0, 0, 0, 255])
  }
}
