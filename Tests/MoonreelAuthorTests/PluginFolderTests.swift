// SPDX-License-Identifier: MIT

import Foundation
import MoonreelCore
import MoonreelScript
import Testing

@testable import MoonreelAuthor

@Suite struct PluginFolderTests {
  private func found(_ files: [String: String]) throws -> PluginFolder {
    try PluginSamples.inFolder(files) {
      try PluginFolder(path: $0, options: ScriptOptions(path: "plugins.lua"))
    }
  }

  @Test func constructorsAreFoundByWhatTheyMake() throws {
    let folder = try found([
      "dim.lua": """
      return require "moonreel.effect" { name = "dim",
        options = { amount = { "number", default = 0.5, min = 0, max = 1 } },
        draw = function(image, params) return image:opacity(1 - params.amount) end }
      """,
      "cut.lua": """
      return require "moonreel.transition" { name = "cut", draw = function(from) return from end }
      """,
      "rise.lua": """
      return require "moonreel.title" { name = "rise",
        enter = function(stage, params) return stage:coming(params, { opacity = 0 }) end }
      """,
      "numbers.lua": "return { 1, 2, 3 }",
      "dim_test.lua": "error 'a test is no plugin'",
      "moonreel.lua": "---@meta moonreel\nerror 'what editors read is no plugin'",
      "notes.txt": "error",
    ])
    #expect(folder.problems.isEmpty)
    #expect(folder.plugins.map(\.name) == ["cut", "dim", "rise"])
    #expect(folder.plugins.map(\.kind) == [.transition, .effect, .title])
    let dim = try #require(folder.plugins.first { $0.name == "dim" })
    #expect(dim.rules.map(\.key) == ["amount"])
    #expect(dim.source.contains("image:opacity"))
    #expect(dim.file.hasSuffix("/dim.lua"))
  }

  @Test func aPackageHasItsEntries() throws {
    let cut =
      "return require 'moonreel.transition' { name = 'cut', draw = function(from) return from end }"
    let folder = try found([
      "moonreel.lua":
        "return { name = 'mine', version = '1.0.0', entries = { 'mine.soft', 'mine' } }",
      "init.lua": cut, "soft.lua": "return require 'mine'", "inner.lua": cut,
    ])
    #expect(folder.plugins.map(\.module) == ["mine.soft", "mine"], "\(folder.problems)")
    #expect(folder.plugins.map { FilePath.name(of: $0.file) } == ["soft.lua", "init.lua"])
    #expect(throws: MoonreelError.self) { try found(["moonreel.lua": "return 3"]) }
  }

  @Test func modulesThatFailAreNamedAndTheOthersAreFound() throws {
    let folder = try found([
      "good.lua":
        "return require 'moonreel.transition' { name = 'good', draw = function(from) return from end }",
      "bad.lua": "local x = nil\nreturn x.y",
    ])
    #expect(folder.plugins.map(\.name) == ["good"])
    let problem = try #require(folder.problems.first)
    #expect(folder.problems.count == 1)
    #expect(problem.message.contains("bad.lua:2:"))
  }

  @Test func everyKindOfTheLibraryIsKnown() throws {
    let makers: [PluginKind: String] = [
      .effect: "effects.glow", .transition: "transitions.wipe", .title: "titles.fade",
      .template: "templates.quote", .chart: "charts.bar", .soundEffect: "audio.gain",
    ]
    for (kind, module) in makers {
      let folder = try found(["one.lua": "return require 'moonreel.\(module)'"])
      #expect(folder.plugins.map(\.kind) == [kind], "\(module)")
    }
    let shader = "void mainImage(out vec4 c, in vec2 p) { c = vec4(p.x / 100.0); }"
    let folder = try found([
      "made.glsl": shader, "made.lua": "return require('moonreel').glsl 'made.glsl'",
    ])
    #expect(folder.plugins.map(\.kind) == [.generator])
  }

  @Test func aFolderThatIsNotThereIsRefused() {
    #expect(throws: (any Error).self) {
      try PluginFolder(path: "/nowhere/at/all", options: ScriptOptions(path: "plugins.lua"))
    }
  }
}
