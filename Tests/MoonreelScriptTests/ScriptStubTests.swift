// SPDX-License-Identifier: MIT

import Glibc
import MoonreelCore
import Testing

@testable import MoonreelScript

/// What `moonreel stubs` writes is what there is at run time.
@Suite struct ScriptStubTests {
  private static let files = Result { try ScriptStubs.files() }

  /// The lines of a stub.
  private static func lines(_ path: String) throws -> [Substring] {
    try #require(try files.get()[path], "\(path)").split(separator: "\n")
  }

  /// The names of the fields of class `name` in a stub.
  private static func fields(_ path: String, _ name: String) throws -> [String] {
    try lines(path).drop { !($0 == "---@class \(name)" || $0.hasPrefix("---@class \(name):")) }
      .dropFirst().prefix { $0.hasPrefix("---@") && !$0.hasPrefix("---@class") }
      .filter { $0.hasPrefix("---@field ") }
      .map { String($0.dropFirst("---@field ".count).prefix { $0 != " " && $0 != "?" }) }
  }

  @Test func everyFileOfTheFolderIsThere() throws {
    let written = try Self.files.get()
    for line in try StubTests.stubs() where line.hasPrefix("function ") {
      #expect(written.values.contains { $0.contains(line) }, "\(line)")
    }
  }

  @Test(arguments: ["effects", "transitions", "titles", "templates", "charts", "audio", "ease"])
  func aCatalogueHasWhatThereIs(_ module: String) throws {
    let printed = Runs.output(
      """
      for name, value in pairs(require "moonreel.\(module)") do
        if type(value) ~= "function" then print(name) end
      end
      """)
    #expect(printed.count > 6)
    let stubs = try Self.fields("moonreel/\(module).lua", "moonreel.\(module)")
    #expect(Set(stubs) == Set(printed + (module == "ease" ? [] : ["names"])))
  }

  @Test(arguments: ["effects", "transitions", "titles", "templates", "charts", "audio"])
  func anEntryHasTheOptionsThatItTakes(_ module: String) throws {
    let printed = Runs.output(
      """
      for name, value in pairs(require "moonreel.\(module)") do
        local options = {}
        for option in pairs(value.options) do options[#options + 1] = option end
        print(name .. ": " .. table.concat(options, " "))
      end
      """)
    for line in printed {
      let parts = line.split(separator: ": ", maxSplits: 1, omittingEmptySubsequences: false)
      let words = parts[0].split(separator: "_").map { $0.prefix(1).uppercased() + $0.dropFirst() }
      let name = "moonreel.\(module).\(words.joined())Options"
      let stubs = try Self.fields("moonreel/\(module).lua", name)
      #expect(stubs == parts.dropFirst().joined().split(separator: " ").map(String.init), "\(name)")
    }
  }

  @Test(arguments: [
    ("effects", "---@field strength? number  0 to 1 (default 0.6)"),
    ("effects", "---@field center? moonreel.Point  (default { \"50%\", \"50%\" })"),
    (
      "transitions",
      "---@field audio? \"linear\"|\"equal_power\"|\"none\"  (default \"equal_power\")"
    ),
    ("templates", "---@field text string  what was said, without marks"),
    ("templates", "---@field points table  a list of strings"),
    ("titles", "---@class moonreel.titles.WaveOptions: moonreel.TitleOptions"),
    (
      "effects",
      "---@field vignette moonreel.effects.Vignette  darker, or another colour, towards the corners."
    ),
  ])
  func linesSayWhatIsDeclared(_ module: String, _ line: String) throws {
    #expect(try Self.lines("moonreel/\(module).lua").contains { $0 == line })
  }

  @Test func everyTypeThatIsNamedIsDeclared() throws {
    let text = try Self.files.get().values.joined(separator: "\n")
    var declared: Set<String> = []
    for match in text.matches(of: /---@(?:class|alias) +(?:\(exact\) )?(moonreel[A-Za-z_.]*)/) {
      declared.insert(String(match.1))
    }
    var missing: Set<String> = []
    for line in text.split(separator: "\n")
    where ["---@field", "---@param", "---@return", "---@class", "---@alias", "---@overload"]
      .contains(where: { line.hasPrefix($0) })
    {
      for match in line.matches(of: /\b(moonreel\.[A-Z][A-Za-z]*|moonreel\.[a-z]+\.[A-Z][A-Za-z]*)/)
      where !declared.contains(String(match.1)) {
        missing.insert(String(match.1))
      }
    }
    #expect(missing.sorted() == [])
  }
}
