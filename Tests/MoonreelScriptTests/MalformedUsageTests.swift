// SPDX-License-Identifier: MIT

import MoonreelCore
import Testing

@testable import MoonreelScript

/// Rarer mistakes: values that are no numbers, tables in knots, coroutines, odd errors and odd files. Each is
/// answered with one sentence at the right file and line; none crashes or hangs.
@Suite struct MalformedUsageTests {
  /// What stands before each script: lines 1 to 7.
  private static let preamble = """
    local mr = require "moonreel"
    local t = mr.timeline { fps = 25 }
    local v, a = t:add_track "video", t:add_track "audio"
    local card = mr.source.test_card { size = { 64, 36 }, duration = 4 }
    v:insert(card, { 0, 4 }, 0)
    local look = function(f) return mr.export { t, video = mr.video_composition { size = { 64, 36 }, fps = 25,
      instructions = { { range = { 0, 4 }, compositor = f } } } } end

    """

  static let mistakes: [MalformedScriptTests.Mistake] = [
    // Numbers that are none, or too many of them.
    .init(8, "v:retime({ 0, 1 }, 1/0)", "expected a finite number, got inf"),
    .init(8, "v:retime({ 0, 1 }, -(0/0))", "expected a finite number, got "),
    .init(8, "mr.transform.translate(1e39, 0)", "a number that a 32-bit float can hold"),
    .init(
      8, "mr.transform.matrix { 1, 0, 0, 1, 0, 0/0 }",
      "bad item 6 of 'numbers' of mr.transform.matrix"),
    .init(8, "mr.color { 0/0, 0, 0 }", "bad item 1 of 'color' of mr.color"),
    .init(8, "mr.frames(1 << 62)", "expected a whole number from -1099511627776"),
    .init(8, "mr.frames(2^70)", "expected a whole number"),
    .init(8, "mr.timeline { fps = 1e300 }", "as a frame rate"),
    .init(8, "mr.timeline { fps = '1/0' }", "as a frame rate"),
    .init(
      8, "mr.video_composition { size = { 1e9, 1 }, compositor = print }",
      "in whole pixels from 1 to 32768"),
    .init(
      8, "v:insert(card, { '99999999999999999999:00:00:00', 1 })", "bad 'range' of track:insert"),
    .init(8, "t:add_track('video', 2^53)", "expected a whole number from 1 to 2147483647"),
    // Wrong types deep in tables.
    .init(
      8,
      "mr.image.linear_gradient { from = { 0, 0 }, to = { 1, 1 }, stops = { 'red', { 0.5, {} } } }",
      "bad item 2 of item 2 of 'stops'"),
    .init(
      8, "mr.video_composition { size = { 8, 8 }, instructions = { { layers = { 'video' } } } }",
      "bad item 1 of 'layers' of instruction 1"),
    .init(
      8, "mr.export { t, chapters = { { range = { 0, 'x' } } } }",
      "bad stop of 'range' of item 1 of 'chapters'"),
    .init(
      8, "mr.export { t, video_options = { { bf = 1 } } }", "expected a table of values by name"),
    .init(8, "mr.params { x = { 'choice', choices = { 1, 2 } } }", "expected a string, got 1"),
    .init(8, "mr.video_composition(t, { color = { matrix = 'bt9000' } })", "got 'bt9000'"),
    // Tables in knots.
    .init(
      8, "local k = {} k[1], k.range = k, k v:set_segments(k)",
      "takes options by name such as { range = … }, got {"),
    .init(
      8, "local k = {} for i = 1, 2 do k[i] = k end v:insert(card, k)", "bad start of 'range'"),
    .init(8, "local k = {} k.metadata = k mr.export(k)", "mr.export needs a timeline first"),
    .init(
      8, "local m = {} m.__index = m setmetatable(m, m) print(m.x)",
      "'__index' chain too long; possible loop"),
    .init(
      8,
      "local m = setmetatable({}, { __index = function(self, k) return self[k] end }) print(m.x)",
      "stack overflow"),
    .init(
      8, "local m = setmetatable({}, { __tostring = function(s) return tostring(s) end }) print(m)",
      "stack overflow"),
    .init(
      8, "print(setmetatable({}, { __tostring = function() return {} end }))",
      "'__tostring' must return a string"),
    .init(8, "setmetatable({}, { __gc = print })", "__gc"),
    // Objects of others, and methods without an object.
    .init(8, "v.insert(card, { 0, 1 })", "call it with a colon on a track"),
    .init(8, "v.insert()", "call it with a colon on a track"),
    .init(8, "mr.color.over('red')", "attempt to index a function value"),
    .init(8, "t.insert(v, card)", "call it with a colon on a timeline"),
    .init(
      9, "local gone = t:add_track 'video' t:remove_track(gone)\ngone:insert(card, { 0, 1 })",
      "track 3 was removed from its timeline"),
    .init(
      9, "t:remove_track(a)\nmr.audio_mix():volume(a, 1)", "track 2 was removed from its timeline"),
    .init(
      9,
      "local other = mr.timeline():add_track 'audio'\nreturn mr.export { t, audio = mr.audio_mix():volume(other, 1) }",
      "bad 'audio' of mr.export: it names track 1 of another timeline"),
    .init(8, "card.duration = 9", "cannot set 'duration' of a source: it is read-only"),
    .init(8, "card[1] = 2", "cannot set an item of a source: it has none"),
    .init(8, "local x = card[1]", "a source has no items"),
    .init(8, "local x = #card", "a source has no length: # is for lists"),
    .init(8, "local x = card + card", "cannot calculate a source + a source"),
    // Errors of all kinds.
    .init(8, "error 'stop here'", "stop here"),
    .init(8, "error('no place', 0)", "no place"),
    .init(8, "error({ code = 3 })", "the script raised a table as an error"),
    .init(8, "error(nil)", "nil"),
    .init(8, "error()", "nil"),
    .init(8, "error(setmetatable({}, { __tostring = function() return 'told' end }))", "told"),
    .init(8, "error(setmetatable({}, { __tostring = function() error 'twice' end }))", "twice"),
    .init(8, "assert(false)", "assertion failed!"),
    .init(8, "assert(nil, { 1 })", "the script raised a table as an error"),
    .init(8, "(nil)()", "attempt to call a nil value"),
    .init(8, "coroutine.wrap(function() error 'inside' end)()", "inside"),
    .init(8, "coroutine.wrap(function() v:retime(1, 2) end)()", "bad 'range' of track:retime"),
    .init(8, "coroutine.yield(1)", "attempt to yield from outside a coroutine"),
    .init(8, "local c c = coroutine.wrap(function() c() end) c()", "cannot resume"),
    .init(8, "local function f() return f() + 1 end f()", "needs more than 32768 KiB of memory"),
    .init(8, "local s = ('x'):rep(1 << 40)", "would make a string beyond the memory limit"),
    // What Lua itself refuses.
    .init(8, "goto nowhere", "no visible label 'nowhere'"),
    .init(
      8, "for i = 1, 3 do if i == 2 then goto continue end local x = i ::continue:: print(x) end",
      "jumps into the scope of local 'x'"),
    .init(8, "::here:: ::here::", "label 'here' already defined"),
    .init(8, "continue", "syntax error near <eof>"),
    .init(8, "local x <const> = 1 x = 2", "attempt to assign to const variable 'x'"),
    .init(8, "break", "break outside loop at line 8"),
    .init(8, "local s = 'no end", "unfinished string"),
    .init(8, "local x = 1e", "malformed number near '1e'"),
    .init(8, "x = \"\\q\"", "invalid escape sequence"),
    .init(8, "x = §", "unexpected symbol near"),
  ]

  @Test(arguments: mistakes) func isAnsweredAtItsLine(_ mistake: MalformedScriptTests.Mistake) {
    // Where a function was running, its callers follow on lines of their own.
    let lines = Runs.script(Self.preamble + mistake.script).message.split(separator: "\n")
    let message = lines.first.map(String.init) ?? ""
    #expect(message.hasPrefix("test.lua:\(mistake.line): "))
    #expect(message.contains(mistake.answer))
    #expect(lines.dropFirst().allSatisfy { $0.hasPrefix("  ") }, "\(lines)")
  }
}
