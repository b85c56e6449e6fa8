// SPDX-License-Identifier: MIT

import Glibc
import MoonreelCore
import Testing

@testable import MoonreelScript

@Suite struct ParameterTests {
  private static let script = """
    local mr = require "moonreel"
    local p = mr.params {
      text = { "string", default = "hello", doc = "the big line" },
      amount = { "number", default = 0.5, min = 0, max = 1 },
      count = { "integer", default = 3 },
      loud = { "boolean", default = false },
      ink = { "color", default = "#ff0000" },
      clip = { "file", sample = mr.samples.clips[1] },
      clips = { "files", default = {} },
      mode = { "choice", choices = { "fast", "slow" }, default = "fast" },
      start = { "time", default = "00:00:01:00" },
    }
    print(p.text, p.amount, p.count, p.loud, p.ink, p.mode, p.start, #p.clips, p.clip)

    """

  private func output(_ configure: (inout ScriptOptions) -> Void = { _ in }) -> String {
    Runs.output(Self.script, configure: configure).joined(separator: "\n")
  }

  @Test func defaults() {
    #expect(output() == "hello\t0.5\t3\tfalse\tcolor #ff0000\tfast\t00:00:01:00\t0\tnil")
  }

  @Test func settings() {
    let sets = [
      ("text", "3"), ("amount", "1"), ("count", "7"), ("loud", "yes"), ("ink", "blue"),
      ("mode", "slow"),
      ("start", "2.5"), ("clips", "/a.mp4"), ("clips", "/b.mp4"), ("clip", "/c.mp4"),
    ]
    #expect(output { $0.sets = sets } == "3\t1.0\t7\ttrue\tcolor #0000ff\tslow\t2.5\t2\t/c.mp4")
  }

  @Test func samplesAreForChecking() {
    #expect(output { $0.mode = .check }.hasSuffix("moonreel:sample/1"))
  }

  /// What `mr.params` gives knows its names.
  @Test(
    "unknown names are errors, declared ones and other keys are not",
    arguments: [
      ("p.txt", "test.lua:14: the script declares no parameter 'txt' (did you mean 'text'?)"),
      ("p['modes']", "the script declares no parameter 'modes' (did you mean 'mode'?)"),
      ("p.something_else", "the script declares no parameter 'something_else'"),
      ("p.clip", "nil"), ("p[1]", "nil"), ("rawget(p, 'txt')", "nil"), ("p.text", "hello"),
    ])
  func strict(_ expression: String, _ wanted: String) {
    for mode in [ScriptOptions.Mode.render, .check] where mode == .render || expression != "p.clip"
    {
      let output = Runs.output(Self.script + "print(\(expression))") { $0.mode = mode }
      #expect(output.last?.contains(wanted) == true, "\(mode): \(output)")
    }
  }

  @Test func stillATable() {
    let script = """
      local mr = require "moonreel"
      local p = mr.params { title = { "string", default = "x" }, gone = { "string" } }
      for name, value in pairs(p) do print(name, value) end
      p.more = 1
      print(p.more, next(p) ~= nil, p.gone, pcall(function() return p.tilte end))
      """
    let wanted = [
      "title\tx",
      "1\ttrue\tnil\tfalse\ttest.lua:5: the script declares no parameter 'tilte' (did you mean 'title'?)",
    ]
    #expect(Runs.output(script) == wanted)
    #expect(Runs.output(script) { $0.mode = .check } == wanted)
  }

  static let refused: [(String, String, String)] = [
    ("amount", "2", "bad parameter 'amount' (--set): expected a number from 0 to 1, got 2"),
    ("amount", "much", "expected a number from 0 to 1, got 'much'"),
    ("count", "1.5", "expected a whole number, got 1.5"),
    ("loud", "maybe", "expected true or false, got 'maybe'"),
    ("ink", "redd", "Cannot read 'redd' as a colour"),
    ("mode", "fats", "expected 'fast' or 'slow', got 'fats' (did you mean 'fast'?)"),
    ("start", "soon", "expected a time"),
    ("txet", "x", "the script has no parameter 'txet' (did you mean 'text'?)"),
  ]

  @Test(arguments: refused) func refuses(_ name: String, _ value: String, _ message: String) {
    let outcome = Runs.script(Self.script + "return mr.color('red'):crop { 0, 0, 4, 4 }") {
      $0.sets = [(name, value)]
    }
    #expect(outcome.message.hasPrefix("test.lua"))
    #expect(outcome.message.contains(message))
  }

