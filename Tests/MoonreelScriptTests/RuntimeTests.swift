// SPDX-License-Identifier: MIT

import MoonreelCore
import Testing

@testable import MoonreelScript

@Suite struct RuntimeTests {
  @Test func printsWithTheScriptsName() {
    #expect(Runs.script("print('a', 1, nil, true)").printed == ["test.lua: a\t1\tnil\ttrue"])
  }

  @Test func errorsNameFileAndLine() {
    #expect(Runs.script("\n\nerror 'boom'").message == "test.lua:3: boom")
    #expect(Runs.script("local x = nil\nx.y = 1").message.hasPrefix("test.lua:2: attempt to index"))
    #expect(Runs.script("local = 3").message.hasPrefix("test.lua:1: <name> expected near '='"))
  }

  @Test func errorsNameTheCallers() {
    let script = """
      local function inner() error("boom") end
      local function outer()
        inner()
      end
      outer()
      """
    #expect(
      Runs.script(script).message == """
        test.lua:1: boom
          called from test.lua:3: in function 'outer'
          called from test.lua:5: in the script
        """)
  }

  @Test func errorObjectsAreDescribed() {
    #expect(
      Runs.script("error({})").message == "test.lua:1: the script raised a table as an error")
    let object = "error(setmetatable({}, { __tostring = function() return 'custom' end }))"
    #expect(Runs.script(object).message == "test.lua:1: custom")
  }

  @Test func pairsHasOneOrder() {
    let script = """
      local t = { z = 1, a = 2, [3] = 3, [1.5] = 4, m = 5, [1] = 6 }
      local keys = {}
      for key in pairs(t) do keys[#keys + 1] = tostring(key) end
      print(table.concat(keys, " "))
      """
    #expect(Runs.output(script) == ["1 1.5 3 a m z"])
  }

  @Test func randomNumbersAreTheSameEveryTime() {
    let script = "print(math.random(1000), math.random(1000), math.random() < 1)"
    let first = Runs.output(script)
    #expect(first == Runs.output(script))
    #expect(first != Runs.output(script) { $0.seed = 7 })
  }

  @Test func sortingIsStableAndSurvivesLies() {
    let stable = """
      local list = {}
      for i = 1, 100 do list[i] = { key = i % 3, place = i } end
      table.sort(list, function(a, b) return a.key < b.key end)
      for i = 2, 100 do
        local a, b = list[i - 1], list[i]
        assert(a.key < b.key or (a.key == b.key and a.place < b.place))
      end
      local numbers = { 5, 3, 9, -1 }
      table.sort(numbers)
      print(table.concat(numbers, " "))
      table.sort(list, function() return true end)
      """
    #expect(Runs.output(stable) == ["-1 3 5 9"])
  }
}
