// SPDX-License-Identifier: MIT

import Foundation
import MoonreelCore
import MoonreelScript
import Testing

@testable import MoonreelAuthor

/// Folders with plugins and tests, for the tests of what is done with them.
enum PluginSamples {
  /// A folder with these files, removed after `body`.
  static func inFolder<Result>(
    _ files: [String: String], _ body: (String) throws -> Result
  ) throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, text) in files {
      try Data(text.utf8).write(to: folder.appendingPathComponent(name))
    }
    return try body(folder.path)
  }

  /// What becomes of the tests in `folder`.
  static func run(
    _ folder: String, _ filters: [String] = [], record: RecordMode = .none, lists: Bool = false,
    configure: (inout ScriptOptions) -> Void = { _ in }
  ) throws -> [TestOutcome] {
    var options = ScriptOptions(path: "test.lua")
    configure(&options)
    var run = TestRun(folder: folder, options: options)
    (run.filters, run.record, run.lists) = (filters, record, lists)
    let outcomes = Locked<[TestOutcome]>([])
    try run.run { outcome in outcomes.withLock { $0.append(outcome) } }
    return outcomes.withLock { $0 }
  }

  /// The laws that the only plugin of the folder with these files breaks, each with what is said of it.
  static func broken(_ files: [String: String]) throws -> [String: String] {
    try inFolder(files) { folder in
      let laws = try run(folder, Law.allCases.map { "\($0.rawValue):" })
      #expect(laws.count >= 4)
      return Dictionary(
        uniqueKeysWithValues: laws.compactMap { outcome in
          guard case .failed(let fault, _) = outcome.verdict else { return nil }
          return (String(outcome.name.name.prefix { $0 != ":" }), fault)
        })
    }
  }

  /// An effect in Lua.
  static func effect(
    _ draw: String, options: String = "amount = { \"number\", default = 0.5, min = 0, max = 1 }",
    more: String = ""
  ) -> String {
    """
    local mr = require "moonreel"
    return require "moonreel.effect" { name = "sample", options = { \(options) }, \(more)
      draw = function(image, params, context) \(draw) end }
    """
  }

  /// A transition in Lua.
  static func transition(_ draw: String, options: String = "") -> String {
    """
    local mr = require "moonreel"
    return require "moonreel.transition" { name = "sample", options = { \(options) },
      draw = function(from, to, progress, params, context) \(draw) end }
    """
  }
}
