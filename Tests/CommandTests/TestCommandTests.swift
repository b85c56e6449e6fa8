// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import moonreel

@Suite("Tests of plugins from the command line")
struct TestCommandTests {
  private static let dim = """
    return require "moonreel.effect" { name = "dim",
      options = { amount = { "number", default = 0.5, min = 0, max = 1 } }, neutral = { amount = 0 },
      draw = function(image, params) return image:opacity(1 - params.amount) end }
    """
  private static let test = """
    local test = require "moonreel.test"
    test.describe("numbers", function()
      test.it("add up", function() test.expect(1 + 1):to_be(2) end)
      test.it("fail", function() test.expect(1 + 1):to_be(SUM) end)
    end)
    """

  private func folder(sum: Int = 2) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write("lamp/dim.lua", Self.dim)
    try folder.write("lamp/dim_test.lua", Self.test.replacing("SUM", with: "\(sum)"))
    return folder
  }

  private var mode: String { canSandbox ? "required" : "auto" }

  @Test("all is told, and the exit code says whether it passed")
  func course() async throws {
    let folder = try folder()
    let first = try await Program.shell("moonreel test lamp --sandbox \(mode)", in: folder.url)
    #expect(first.code == 1, "\(first)")
    #expect(first.output.contains("dim_test.lua: 2 passed\neffect dim: 7 passed, 1 failed\n"))
    #expect(
      first.output.contains(
        "FAILED looks as goldens/dim.png\n    there is no lamp/goldens/dim.png yet: draw it with --record missing"
      ), "\(first.output)")
    #expect(first.output.contains("\n10 tests: 9 passed, 1 failed ("))
    #expect(first.errors.isEmpty)

    let recorded = try await Program.shell(
      "moonreel test lamp --record missing --sandbox \(mode)", in: folder.url)
    #expect(recorded.code == 1, "\(recorded)")
    #expect(recorded.output.contains("RECORDED lamp/goldens/dim.png\n"))
    #expect(recorded.output.contains("look at them, and run the tests again without --record"))
    #expect(folder.data("lamp/goldens/dim.png").starts(with: [0x89, 0x50, 0x4E, 0x47]))

    let last = try await Program.shell("cd lamp && moonreel test", in: folder.url)
    #expect(last.code == 0, "\(last)")
    #expect(last.output.contains("\n10 tests: 10 passed ("))
  }

  @Test("failures in Lua are told with their place, and written for build servers and programs")
  func failures() async throws {
    let folder = try folder(sum: 3)
    let result = try await Program.shell(
      "moonreel test lamp --filter dim_test.lua --junit out.xml --sandbox \(mode)", in: folder.url)
    #expect(result.code == 1, "\(result)")
    #expect(
      result.output.contains(
        "dim_test.lua: 1 passed, 1 failed\n  FAILED numbers fail\n    lamp/dim_test.lua:4: expected 3, found 2\n"
      ), "\(result.output)")
    let xml = folder.text("out.xml")
    #expect(xml.contains("<testsuites name=\"moonreel\" tests=\"2\" failures=\"1\""))
    #expect(xml.contains("file=\"lamp/dim_test.lua\" line=\"4\""))

    let json = try await Program.shell(
      "moonreel test lamp --filter dim_test.lua --json", in: folder.url)
    #expect(json.code == 1)
    let document =
      try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any]
    #expect(document?["passed"] as? Int == 1 && document?["failed"] as? Int == 1)
    let tests = try #require(document?["tests"] as? [[String: Any]])
    #expect(tests.map { $0["verdict"] as? String } == ["passed", "failed"])
    #expect(tests[1]["line"] as? Int == 4)
  }

  @Test("examples in comments are run, and failures have the lines of the file")
  func examples() async throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "lamp/tools.lua",
      """
      -- tools: numbers that plugins share.
      --
      -- ```lua
      -- assert(require "tools".double(2) == 4)
      -- ```
      local tools = {}

      ---Twice as much.
      ---
      ---```lua
      ---local mr, tools = require "moonreel", require "tools"
      ---local show = mr.composition { size = { 32, 18 }, fps = 10, duration = 1 }
      ---show:add { source = mr.color "red", duration = 1, effects = {
      ---  function(image) return image:gain(tools.duble(1)) end } }
      ---return show
      ---```
      ---@param number number
      function tools.double(number) return 2 * number end

      -- ```text
      -- no Lua
      -- ```
      -- ```lua
      -- not closed, so none
      return tools
      """)
    try folder.write("lamp/dim.lua", Self.dim)
    let result = try await Program.shell(
      "moonreel test lamp --filter example --junit out.xml --sandbox \(mode)", in: folder.url)
    #expect(result.code == 1, "\(result)")
    #expect(
      result.output.contains(
        "tools.lua: 1 passed, 1 failed\n  FAILED the example at line 11 runs\n    lamp/tools.lua:14: "
      ),
      "\(result.output)")
    #expect(result.output.contains("duble"), "\(result.output)")
    #expect(folder.text("out.xml").contains("file=\"lamp/tools.lua\" line=\"14\""))
    let listed = try await Program.shell("moonreel test lamp --list", in: folder.url)
    #expect(listed.output.contains("tools.lua: the example at line 4 runs\n"), "\(listed)")
  }

  @Test("tests are named, and nothing is run or written")
  func list() async throws {
    let folder = try folder(sum: 3)
    let result = try await Program.shell(
      "moonreel test lamp --list --record all --junit x.xml", in: folder.url)
    #expect(result.code == 0, "\(result)")
    let lines = result.output.split(separator: "\n")
    #expect(lines.count == 10 && lines[0] == "dim_test.lua: numbers add up")
    #expect(lines.last == "effect dim: looks as goldens/dim.png")
    #expect(folder.names == ["lamp"])
    #expect(!FileManager.default.fileExists(atPath: folder.path("lamp/goldens")))
  }

  @Test(
    "wrong use is explained",
    arguments: [
      ("test nowhere", 3, "There is no folder 'nowhere' to test."),
      ("test empty", 3, "There is nothing to test in 'empty'"),
      ("test lamp --filter zzz", 2, "No test has the words of --filter in its name"),
      ("test lamp --record some", 2, "--record takes none, missing, failed or all"),
    ])
  func mistakes(_ line: String, _ code: Int32, _ sentence: String) async throws {
    let folder = try folder()
    try folder.write("empty/notes.txt", "")
    let result = try await Program.shell("moonreel \(line)", in: folder.url)
    #expect(result.code == code && result.errors.contains(sentence), "\(result)")
  }

  @Test("the guide's plugin passes the guide's tests")
  func guide() async throws {
    let page = "docs/guides/testing-plugins.md"
    let folder = try TemporaryFolder()
    let blocks = Documents.blocks(ofText: Documents.text(page), in: page)
    for (language, name) in [("lua module", "dusk.lua"), ("lua test", "dusk_test.lua")] {
      let block = try #require(blocks.first { $0.language == language })
      try folder.write("lantern/\(name)", block.text)
    }
    _ = try await Program.shell("moonreel test lantern --record missing", in: folder.url)
    let result = try await Program.shell("moonreel test lantern", in: folder.url)
    #expect(result.code == 0 && !result.output.contains("left out"), "\(result)")
  }
}
