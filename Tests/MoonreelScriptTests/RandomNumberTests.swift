// SPDX-License-Identifier: MIT

import MoonreelScript
import Testing

/// The random numbers of a script belong to it: whatever its functions draw while pictures are made, it goes on with the
/// number that would have come anyway.
@Suite struct RandomNumberTests {
  /// A film in which every kind of function takes random numbers, and seeds them.
  private static let film = """
    local mr = require "moonreel"
    local calls = 0
    local function draw(value)
      return function()
        calls = calls + 1
        math.randomseed(calls)
        return value == nil and math.random() or (math.random() and value)
      end
    end
    local show = mr.composition { size = { 32, 18 }, fps = 25, duration = 2 }
    local lone = mr.composition { size = { 32, 18 }, fps = 25, duration = 1 }
    lone:add { source = mr.color "red", duration = 1 }
    local base = show:add { source = draw(mr.color "red"), duration = 2, opacity = draw(),
      position = draw({ 1, 2 }), effects = { function(image) return draw(image)() end } }
    show:add { source = mr.color "blue", duration = 1, audio = { volume = draw(-6) },
      opacity = { { 0, 0 }, { 1, 1, draw() } } }
    show:sequence { lone, lone, overlap = 0.5,
      transition = function(from, to, progress) return draw(to)() end }
    show:on_frame(function(frame) return draw(frame)() end)
    local player = mr.player(show)

    """

  @Test(
    "drawing and looking at values change nothing of the script's own random numbers",
    arguments: [
      "player:image()", "player:digest()", "player:seek(1.2) player:digest()",
      "player:play() player:run(1) player:image()", "base:value('opacity', 0.5)",
      "base:value('position', 0.5)", "player:insert(show) player:advance() player:digest()",
    ])
  func staysItsOwn(_ action: String) {
    let script = """
      \(Self.film)
      math.randomseed(7)
      local wanted = { math.random(), math.random() }
      math.randomseed(7)
      local first = math.random()
      calls = 0
      \(action)
      assert(calls > 0, "nothing was drawn")
      assert(first == wanted[1] and math.random() == wanted[2], "another number")
      return lone
      """
    #expect(Runs.script(script).message == "")
  }
}
