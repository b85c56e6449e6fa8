// SPDX-License-Identifier: MIT

import Testing

@testable import MoonreelScript

/// Lua's patterns, by the reference manual's rules.
@Suite struct PatternTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var expression: String
    var result: String
    init(_ expression: String, _ result: String) {
      (self.expression, self.result) = (expression, result)
    }
    var testDescription: String { expression }
  }

  static let cases: [Case] = [
    Case("('hello world'):find('o w')", "5 7"),
    Case("('hello'):find('l')", "3 3"),
    Case("('hello'):find('')", "1 0"),
    Case("('hello'):find('', 6)", "6 5"),
    Case("('hello'):find('', 7)", "nil"),
    Case("('hello'):find('l', -2)", "4 4"),
    Case("('hello'):find('xyz')", "nil"),
    Case("('a.b'):find('.', 1, true)", "2 2"),
    Case("('a+b'):find('+', 1, true)", "2 2"),
    Case("('key = value'):match('^(%w+)%s*=%s*(%w+)$')", "key value"),
    Case("('  trim  '):match('^%s*(.-)%s*$') .. '|'", "trim|"),
    Case("('2024-05-17'):match('(%d+)-(%d+)-(%d+)')", "2024 05 17"),
    Case("('hello'):match('()ll()')", "3 5"),
    Case("('f(a(b)c)d'):match('%b()')", "(a(b)c)"),
    Case("('THE (quick) fox'):find('%f[%a]%a+%f[%A]', 5)", "6 10"),
    Case("('\"it\\'s\"'):match('([\"\\'])(.-)%1')", "\" it's"),
    Case("('aaa'):match('a-')", ""),
    Case("('aaab'):match('a-b')", "aaab"),
    Case("('aaa'):match('^a?a?a?a?$')", "aaa"),
    Case("('x]y'):match('[]]')", "]"),
    Case("('x^y'):match('[%^]')", "^"),
    Case("('a-z'):match('[a%-]+')", "a-"),
    Case("('abc'):match('[^a-b]')", "c"),
    Case("('abc'):match('[a-]')", "a"),
    Case("('[x]'):match('%[(.-)%]')", "x"),
    Case("('one two'):gsub('%w+', '<%0>')", "<one> <two> 2"),
    Case("('hello world'):gsub('o', '0', 1)", "hell0 world 1"),
    Case("('abc'):gsub('', '-')", "-a-b-c- 4"),
    Case("('abc'):gsub('%w', '%0%0')", "aabbcc 3"),
    Case("('hello'):gsub('(l)(l)', '%2%1')", "hello 1"),
    Case("('$name is $age'):gsub('%$(%w+)', { name = 'Ada', age = 36 })", "Ada is 36 2"),
    Case("('abc'):gsub('b', function(c) return c:upper() end)", "aBc 1"),
    Case("('abc'):gsub('b', function() return false end)", "abc 1"),
    Case("('abc'):gsub('^a', 'x')", "xbc 1"),
    Case("('abc def'):gsub('%f[%w]%w+', string.upper)", "ABC DEF 2"),
    Case("('100%'):gsub('%%', ' percent')", "100 percent 1"),
    Case("('abc'):gsub('.', { a = 1, b = true and 2 })", "12c 3"),
    Case("(('x'):rep(5)):gsub('x', '%%')", "%%%%% 5"),
    Case("('a,b,,c'):gsub(',', ';')", "a;b;;c 3"),
    Case("('\\0a\\0'):find('%z')", "nil"),
    Case("('äö'):match('[\\x80-\\xff]+') == 'äö'", "true"),
  ]

  @Test(arguments: cases) func gives(_ test: Case) {
    let script = """
      local words = table.pack(\(test.expression))
      for i = 1, words.n do words[i] = tostring(words[i]) end
      print(table.concat(words, " "))
      """
    #expect(Runs.output(script) == [test.result])
  }

  @Test func iteratesOverAllMatches() {
    let script = """
      local found = {}
      for key, value in ("a=1, b=2"):gmatch("(%w+)=(%w+)") do found[#found + 1] = key .. value end
      for word in ("abc"):gmatch("") do found[#found + 1] = "_" end
      for word in ("one two"):gmatch("%a+", 4) do found[#found + 1] = word end
      for word in ("^a"):gmatch("^a") do found[#found + 1] = word end
      print(table.concat(found, " "))
      """
    #expect(Runs.output(script) == ["a1 b2 _ _ _ _ two ^a"])
  }

  static let malformed = [
    ("('x'):find('[a')", "missing ']'"), ("('x'):find('%')", "ends with '%'"),
    ("('x'):find('[%')", "missing ']'"), ("('x'):find('[]')", "missing ']'"),
    ("('x'):find('(x')", "unfinished capture"), ("('x'):match('x)')", "invalid pattern capture"),
    ("('x'):find('%1')", "invalid capture index"), ("('x'):find('%f')", "missing '['"),
    ("('x'):find('(%1)')", "invalid capture index"),
    ("('x'):gsub('x', '%2')", "invalid capture index"),
    ("('x'):gsub('x', '%a')", "invalid use of '%'"), ("('x'):gsub('x', {x = {}})", "a table"),
    ("('x'):gsub('x')", "string/function/table"), ("('x'):find('%b')", "missing arguments"),
  ]

  @Test(arguments: malformed) func refuses(_ expression: String, _ message: String) {
    #expect(Runs.script("local _ = \(expression)").message.hasPrefix("test.lua:1: "))
    #expect(Runs.script("local _ = \(expression)").message.contains(message))
  }
}
