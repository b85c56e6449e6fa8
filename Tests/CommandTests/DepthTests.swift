// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import moonreel

/// Whatever scripts can lay into one another or hang onto one another, thousands of times: each way down is bounded by
/// a sentence, so that nothing overflows the stack.
@Suite("Deep and long films")
struct DepthTests {
  /// A way to go deep, how often the script goes it, and what the answer says.
  struct Way: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var count: Int
    var script: String
    var answer: String

    init(_ name: String, _ count: Int, _ script: String, _ answer: String) {
      (testDescription, self.count, self.script, self.answer) = (name, count, script, answer)
    }
  }

  private static let ways = [
    Way(
      "parents", 3000,
      "local c, last = show() for i = 1, N do last = c:add { source = mr.adjustment {}, parent = last, x = 1 } end "
        + "c:add { source = card, parent = last } return c",
      "more than 100 layers by their parents"),
    Way(
      "mattes", 3000,
      "local c, last = show() for i = 1, N do last = c:add { source = card, matte = last } end return c",
      "more than 100 layers by their mattes"),
    Way(
      "compositions", 10_000,
      "local inner = full() for i = 1, N do local o = show() o:add { source = inner } inner = o end return inner",
      "32 deep"),
    Way(
      "compositions in sequences", 10_000,
      "local inner = full() for i = 1, N do local o = show() o:sequence { { source = inner } } inner = o end "
        + "return inner",
      "32 deep"),
    Way(
      "exports", 10_000,
      "local inner = full() for i = 1, N do local o = show() o:add { source = mr.export { inner } } inner = o end "
        + "return inner",
      "32 deep"),
    Way(
      "overlays", 10_000,
      "local film, top = full(), full() for i = 1, N do film = mr.overlay(film, top) end return film",
      "32 deep"),
    Way(
      "timelines", 10_000,
      "local t = mr.timeline() t:add_track 'video':insert(chart, { 0, 1 }) "
        + "for i = 1, N do local o = mr.timeline() o:add_track 'video':insert(t, { 0, 1 }) t = o end return t",
      "32 deep"),
    Way(
      "operations", 10_000,
      "local c = show() c:add { source = card, effects = { function(image) "
        + "for i = 1, N do image = image:gain(0.999) end return image end } } return c",
      "more than 10000 steps"),
    Way(
      "effects", 10_000,
      "local c, list = show(), {} for i = 1, N do list[i] = function(image) return image:gain(0.999) end end "
        + "c:add { source = card, effects = list } return c",
      "more than 10000 steps"),
    Way(
      "tables", 100_000,
      "local t = {} local inner = t for i = 1, N do inner[1] = {} inner = inner[1] end "
        + "show():add { source = card, effects = t } return show()", "expected an effect"),
    Way(
      "functions that ask one another", 10_000,
      "local c, last = show() for i = 1, N do local l = last "
        + "last = c:add { source = card, opacity = function() return l and l.opacity or 1 end } end return c",
      "stack overflow"),
  ]

  @Test("end with a sentence", arguments: ways)
  func deep(_ way: Way) async throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "deep.lua",
      """
      local mr = require "moonreel"
      local N = \(way.count)
      local card, chart = mr.color "red", mr.source.test_card { size = { 32, 18 } }
      local function show() return mr.composition { size = { 32, 18 }, fps = 10, duration = 1 } end
      local function full() local c = show() c:add { source = card } return c end
      \(way.script)
      """)
    let result = try await Program.moonreel(
      ["frame", "deep.lua", "--at", "0.1", "-o", "deep.png", "--time-limit", "600"], in: folder.url)
    #expect(!result.wasKilled)
    #expect([1, 6].contains(result.code), "\(result.code) \(result.errors.prefix(400))")
    #expect(result.errors.contains(way.answer), "\(result.errors.prefix(400))")
    #expect(result.errors.hasPrefix("error: deep.lua:"), "\(result.errors.prefix(200))")
  }
}
