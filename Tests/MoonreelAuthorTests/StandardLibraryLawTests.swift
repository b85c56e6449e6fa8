// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelScript
import Testing

@testable import MoonreelAuthor

/// The standard library keeps the laws that `moonreel test` holds plugins to.
@Suite struct StandardLibraryLawTests {
  /// An entry of the library.
  struct Entry: CustomTestStringConvertible, Sendable {
    var library: String
    var name: String
    var testDescription: String { "\(library).\(name)" }
  }

  private static let libraries = [
    "effects", "transitions", "titles", "templates", "charts", "audio",
  ]

  /// All of them, by the files that are there.
  static let entries: [Entry] = libraries.flatMap { library in
    let folder = "moonreel/\(library)/"
    return StandardLibrary.embedded.keys.filter { $0.hasPrefix(folder) }.sorted()
      .map { Entry(library: library, name: String($0.dropFirst(folder.count).dropLast(4))) }
  }

  /// Laws that do not hold for an entry, with the reason.
  static let exceptions: [String: [Law: String]] = [
    "effects.grid": [.transparent: "it draws lines beside the pictures"],
    "effects.letterbox": [.transparent: "it draws bars"],
    "effects.pip_frame": [.transparent: "it draws a frame"],
    "effects.split_screen": [.transparent: "it draws a line between the pictures"],
    "charts.bar": [.halfSize: "its letters stay large enough to be read, so others find room"],
    "transitions.burn": [.alpha: "it glows where there is nothing"],
    "transitions.glitch": [.alpha: "it moves colours apart"],
    "titles.words_one_by_one": [.comesAndGoes: "words stand there at once"],
  ]

  /// The options with which entries are shown, from the gallery's own script.
  static let samples: [String: [JSONValue.Member]] = {
    let given = Locked<[String: [JSONValue.Member]]>([:])
    let root = #filePath.split(separator: "/").dropLast(3).map { "/\($0)" }.joined()
    let text = (try? TextFile.read("\(root)/scripts/gallery.d/samples.lua")) ?? nil
    var options = ScriptOptions(
      path: "samples.lua",
      text: """
        local samples, author = (function()
        \(text ?? "")
        end)(), require "author"
        for library, entries in pairs(samples) do
          for name, options in pairs(entries) do author.take(library .. "." .. name, options) end
        end
        return require("moonreel").composition { size = { 8, 8 }, duration = 1 }
        """)
    options.modules["author"] = [
      HostFunction("take", ["name", "options"]) { values in
        if case .string(let name) = values[0], case .object(let members) = values[1] {
          // Sizes are those of the gallery's frames.
          given.withLock { $0[name] = members.filter { $0.key != "size" } }
        }
        return .null
      }
    ]
    _ = try? ScriptHost(options: options).run()
    return given.withLock { $0 }
  }()

  @Test(
    "what is seen keeps all laws of its kind", arguments: entries.filter { $0.library != "audio" })
  func pictures(_ entry: Entry) throws { try expectLaws(entry) }

  @Test(
    "what is heard keeps all laws of its kind", arguments: entries.filter { $0.library == "audio" })
  func sounds(_ entry: Entry) throws { try expectLaws(entry) }

  private func expectLaws(_ entry: Entry) throws {
    let name = entry.testDescription
    let options = ScriptOptions(path: "laws.lua")
    let module = PluginModule(
      folder: ".", name: "moonreel.\(name)", file: "", options: options)
    let plugin = try #require(try module.plugin())
    #expect(plugin.name == entry.name)
    let settings = LawSettings(
      options: Self.samples[name] ?? [], exceptions: Self.exceptions[name] ?? [:])
    let trial = LawTrial(plugin: plugin, settings: settings, options: options)
    for law in Law.all(of: plugin.kind) {
      if case .failed(let fault, _) = try trial.verdict(law) {
        Issue.record("\(law.rawValue): \(fault)")
      }
    }
  }

  @Test("most effects name neutral options, and the table of exceptions names entries")
  func tables() throws {
    let names = Self.entries.filter { $0.library == "effects" }.map(\.testDescription)
    let options = ScriptOptions(path: "laws.lua")
    let neutral = try names.filter {
      try PluginModule(folder: ".", name: "moonreel.\($0)", file: "", options: options).plugin()?
        .neutral
        != nil
    }
    #expect(neutral.count >= 31)
    let all = Set(Self.entries.map(\.testDescription))
    #expect(all.isSuperset(of: Self.exceptions.keys) && all.isSuperset(of: Self.samples.keys))
    #expect(Self.samples.count > 30)
  }
}
