// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import moonreel

@Suite("Explaining pixels from the command line")
struct ExplainTests {
  /// The film of the guide, in a folder of its own.
  private func guide() throws -> (folder: TemporaryFolder, output: String) {
    let page = Documents.text("docs/guides/explain.md")
    let blocks = page.components(separatedBy: "```")
    let film = try #require(blocks.first { $0.hasPrefix("lua\n") }).dropFirst("lua\n".count)
    let output = try #require(blocks.first { $0.hasPrefix("text\n") }).dropFirst("text\n".count)
    let folder = try TemporaryFolder()
    try folder.write("film.lua", String(film))
    return (folder, String(output))
  }

  @Test("the guide shows what is printed")
  func text() async throws {
    let (folder, output) = try guide()
    let result = try await Program.shell(
      "moonreel explain film.lua --at 1 --pixel 160,90", in: folder.url)
    #expect(result.code == 0 && result.errors.isEmpty, "\(result)")
    #expect(result.output == output, "\(result.output)")
  }

  @Test("JSON has what the text has")
  func json() async throws {
    let (folder, _) = try guide()
    let result = try await Program.shell(
      "moonreel explain film.lua --at 00:00:01:00 --pixel 160,90 --graph --json", in: folder.url)
    #expect(result.code == 0, "\(result)")
    let json = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
    let document = try #require(json as? [String: Any])
    #expect(document["frame"] as? Int == 25 && document["time"] as? Double == 1)
    #expect(document["size"] as? [Int] == [320, 180])
    let color = try #require(document["color"] as? [Double])
    #expect(color.count == 4 && abs(color[0] - 0.8376) < 1e-3)
    let steps = try #require(document["steps"] as? [[String: Any]])
    #expect(steps.map { $0["kind"] as? String } == ["instruction"])
    let layers = try #require(steps[0]["steps"] as? [[String: Any]])
    #expect(
      layers.map { $0["kind"] as? String } == ["layer", "layer", "blend", "blend"]
        || layers.map { $0["kind"] as? String } == [
          "layer", "layer", "background", "blend", "blend",
        ])
    let values = try #require(layers[0]["values"] as? [[String: Any]])
    let x = try #require(values.first { $0["name"] as? String == "x" })
    #expect(
      x["value"] as? String == "160" && (x["motion"] as? String)?.contains("keyframe 1") == true)
    #expect(layers[0]["graph"] != nil && layers[0]["place"] as? String == "film.lua:7")
  }

  @Test("programs are printed")
  func program() async throws {
    let (folder, _) = try guide()
    let result = try await Program.shell("moonreel explain film.lua --program", in: folder.url)
    #expect(result.code == 0 && result.output.contains("kernel 'vignette': 1 picture"), "\(result)")
    #expect(result.output.contains("[pixel]"))
  }

  static let mistakes: [(String, Int32, String)] = [
    ("film.lua --at 9 --pixel 1,1", 2, "the film lasts from 0.000 s"),
    ("film.lua --pixel 320,1", 2, "There is no pixel 320,1: the film has 320x180 pixels"),
    ("film.lua --pixel -1,1", 2, "There is no pixel -1,1"),
    ("film.lua --pixel 3x4", 2, "a column and a row, such as 320,180, not '3x4': write '3,4'"),
    ("film.lua", 2, "--pixel x,y"),
    ("film.lua --program --pixel 1,1", 2, "--program"),
    ("film.lua --program --json", 2, "--json goes with --pixel"),
    ("sound.lua --pixel 1,1", 1, "has no pictures"),
    ("nothing.lua --pixel 1,1", 3, "nothing.lua"),
  ]

  @Test("what cannot be explained is refused in one sentence", arguments: mistakes.indices)
  func refused(index: Int) async throws {
    let (arguments, code, sentence) = Self.mistakes[index]
    let (folder, _) = try guide()
    try folder.write(
      "sound.lua",
      """
      local mr = require "moonreel"
      local t = mr.timeline()
      t:add_track("audio"):insert(mr.source.tone { duration = 1 }, { 0, 1 }, 0)
      return t
      """)
    let result = try await Program.shell("moonreel explain \(arguments)", in: folder.url)
    #expect(result.code == code, "\(arguments): \(result)")
    #expect(result.errors.contains(sentence) && result.output.isEmpty, "\(arguments): \(result)")
  }
}
