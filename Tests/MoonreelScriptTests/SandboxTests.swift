// SPDX-License-Identifier: MIT

import MoonreelCore
import Testing

@testable import MoonreelScript

/// Attempts to leave the sandbox, to hang, or to take all memory; each ends in one sentence.
@Suite struct SandboxTests {
  /// What is gone: reading it is an error.
  static let absent = [
    "os", "io", "debug", "package", "dofile", "loadfile", "loadstring", "module", "setfenv",
    "getfenv",
    "warn", "_G.os", "_G['io']", "_ENV.debug", "newproxy", "unpack", "jit", "ffi",
  ]

  @Test(arguments: absent) func isAbsent(_ expression: String) throws {
    let name = try #require(expression.split { ".[]'".contains($0) }.last)
    #expect(Runs.output("print(rawget(_G, '\(name)'))") == ["nil"])
    #expect(
      Runs.output("print(\(expression))").last?.contains("unknown variable '\(name)'") == true)
  }

  /// Where Lua would write an address: a number stands there, the same in every run.
  @Test func noAddressIsShown() {
    let lines = Runs.output(
      """
      local t, f = {}, function() end
      local co = coroutine.create(f)
      print(t, print, f, co, t)
      print(tostring(t), tostring(io_), string.format("%s %s|%-10s|", t, f, co))
      print(("%p %p %5p"):format(t, f, 1), ("%%p %q %5.1f %p"):format("a%p", 1.25, "text"))
      print(setmetatable({}, { __name = "Box" }), setmetatable({}, { __tostring = function() return "mine" end }))
      print(pcall(string.format, "%d", t))
      print(pcall(string.format, "%s"))
      print(string.format("%s %s %s %s", nil, true, 1, 2.5), #string.format("%s", ("x"):rep(70000)))
      print(string.format("%99p", {}))
      """.replacingOccurrences(of: "io_", with: "string"))
    #expect(lines.count == 8, "\(lines)")
    #expect(lines[0] == "table: 1\tfunction: 2\tfunction: 3\tthread: 4\ttable: 1")
    #expect(lines[1] == "table: 1\ttable: 5\ttable: 1 function: 3|thread: 4 |")
    #expect(lines[2] == "table: 1 function: 3 (null)\t%p \"a%p\"   1.2 (null)")
    #expect(lines[3] == "Box: 6\tmine")
    #expect(lines[4].contains("number expected, got table"))
    #expect(lines[5].contains("no value") || lines[5].contains("bad argument"))
    #expect(lines[6] == "nil true 1 2.5\t70000")
    for line in lines { #expect(!line.contains("0x"), "\(line)") }
  }

  @Test func dumpIsAbsent() { #expect(Runs.output("print(string.dump)") == ["nil"]) }

  struct Attack: Sendable, CustomTestStringConvertible {
    var script: String
    var answer: String
    init(_ script: String, _ answer: String) { (self.script, self.answer) = (script, answer) }
    var testDescription: String { script }
  }

  /// Scripts that must end with an error which contains `answer`.
  static let attacks: [Attack] = [
    Attack("load('\\27Lua')()", "attempt to call a nil value"),
    Attack("assert(load('\\27Lua', 'x', 'b'))", "text only"),
    Attack("assert(load('return 1', '@moonreel:x.lua'))", "cannot name a chunk"),
    Attack("setmetatable({}, { __gc = function() end })", "no __gc"),
    Attack("setmetatable({}, { __gc = true })", "no __gc"),
    Attack("collectgarbage('stop')", "'collect' or 'count'"),
    Attack("collectgarbage('setpause', 1)", "'collect' or 'count'"),
    Attack("require 'os'", "cannot find module 'os'"),
    Attack("require '../secret'", "a module's name is letters"),
    Attack("require '/etc/passwd'", "a module's name is letters"),
    Attack("require 'prelude'", "cannot find module 'prelude'"),
    Attack("require ''", "a module's name is letters"),
    Attack("require(('a'):rep(300))", "a module's name is letters"),
    Attack("require(42)", "expected a string"),
    Attack("require 'a\\0b'", "a module's name is letters"),
    Attack(
      "getmetatable(require 'moonreel'.timeline()).__gc()", "attempt to index a boolean value"),
    Attack("setmetatable(require 'moonreel', {})", "protected metatable"),
    Attack("require 'moonreel'.asset '/etc/passwd'", "/etc/passwd"),
    Attack("require 'moonreel'.asset '../../../../etc/passwd'", "etc/passwd"),
    Attack("while true do end", "more than 5000000 instructions"),
    Attack("repeat pcall(function() while true do end end) until false", "more than 5000000"),
    Attack("while true do pcall(error) end", "more than 5000000"),
    Attack("local function f() return f() end f()", "more than 5000000"),
    Attack(
      "while true do xpcall(error, function() while true do end end) end", "more than 5000000"),
    Attack(
      "local co = coroutine.wrap(function() while true do end end) while true do pcall(co) end",
      "more than 5000000"),
    Attack(
      "while true do coroutine.resume(coroutine.create(function() while true do end end)) end",
      "more than 5000000"),
    Attack(
      "while true do local x <close> = setmetatable({}, { __close = function() while true do end end }) end",
      "more than 5000000"),
    Attack(
      "local t = setmetatable({}, { __index = function(t, k) while true do end end }) pcall(next, t) print(t.x)",
      "more than 5000000"),
    Attack("goto a; ::a:: goto a", "more than 5000000"),
    Attack("::a:: goto a", "more than 5000000"),
    Attack("local function f() f() f() end f()", "KiB of memory"),
    Attack("local n = 0 local function f() n = n + 1 return 1 + f() end f()", "KiB of memory"),
    Attack(
      "local t = {} for i = 1, 300 do t = setmetatable({}, { __index = t }) end print(t.x) error 'end'",
      "end"),
    Attack(
      "local function f(n) return coroutine.wrap(function() f(n + 1) end)() end f(1)",
      "C stack overflow"),
    Attack("string.rep('x', 1 << 40)", "beyond the memory limit"),
    Attack("string.rep('x', math.maxinteger, 'y')", "beyond the memory limit"),
    Attack("local s = ('x'):rep(1 << 20) while true do s = s .. s end", "KiB of memory"),
    Attack("local t = {} while true do t[#t + 1] = {} end", "KiB of memory"),
    Attack("local t = {} for i = 1, 1e9 do t[i] = i end", "KiB of memory"),
    Attack("while true do pcall(string.rep, 'x', 30 << 20) end", "more than 5000000"),
    Attack("string.format('%99999d', 1)", "invalid conversion"),
    Attack("string.pack('c1000000000', '')", "KiB of memory"),
    Attack(
      "table.concat(setmetatable({}, { __len = function() return math.maxinteger end, "
        + "__index = function() return 'x' end }))", "more than 5000000"),
    Attack(
      "table.insert(setmetatable({}, { __len = function() return math.maxinteger - 1 end }), 1, 2)",
      "more than 5000000"),
    Attack(
      "table.remove(setmetatable({}, { __len = function() return math.maxinteger end }), 1)",
      "more than 5000000"),
    Attack("table.move({}, 1, math.maxinteger - 1, 2)", "more than 5000000"),
    Attack("table.move({}, 1, 1e15, 1, {})", "more than 5000000"),
    Attack("table.unpack({}, 1, 1e8)", "too many results"),
    Attack("table.unpack(setmetatable({}, { __len = function() return 1 << 40 end }))", "too many"),
    Attack(
      "table.sort(setmetatable({}, { __len = function() return 1 << 30 end }))", "array too big"),
    Attack("table.sort({ 1, 2, 'x' })", "attempt to compare"),
    Attack("table.sort({ 3, 2, 1 }, function() error 'liar' end)", "liar"),
    Attack("('a'):rep(1e5):find(('.-'):rep(20) .. 'b')", "more than 5000000"),
    Attack("('a'):rep(30000):find('(a*)*b' .. ('a*'):rep(20) .. 'c')", "more than 5000000"),
    Attack("('x'):rep(1e6):gsub('', ('y'):rep(1e3))", "KiB of memory"),
    Attack("for _ in ('a'):rep(1e5):gmatch('.-.-.-b') do end", "more than 5000000"),
    Attack("string.match(('('):rep(40), ('('):rep(40))", "too many captures"),
    Attack("string.find('x', ('%b'):rep(1))", "malformed pattern"),
    Attack("load(('('):rep(1000) .. '1' .. (')'):rep(1000))()", "attempt to call a nil value"),
    Attack("load(function() return '--' end)", "more than 5000000"),
    Attack("math.randomseed()", "no clock"),
    Attack("utf8.char(-1)", "value out of range"),
    Attack("string.rep()", "string expected"),
    Attack("coroutine.resume(1)", "thread expected"),
    Attack(
      "coroutine.wrap(function() coroutine.yield(coroutine.running()) end)() error 'ok'", "ok"),
    Attack("rawset(require 'moonreel'.color 'red', 'x', 1)", "table expected"),
    Attack("require 'moonreel'.color('red').__gc()", "unknown name '__gc' of image"),
    Attack(
      "local i = require 'moonreel'.color 'red' for n = 1, 1e6 do i = i:opacity(0.5) end",
      "more than 10000 steps"),
    Attack("error(nil)", "a nil as an error"),
    Attack("error(setmetatable({}, { __tostring = function() error 'twice' end }))", "test.lua"),
  ]

  @Test(arguments: attacks) func endsInOneSentence(_ attack: Attack) {
    let outcome = Runs.script(attack.script)
    #expect(outcome.error != nil)
    #expect(outcome.message.contains(attack.answer))
    #expect(outcome.message.hasPrefix("test.lua"))
  }

  @Test func limitsAreOfTheirOwnKind() {
    #expect(Runs.script("while true do end").error?.code == .limitExceeded)
    #expect(Runs.script("local t = {} while true do t = { t } end").error?.code == .limitExceeded)
  }

  @Test func budgetIsPerCall() {
    // The main chunk nearly exhausts it; the modules it loads count to the same call.
    let script = "for i = 1, 1e6 do end print 'done'"
    #expect(Runs.output(script) == ["done"])
    #expect(
      Runs.output(script) { $0.instructionLimit = 10_000 }.last?.contains("more than 10000") == true
    )
  }

  @Test func wallClockEndsWhatTheBudgetAllows() {
    let outcome = Runs.script("while true do end") {
      $0.instructionLimit = .max / 2
      $0.wallClockLimit = 0.05
    }
    #expect(outcome.message.hasPrefix("test.lua:1: the script ran longer than 0.05 s"))
  }
}
