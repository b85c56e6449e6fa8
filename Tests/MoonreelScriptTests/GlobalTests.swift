// SPDX-License-Identifier: MIT

import MoonreelCore
import Testing

@testable import MoonreelScript

/// Variables that were never set are errors where they are read, with the name that was probably meant.
@Suite struct GlobalTests {
  struct Mistake: Sendable, CustomTestStringConvertible {
    var script: String
    var answer: String
    init(_ script: String, _ answer: String) { (self.script, self.answer) = (script, answer) }
    var testDescription: String { script }
  }

  static let mistakes: [Mistake] = [
    Mistake(
      "local clip = 1\nprint(clp)", "test.lua:2: unknown variable 'clp' (did you mean 'clip'?)"),
    Mistake(
      "title = 1\nprint(titel)", "test.lua:2: unknown variable 'titel' (did you mean 'title'?)"),
    Mistake("printt 'x'", "test.lua:1: unknown variable 'printt' (did you mean 'print'?)"),
    Mistake("print(matth.pi)", "test.lua:1: unknown variable 'matth' (did you mean 'math'?)"),
    Mistake(
      "local clip = 1\nlocal function f()\n  local other = clip\n  return clpi\nend\nf()",
      "test.lua:4: unknown variable 'clpi' (did you mean 'clip'?)"),
    Mistake(
      "local outer = 1\nlocal function f()\n  return outre\nend\nf()",
      "test.lua:3: unknown variable 'outre' (did you mean 'outer'?)"),
    Mistake(
      "local function f(duration) return durration end\nf(2)",
      "test.lua:1: unknown variable 'durration' (did you mean 'duration'?)"),
    Mistake(
      "coroutine.wrap(function() local clip = 1; print(clp) end)()",
      "test.lua:1: unknown variable 'clp' (did you mean 'clip'?)"),
    Mistake(
      "local t = { print = print }\nprint(quux)",
      "test.lua:2: unknown variable 'quux'; set it before it is read"),
    Mistake("print(_G.quux)", "unknown variable 'quux'"),
    Mistake("print(_ENV['quux'])", "unknown variable 'quux'"),
    Mistake("if quux then end", "unknown variable 'quux'"),
    Mistake("quux()", "unknown variable 'quux'"),
    Mistake("local clp = clp or 1", "unknown variable 'clp'"),
    Mistake("do local inner = 1 end\nprint(inner)", "unknown variable 'inner'"),
    Mistake("for i = 1, 2 do print(j) end", "unknown variable 'j'"),
    Mistake(
      "local mr = require 'moonreel'\nlocal show = mr.composition { size = { 64, 36 } }\n"
        + "local clip = mr.color 'red'\nshow:add { source = clp, duration = 1 }",
      "test.lua:4: unknown variable 'clp' (did you mean 'clip'?)"),
    Mistake("mr.composition {}", "local mr = require \"moonreel\""),
    Mistake("print(moonreel.asset)", "local mr = require \"moonreel\""),
  ]

  @Test(arguments: mistakes) func isNamed(_ mistake: Mistake) {
    let outcome = Runs.script(mistake.script)
    #expect(outcome.message.contains(mistake.answer), "\(outcome.message)")
    #expect(outcome.message.hasPrefix("test.lua:"))
    #expect(outcome.error?.code == .script)
  }

  /// All that people look for in vain has a sentence of its own.
  @Test(arguments: UnknownVariable.advice.keys.sorted()) func hasAdvice(_ name: String) throws {
    let outcome = Runs.script("local moonreal, pack, o, mt, bug = 1, 2, 3, 4, 5\n\(name)()")
    let advice = try #require(UnknownVariable.advice[name])
    #expect(outcome.message == "test.lua:2: unknown variable '\(name)': \(advice)")
  }

  /// What scripts may go on doing.
  static let allowed: [(script: String, output: [String])] = [
    ("state = 1; print(state)", ["1"]),
    ("state = nil; print(state)", ["nil"]),
    ("state = 1; state = nil; print(state)", ["nil"]),
    ("_G.state = 2; print(state)", ["2"]),
    ("function helper() return 3 end print(helper())", ["3"]),
    ("print(rawget(_G, 'quux'))", ["nil"]),
    ("print(pcall(function() return quux end) == false)", ["true"]),
    ("rawset(_G, 'quux', 4); print(quux)", ["4"]),
    ("print(_G[1], _G[true], _G[2.5])", ["nil\tnil\tnil"]),
    ("local n = 0 for name in pairs(_G) do n = n + 1 end print(n > 10)", ["true"]),
    ("local f = load('return x', 'c', 't', { x = 5 }) print(f())", ["5"]),
    ("local f = load('return x', 'c', 't', {}) print(f())", ["nil"]),
    ("local _ENV = { print = print } print(quux)", ["nil"]),
    ("setmetatable(_G, nil) print(quux)", ["nil"]),
  ]

  @Test(arguments: allowed.indices) func isAllowed(_ index: Int) {
    #expect(Runs.output(Self.allowed[index].script) == Self.allowed[index].output)
    #expect(
      Runs.output(Self.allowed[index].script) { $0.mode = .check } == Self.allowed[index].output)
  }

  /// A name far away from a thousand others costs no more than its share of the budget.
  @Test func manyGlobalsAreCharged() {
    let script = """
      for i = 1, 5000 do _G["name_of_a_global_" .. i] = i end
      while true do pcall(function() return quux end) end
      """
    #expect(Runs.script(script).message.contains("more than 5000000 instructions"))
  }
}
