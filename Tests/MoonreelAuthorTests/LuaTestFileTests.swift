// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelScript
import Testing

@testable import MoonreelAuthor

/// Tests in plain Lua.
@Suite struct LuaTestFileTests {
  private static let head = """
    local mr, test = require "moonreel", require "moonreel.test"
    local describe, it, expect = test.describe, test.it, test.expect

    """

  private func outcomes(
    _ text: String, _ filters: [String] = [], lists: Bool = false,
    configure: (inout ScriptOptions) -> Void = { _ in }
  ) throws -> [TestOutcome] {
    try PluginSamples.inFolder(["sum_test.lua": Self.head + text]) {
      try PluginSamples.run($0, filters, lists: lists, configure: configure)
    }
  }

  /// The sentence of the only test of a file with this body.
  private func fault(_ body: String) throws -> String? {
    let outcomes = try outcomes("it('works', function()\n\(body)\nend)")
    #expect(outcomes.map(\.name.name) == ["works"])
    return outcomes.first?.verdict.sentence
  }

  @Test(
    "what is expected and holds passes",
    arguments: [
      "expect(1 + 1):to_be(2)", "expect(nil):to_be(nil)", "expect(1).never:to_be(2)",
      "expect({ 1, { a = 2 } }):to_equal({ 1, { a = 2 } })",
      "expect({ 1, 2 }).never:to_equal({ 1, 3 })", "expect({ a = 1 }).never:to_equal({})",
      "expect(0.1 + 0.2):to_be_near(0.3)", "expect(1).never:to_be_near(2, 0.5)",
      "expect('lantern'):to_match('^lan')", "expect(3).never:to_match('3')",
      "expect(function() error('no wick') end):to_fail()",
      "expect(function() error('no wick') end):to_fail('wick$')",
      "expect(function() end).never:to_fail()",
      "expect(function() error('no wick') end).never:to_fail('oil')",
      "expect(0 / 0):to_equal(0 / 0)", "describe('inner', function() end)",
    ])
  func holds(_ body: String) throws {
    #expect(try fault(body) == nil)
  }

  @Test(
    "what does not hold is told with its place, what was expected and what was found",
    arguments: [
      ("expect(1 + 1):to_be(3)", "expected 3, found 2"),
      ("expect(2).never:to_be(2)", "expected anything but 2, found 2"),
      ("expect('a'):to_be(nil)", "expected nothing, found 'a'"),
      (
        "expect({ 1, { a = 2 } }):to_equal({ 1, { a = 3 } })",
        "expected { 1, { a = 3 } }, found { 1, { a = 2 } } (they differ at [2]['a'])"
      ),
      ("expect({ a = 1, b = 2 }):to_equal({ a = 1 })", "(they differ at ['b'])"),
      ("expect(1):to_be_near(2, 0.5)", "expected 2 or 0.5 beside it, found 1"),
      ("expect('lamp'):to_match('^lan')", "expected text that matches '^lan', found 'lamp'"),
      ("expect(function() end):to_fail()", "expected an error, found none"),
      (
        "expect(function() error('no wick', 0) end):to_fail('oil')",
        "expected an error that matches 'oil', found the error 'no wick'"
      ),
      ("expect(3):to_fail()", "to_fail wants a function, such as expect(function() … end), got 3"),
      ("expect(3):to_bee(3)", "there is no expectation 'to_bee' (did you mean 'to_be'?)"),
      ("error('no oil')", "no oil"), ("expect(mr.color('red')):to_match('x')", "found an image"),
      ("undefined_name()", "unknown variable 'undefined_name'"),
    ])
  func fails(_ body: String, _ sentence: String) throws {
    let fault = try #require(try fault(body))
    #expect(fault.contains(sentence), "\(fault)")
    #expect(fault.contains("sum_test.lua:4: "), "\(fault)")
  }

