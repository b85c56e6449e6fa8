// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelScript
import Testing

/// `mr.player`: what is shown when, to the last digit.
@Suite struct PlayerScriptTests {
  private static let head = """
    local mr = require "moonreel"
    local function film(seconds, color)
      local show = mr.composition { size = { 32, 18 }, fps = 25, duration = seconds }
      show:add { source = mr.color(color or "red"), duration = seconds }
      return show
    end
    local function frames(list)
      local text = {}
      for i, shown in ipairs(list) do text[i] = string.format("%g:%d", shown.at, shown.frame) end
      return table.concat(text, " ")
    end
    local function same(a, b)
      assert(a == b, tostring(a) .. " is not " .. tostring(b))
    end

    """

  private func check(_ text: String, _ place: SourceLocation = #_sourceLocation) {
    let outcome = Runs.script(Self.head + text + "\nreturn film(1)")
    #expect(outcome.message == "", sourceLocation: place)
  }

  private func message(_ text: String) -> String {
    // Hundreds of thousands of steps take a machine long that does much else.
    Runs.script(Self.head + text + "\nreturn film(1)") { $0.wallClockLimit = 3600 }.message
  }

  @Test func playing() {
    check(
      """
      local player = mr.player(film(0.2))
      same(player.status, "paused"); same(player.duration, 0.2); same(player.shown.frame, 0)
      player:play()
      same(player.status, "playing")
      same(frames(player:run(0.1)), "0.04:1 0.08:2")
      same(player.current_time, 0.1); same(player.clock, 0.1)
      player:pause()
      same(frames(player:run(1)), ""); same(player.current_time, 0.1)
      player.rate = 2
      same(frames(player:run(0.04)), "1.11:3 1.13:4")
      same(player.current_time, 0.18)
      player:run(1)
      same(player.status, "paused"); same(player.current_time, 0.2); same(player.rate, 0)
      same(player.counts.shown, 5); same(player.counts.dropped, 0)
      """)
  }

  @Test func seekingAndSteps() {
    check(
      """
      local player = mr.player(film(4))
      same(player:seek(1.5), true); same(player.shown.frame, 37); same(player.shown.time, 1.48)
      same(player.current_time, 1.5)
      player:step(); same(player.shown.frame, 38); same(player.current_time, 1.52)
      player:step(-3); same(player.shown.frame, 35)
      player:seek(mr.frames(7)); same(player.shown.frame, 7)
      player:seek("00:00:02:01"); same(player.shown.frame, 51)
      player:seek(99); same(player.current_time, 4)
      player.rate = -1
      same(frames(player:run(0.1)), "0.04:98 0.08:97")
      """)
  }

  @Test func queues() {
    check(
      """
      local player = mr.player({ film(0.08), film(0.08, "blue") }, { rate = 0.5 })
      same(player.item, 1); same(#player.queue, 2)
      same(player:insert(film(0.04, "lime"), 1), 3)
      player:play()
      local items = {}
      for _, shown in ipairs(player:run(1)) do items[#items + 1] = shown.item .. "/" .. shown.frame end
      same(table.concat(items, " "), "1/1 3/0 2/0 2/1")
      same(player.item, 2)
      player:advance()
      same(player.item, nil); same(player.duration, nil); same(#player.queue, 0)
      player:play(); same(player.status, "waiting"); same(player.waiting_reason, "no_item_to_play")
      """)
  }

  @Test func loops() {
    check(
      """
      local player = mr.player(film(1), { loop = { 0.2, 0.32 } })
      player:seek(0.2); player:play()
      local numbers = {}
      for _, shown in ipairs(player:run(0.3)) do numbers[#numbers + 1] = shown.frame end
      same(table.concat(numbers, " "), "6 7 5 6 7 5 6")
      same(player.loop_count, 2)
      player:end_loop(); player:run(2); same(player.current_time, 1)
      local twice = mr.player(film(0.08))
      twice:loop(nil, 2); twice:play()
      same(frames(twice:run(1)), "0.04:1 0.08:0 0.12:1")
      local ever = mr.player(film(0.08), { loop = true })
      ever:play(); same(#ever:run(8), 200)
      """)
  }

  @Test func observers() {
    check(
      """
      local player = mr.player(film(1))
      local heard = {}
      local every = player:observe_every(0.25, function(time)
        heard[#heard + 1] = time .. "@" .. player.current_time
      end)
      player:observe_at({ 0.3, 0.9 }, function(time) heard[#heard + 1] = "at " .. time end)
      player:play(); player:run(0.6)
      same(table.concat(heard, " "), "0.0@0.0 0.25@0.25 at 0.3 0.5@0.5")
      player:stop_observing(every)
      player:run(2)
      same(heard[#heard], "at 0.9"); same(#heard, 5)
      """)
  }