  /// Lists, tables and long texts, as typed and as a file gives them.
  @Test func listsAndTables() throws {
    let script = """
      local mr = require "moonreel"
      local p = mr.params {
        points = { "list", of = "integer", min = 0, default = { 1, 2 } }, words = { "list" },
        style = { "table", default = { size = 1 } }, note = { "text", default = "a" },
        sides = { "list", of = "choice", choices = { "left", "right" } },
      }
      print(#p.points, p.points[1], p.words and p.words[2], p.style.size, p.note, p.sides and p.sides[1])

      """
    #expect(Runs.output(script) == ["2\t1\tnil\t1\ta\tnil"])
    let sets = [
      ("points", "7"), ("points", "8"), ("points", "9"), ("words", "x"), ("words", "y"),
      ("style", #"{"size": [4]}"#), ("note", "b\nc"), ("sides", "left"),
    ]
    let found = Runs.output(script) { $0.sets = sets }.joined(separator: "\n")
    #expect(found.hasPrefix("3\t7\ty\ttable: ") && found.hasSuffix("\tb\nc\tleft"))
    let json = #"{ "points": [5], "words": "only", "style": [1], "sides": ["right"] }"#
    try withFile(json) { path in
      #expect(Runs.output(script) { $0.paramsFile = path } == ["1\t5\tnil\tnil\ta\tright"])
    }
    let refused: [(String, String, String)] = [
      ("points", "-1", "expected a number, 0 or more"), ("points", "x", "expected a whole number"),
      ("style", "{", "expected a list or table as JSON, such as {\"name\": 1}: line 1"),
      ("style", "3", "expected a list or table as JSON, such as {\"name\": 1}, got 3"),
      ("sides", "lefft", "did you mean 'left'?"),
    ]
    for (name, value, sentence) in refused {
      let message = Runs.script(script) { $0.sets = [(name, value)] }.message
      #expect(message.contains(sentence), "\(message)")
    }
  }

  @Test(
    "declarations that mean nothing are refused",
    arguments: [
      (#"{ "number", of = "number" }"#, "only a \"list\" is 'of' something"),
      (#"{ "list", of = "list" }"#, "lists of lists are a \"table\""),
      (#"{ "list", of = "choice" }"#, "needs 'choices'"),
      (#"{ "list", choices = { "a" } }"#, "only a \"choice\" has choices"),
    ])
  func senseless(_ declaration: String, _ sentence: String) {
    let script = "local mr = require 'moonreel'\nmr.params { a = \(declaration) }\n"
    #expect(Runs.script(script).message.contains(sentence))
  }

  @Test func oneValueOnly() {
    let outcome = Runs.script(Self.script) { $0.sets = [("text", "a"), ("text", "b")] }
    #expect(outcome.message == "test.lua:3: parameter 'text' takes one value, got 2 with --set")
  }

  @Test func parametersAreReported() throws {
    let outcome = Runs.script(Self.script + "return mr.color('red'):crop { 0, 0, 4, 4 }")
    let parameters = try #require(outcome.result, "\(outcome.message)").parameters
    #expect(parameters.count == 9)
    let text = try #require(parameters.first { $0.name == "text" })
    var wanted = ScriptParameter(name: "text", kind: .string, doc: "the big line", value: "hello")
    (wanted.place, wanted.fallback) = ("test.lua:2", "hello")
    (wanted.plainValue, wanted.plainFallback) = (.string("hello"), .string("hello"))
    #expect(text == wanted)
  }

  // MARK: JSON

  private func withFile<R>(_ text: String, _ body: (String) throws -> R) throws -> R {
    var template = Array("/tmp/moonreel-params-XXXXXX".utf8CString)
    let file = mkstemp(&template)
    defer { unlink(template) }
    _ = text.withCString { write(file, $0, strlen($0)) }
    close(file)
    return try body(
      String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self))
  }

  @Test func jsonFiles() throws {
    let json = #"""
      { "text": "A \"quote\" \u00e4\ud83d\ude00\n", "amount": 2.5e-1, "count": 9, "loud": true,
        "clips": ["/a", "/b", "/c"], "mode": "slow", "start": 4, "ink": "#00ff00" }
      """#
    let line = try withFile(json) { path in output { $0.paramsFile = path } }
    #expect(line == "A \"quote\" ä😀\n\t0.25\t9\ttrue\tcolor #00ff00\tslow\t4\t3\tnil")
  }

  @Test func settingsWinOverFiles() throws {
    let line = try withFile(#"{ "text": "file", "count": 1 }"#) { path in
      output { options in
        options.paramsFile = path
        options.sets = [("text", "typed")]
      }
    }
    #expect(line.hasPrefix("typed\t0.5\t1\t"))
  }

  static let mistakes: [(String, String)] = [
    ("", "line 1 of the JSON text: expected a value"), ("[1]", "no JSON object"),
    ("{ 'a': 1 }", "expected a name in quotes"),
    ("{\n\"a\" 1 }", "line 2 of the JSON text: expected ':'"),
    ("{ \"a\": 1 } x", "expected one value only"), ("{ \"a\": 1,, }", "expected a name in quotes"),
    ("{ \"a\": \"x", "expected '\"' at the end"), ("{ \"a\": \"\\x\" }", "after '\\'"),
    ("{ \"a\": nope }", "expected a value"), ("{ \"a\": [1 }", "expected ',' or ']'"),
    (String(repeating: "[", count: 100), "fewer than 64 levels"),
    ("{ \"a\": 1e999 }", "expected a value"),
  ]

  @Test(arguments: mistakes) func malformedFiles(_ json: String, _ answer: String) throws {
    let message = try withFile(json) { path in Runs.script("") { $0.paramsFile = path }.message }
    #expect(message.hasPrefix("Cannot read the parameters '/tmp/"))
    #expect(message.contains(answer))
  }

  @Test("callbacks ask for parameters by name") func callbacks() throws {
    let script = """
      local mr = require "moonreel"
      mr.params { ink = { "color", default = "#ff0000" }, note = { "string" } }
      local show = mr.composition { size = { 8, 8 }, duration = 1 }
      show:add { source = function(time, context)
        assert(context:parameter "note" == nil)
        return mr.image.color(context:parameter "NAME")
      end }
      return show
      """
    let good = Runs.script(script.replacing("NAME", with: "ink")) { $0.mode = .check }
    #expect(good.result != nil, "\(good.message)")
    let bad = Runs.script(script.replacing("NAME", with: "inc")) { $0.mode = .check }
    #expect(bad.message.contains("the script declares no parameter 'inc' (did you mean 'ink'?)"))
  }
}
