// SPDX-License-Identifier: MIT

import Foundation
import MoonreelCore
import MoonreelScript
import Testing

@testable import MoonreelAuthor

/// Golden pictures of plugins and of tests.
@Suite struct GoldenShelfTests {
  private static func dim(_ share: Double) -> String {
    PluginSamples.effect("return image:opacity(\(share))", options: "")
  }

  private func names(_ folder: String, _ inside: String = "goldens") -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/\(inside)")) ?? []).sorted()
  }

  @Test("pictures are recorded, compared, and shown where they differ")
  func course() throws {
    try PluginSamples.inFolder(["sample.lua": Self.dim(0.5)]) { folder in
      let golden = ["looks as"]
      let missing = try PluginSamples.run(folder, golden)
      #expect(
        missing.map(\.verdict.sentence) == [
          "there is no \(folder)/goldens/sample.png yet: draw it with --record missing, and look at it"
        ])
      #expect(names(folder).isEmpty)
      for mode in [RecordMode.missing, .failed, .all] {
        try? FileManager.default.removeItem(atPath: "\(folder)/goldens")
        let recorded = try PluginSamples.run(folder, golden, record: mode)
        #expect(recorded.map(\.verdict) == [.recorded("\(folder)/goldens/sample.png")])
        #expect(recorded[0].verdict.failsRun)
      }
      for mode in [RecordMode.none, .missing, .failed] {
        #expect(try PluginSamples.run(folder, golden, record: mode).map(\.verdict) == [.passed])
      }
      try Self.dim(0.498).write(
        toFile: "\(folder)/sample.lua", atomically: true, encoding: .utf8)
      let failed = try PluginSamples.run(folder, golden)
      let sentence = try #require(failed.first?.verdict.sentence)
      #expect(sentence.contains("by 1 of 255 at most"), "\(sentence)")
      #expect(
        names(folder, "goldens/failed") == [
          "sample.actual.png", "sample.difference.png", "sample.expected.png",
        ])
      #expect(try PluginSamples.run(folder, golden, record: .missing)[0].verdict.failsRun)
      #expect(
        try PluginSamples.run(folder, golden, record: .failed)[0].verdict
          == .recorded("\(folder)/goldens/sample.png"))
      #expect(try PluginSamples.run(folder, golden).map(\.verdict) == [.passed])
      #expect(names(folder) == ["sample.png"], "what failed before is gone")
    }
  }

  @Test("colours where nothing can be seen do not matter")
  func unseen() throws {
    // Alpha is rounded to 0, and the colours are still those of the picture.
    try PluginSamples.inFolder(["sample.lua": Self.dim(0.001)]) { folder in
      _ = try PluginSamples.run(folder, ["looks as"], record: .missing)
      #expect(try PluginSamples.run(folder, ["looks as"]).map(\.verdict) == [.passed])
    }
  }

  @Test("pictures that no test draws are told of, once all tests pass")
  func forgotten() throws {
    let laws = "require('moonreel.test').laws('sample', { except = { half_size = 'why not' } })"
    try PluginSamples.inFolder(["sample.lua": Self.dim(0.5), "sample_test.lua": laws]) { folder in
      _ = try PluginSamples.run(folder, record: .missing)
      #expect(try PluginSamples.run(folder).allSatisfy { !$0.verdict.failsRun })
      try FileManager.default.copyItem(
        atPath: "\(folder)/goldens/sample.png", toPath: "\(folder)/goldens/older.png")
      let told = try PluginSamples.run(folder).filter { $0.verdict.failsRun }
      #expect(
        told.map(\.verdict.sentence) == ["no test draws \(folder)/goldens/older.png: remove it"])
      #expect(try PluginSamples.run(folder, ["looks as"]).allSatisfy { !$0.verdict.failsRun })
    }
  }

  @Test("a tolerance needs a reason")
  func tolerance() throws {
    for (said, isGood) in [
      ("tolerance = 2, because = 'letters depend on fonts'", true), ("tolerance = 2", false),
      ("", false),
    ] {
      let test = "require('moonreel.test').laws('sample', { \(said) })"
      let files = ["sample.lua": Self.dim(0.5), "sample_test.lua": test]
      try PluginSamples.inFolder(files) { folder in
        _ = try PluginSamples.run(folder, ["looks as"], record: .missing)
        try Self.dim(0.498).write(
          toFile: "\(folder)/sample.lua", atomically: true, encoding: .utf8)
        let outcomes = try PluginSamples.run(folder, ["looks as", "judged"])
        #expect(outcomes.allSatisfy { !$0.verdict.failsRun } == isGood, "\(outcomes)")
      }
    }
  }

  @Test("pictures of tests in Lua")
  func pictures() throws {
    let test = """
      local mr, test = require "moonreel", require "moonreel.test"
      test.it("is red", function()
        test.expect(mr.image.color(COLOR)):to_look_like("a red/one", { size = { 8, 4 } })
      end)
      """
    func text(_ color: String) -> String { test.replacing("COLOR", with: "'\(color)'") }
    try PluginSamples.inFolder(["red_test.lua": text("#ff000080")]) { folder in
      let missing = try PluginSamples.run(folder)
      #expect(missing[0].verdict.sentence?.contains("--record missing") == true, "\(missing)")
      let path = "\(folder)/goldens/a_red_one.png"
      #expect(try PluginSamples.run(folder, record: .missing)[0].verdict == .recorded(path))
      #expect(try PluginSamples.run(folder)[0].verdict == .passed)
      try text("#f0000080").write(
        toFile: "\(folder)/red_test.lua", atomically: true, encoding: .utf8)
      let failed = try #require(try PluginSamples.run(folder)[0].verdict.sentence)
      #expect(failed.contains("32 pixels are off, by 15 of 255 at most"), "\(failed)")
      #expect(failed.contains("red_test.lua:3: "))
    }
  }

  @Test("files are called what files may be called")
  func fileNames() {
    let names = [
      "lantern": "lantern", "../../x": "_.._.._x", "a b/ü": "a_b__", ".hidden": "_.hidden",
    ]
    for (name, file) in names { #expect(GoldenShelf.fileName(name) == file) }
  }

  @Test("each kind that can be seen has pictures")
  func kinds() {
    for kind in PluginKind.allCases {
      let plugin = Plugin(
        name: "x", module: "x", folder: ".", file: "x.lua", kind: kind, rules: [], source: "")
      let names = PluginGoldens(plugin: plugin).moments.map(\.name)
      #expect(names.isEmpty == (kind == .soundEffect) && Set(names).count == names.count)
    }
  }
}