  @Test func lateFrames() {
    check(
      """
      -- Each picture takes two and a half frames.
      local player = mr.player(film(4), { draw_time = 0.1 })
      player:play(); player:run(5)
      local counts = player.counts
      assert(counts.dropped > 40 and counts.shown < 60, counts.dropped .. " " .. counts.shown)
      same(counts.stalls, 0)
      -- Here each comes more than a quarter of a second late.
      local slow = mr.player(film(4), { draw_time = 0.5 })
      slow:play(); slow:run(5)
      counts = slow.counts
      assert(counts.stalls > 0)
      same(counts.stall_reasons.drawing, counts.stalls); same(counts.stall_reasons.network, 0)
      same(counts.requests, 0); same(counts.bytes, 0); same(counts.repetitions, 0)
      """)
  }

  @Test func whatIsThereAndWhatWentWrong() {
    check(
      """
      local player = mr.player(film(4))
      same(#player.loaded_time_ranges, 1)
      same(player.loaded_time_ranges[1][1], 0.0); same(player.loaded_time_ranges[1][2], 4.0)
      player:seek(1.5); same(player.forward_buffer, 2.5)
      same(#player.error_log, 0)
      local ok, words = pcall(function() player:insert(mr.timeline {}) end)
      same(ok, false)
      local entry = player.error_log[1]
      same(entry.item, 2); same(entry.time, 0.0)
      assert(words:find(entry.message, 1, true), words .. " / " .. entry.message)
      """)
  }

  @Test func pictures() {
    check(
      """
      local show = mr.composition { size = { 32, 18 }, fps = 25, duration = 2 }
      show:add { source = mr.color "red", duration = 1 }
      show:add { source = mr.color "blue", at = 1, duration = 1 }
      local player = mr.player(show)
      local red = player:digest()
      same(#red, 64)
      player:seek(0.5); same(player:digest(), red)
      player:seek(1); assert(player:digest() ~= red)
      player:seek(0.99); same(player:digest(), red)
      local still = mr.composition { size = { 32, 18 }, duration = 1 }
      still:add { source = player:image() }
      same(mr.player(still):digest() ~= nil, true)
      """)
  }

  @Test func functionsOfTheFilmAreCalledForItsPictures() {
    check(
      """
      local calls = 0
      local show = mr.composition { size = { 32, 18 }, fps = 25, duration = 1 }
      show:add { source = function(time) calls = calls + 1 return mr.color(time < 0.5 and "red" or "blue") end }
      local player = mr.player(show)
      player:play(); player:run(1); same(calls, 0)
      player:seek(0.2); local early = player:digest()
      player:seek(0.8); assert(player:digest() ~= early); assert(calls >= 2)
      """)
  }

  @Test(
    "mistakes are sentences",
    arguments: [
      ("mr.player()", "expected a film"), ("mr.player('clip.mp4')", "expected a film"),
      ("mr.player({})", "film"),
      ("mr.player(film(1), { rat = 1 })", "did you mean 'rate'?"),
      ("mr.player(film(1), { rate = 100 })", "from -64 to 64"),
      ("mr.player(film(1), { rate = 0.0001 })", "a rate from -64 to 64"),
      ("mr.player(film(1), { at_end = 'stop' })", "at_end"),
      ("mr.player(film(1)):run(-1)", "a duration"), ("mr.player(film(1)):run(1e6)", "a day"),
      ("mr.player(film(1)).rate = '1'", "'rate' of player"),
      ("mr.player(film(1)).item = 2", "read-only"),
      ("mr.player(film(1)):insert(film(1), 2)", "from 1 to 1"),
      ("mr.player(film(1)):remove(0)", "'item' of player:remove"),
      ("mr.player(film(1)):observe_every(0, print)", "0.001 s or more"),
      ("mr.player(film(1)):stop_observing(3)", "player:observe_every"),
      ("mr.player(mr.composition { size = { 8, 8 } })", "has no layers"),
      (
        "local p = mr.player(film(1)) p:observe_at(0.5, function() p:pause() end) p:play() p:run(1)",
        "told anything by what it calls"
      ),
      (
        "local p = mr.player(film(1)) p:observe_at(0.5, function() error 'mine' end) p:play() p:run(1)",
        "mine"
      ),
      (
        "local p = mr.player(film(0.04), { loop = true, rate = 64 }) p:play() p:run(86400)",
        "400000 things"
      ),
    ])
  func mistakes(text: String, words: String) {
    let message = message(text)
    #expect(message.hasPrefix("test.lua:"), "\(message)")
    #expect(message.contains(words), "\(message)")
  }
}