  @Test("one that fails does not stop the others, and groups name their tests")
  func groups() throws {
    let outcomes = try outcomes(
      """
      local log = {}
      test.before_each(function() log[#log + 1] = "all" end)
      describe("a lantern", function()
        test.before_each(function() log[#log + 1] = "inner" end)
        it("burns", function() error { broken = true } end)
        describe("at night", function()
          it("shines", function() expect(#log):to_be(4) end)
        end)
        it("is empty", function() end)
      end)
      describe("broken", function() error("no group") end)
      it("ends", function() expect(log):to_equal { "all", "inner", "all", "inner", "all", "inner", "all" } end)
      """)
    #expect(
      outcomes.map(\.name.name) == [
        "a lantern burns", "a lantern at night shines", "a lantern is empty", "broken", "ends",
      ])
    let faults = outcomes.map(\.verdict.sentence)
    #expect(faults[0]?.contains("broken = true") == true)
    #expect(faults[1] == nil && faults[2] == nil && faults[4] == nil, "\(faults)")
    #expect(faults[3]?.contains("sum_test.lua:13: no group") == true, "\(faults)")
    #expect(outcomes[3].line == 13)
  }

  @Test("the functions are global, too")
  func globals() throws {
    let outcomes = try PluginSamples.inFolder([
      "plain_test.lua":
        "describe('one', function() it('is one', function() expect(1):to_be(1) end) end)"
    ]) { try PluginSamples.run($0) }
    #expect(outcomes.map(\.verdict) == [.passed])
  }

  @Test("an endless test fails, and the rest of the file is run")
  func endless() throws {
    let outcomes = try outcomes(
      """
      it("comes first", function() end)
      it("loops", function() while true do end end)
      it("eats", function() local all = {} while true do all[#all + 1] = ("x"):rep(1e6) .. #all end end)
      it("catches", function() pcall(function() while true do end end) end)
      it("comes last", function() expect(1):to_be(1) end)
      """
    ) { options in
      options.instructionLimit = 60_000_000
      options.memoryLimit = 16 << 20
    }
    #expect(outcomes.map(\.name.name) == ["comes first", "loops", "eats", "catches", "comes last"])
    #expect(outcomes[0].verdict == .passed && outcomes[4].verdict == .passed, "\(outcomes)")
    for (index, word) in [(1, "instructions"), (2, "memory"), (3, "instructions")] {
      #expect(outcomes[index].verdict.sentence?.contains(word) == true, "\(outcomes[index])")
    }
  }

  @Test("a file that hangs again and again is given up")
  func givenUp() throws {
    let outcomes = try outcomes(
      "for index = 1, 20 do it('loops ' .. index, function() while true do end end) end"
    ) { $0.instructionLimit = 300_000 }
    #expect(outcomes.count == 9)
    #expect(outcomes.last?.verdict.sentence?.contains("the others were not run") == true)
  }

  @Test("a file that cannot be run is a test that fails")
  func broken() throws {
    for text in ["it('x', function( end)", "local x = nil\nprint(x.y)", "it(3, function() end)"] {
      let outcomes = try outcomes(text)
      #expect(outcomes.map(\.name.name) == ["can be run"])
      #expect(outcomes[0].verdict.sentence?.contains("sum_test.lua:") == true, "\(outcomes)")
    }
  }

  @Test("tests are chosen by words, and named without being run")
  func choosing() throws {
    let text = """
      describe("a lantern", function()
        it("burns", function() end)
        it("shines", function() error("it was run") end)
      end)
      """
    #expect(try outcomes(text, ["BURNS lantern"]).map(\.verdict) == [.passed])
    #expect(try outcomes(text, ["nothing"]).isEmpty)
    let listed = try outcomes(text, lists: true)
    #expect(listed.map(\.name.name) == ["a lantern burns", "a lantern shines"])
    #expect(listed.allSatisfy { $0.verdict == .leftOut("named only") })
  }

  @Test("what the host is given wrongly is an error of the test")
  func hostile() throws {
    let call = "require('moonreel.test.host').picture(mr.color 'red', 'x', { size = { SIZE } })"
    for size in ["1e300, 1", "-1e300, 2", "0, 0", "16384, 16384", "'a', 2", "3"] {
      let fault = try #require(try fault(call.replacing("SIZE", with: size)))
      #expect(fault.contains("bad 'size' of to_look_like"), "\(fault)")
    }
  }

  @Test("a film that requires tests fails where they do")
  func asModule() throws {
    let files = [
      "good.lua": Self.head + "it('holds', function() expect(1):to_be(1) end)",
      "bad.lua": Self.head + "it('holds', function() expect(1):to_be(2) end)",
    ]
    try PluginSamples.inFolder(files) { folder in
      for (module, isGood) in [("good", true), ("bad", false)] {
        let text =
          "require '\(module)'\nreturn require('moonreel').composition { size = { 8, 8 }, duration = 1 }"
        let options = ScriptOptions(path: folder + "/film.lua", text: text)
        let result = Result { try ScriptHost(options: options).run() }
        #expect(((try? result.get()) != nil) == isGood)
      }
    }
  }
}
