// SPDX-License-Identifier: MIT

import Glibc
import GoldenPictures
import MoonreelCore
import Testing

@testable import MoonreelScript

/// What people write and what Moonreel answers, word for word: the table is `Support/Sentences.txt`, which can be read
/// from top to bottom. `MOONREEL_RECORD=1` writes the answers anew and fails; read what changed before you keep it.
@Suite struct SentenceTests {
  /// One mistake and its answer.
  struct Row: Sendable, CustomTestStringConvertible {
    var heading: String
    var script: String
    var sets: [String]
    var answer: String
    var testDescription: String { script }
  }

  static let path = "\(StubTests.root)/Tests/MoonreelScriptTests/Support/Sentences.txt"

  /// What stands before the scripts of a part of the table, and after them.
  private static let frames: [String: (before: String, after: String)] = [
    "a script": ("", ""),
    "layers": (
      """
      local mr = require "moonreel"
      local fx, tr, titles = require "moonreel.effects", require "moonreel.transitions", require "moonreel.titles"
      local card = mr.source.test_card { size = { 64, 36 }, duration = 4 }
      local show = mr.composition { size = { 64, 36 }, fps = 25 }
      local layer = show:add { source = card }

      """, "return show"
    ),
    "tracks": (
      """
      local mr = require "moonreel"
      local t = mr.timeline { fps = 25 }
      local v, a = t:add_track "video", t:add_track "audio"
      local card = mr.source.test_card { size = { 64, 36 }, duration = 4 }
      v:insert(card, { 0, 1 }, 0)

      """, "return t"
    ),
  ]

  /// The table: scripts, then `  -> ` and the answer, whose further lines begin with `  |  `; empty lines between
  /// rows, `## layers` before those that have something before them, `  set ` before a parameter.
  static let rows: [Row] = {
    var (rows, heading): ([Row], String) = ([], "a script")
    for block in ((try? TextFile.read(path)) ?? "").split(separator: "\n\n") {
      var row = Row(heading: heading, script: "", sets: [], answer: "")
      for line in block.split(separator: "\n") where !line.hasPrefix("# ") {
        switch line.prefix(5) {
        case "  -> ": row.answer = String(line.dropFirst(5))
        case "  |  ": row.answer += "\n" + line.dropFirst(5)
        case "  set": row.sets.append(String(line.dropFirst(6)))
        default:
          if line.hasPrefix("## ") {
            heading = String(line.dropFirst(3))
            row.heading = heading
          } else {
            row.script += "\(line)\n"
          }
        }
      }
      if !row.script.isEmpty { rows.append(row) }
    }
    return rows
  }()

  /// What Moonreel says to `row`.
  private static func answer(_ row: Row) throws -> String {
    let frame = try #require(frames[row.heading])
    let after = row.script.hasPrefix("return") ? "" : frame.after
    let outcome = Runs.script(frame.before + row.script + after) { options in
      options.mode = .check
      options.sets = row.sets.map {
        let parts = $0.split(separator: "=", maxSplits: 1).map(String.init)
        return (parts[0], parts[1])
      }
    }
    return outcome.message
  }

  @Test func thereAreMany() { #expect(Self.rows.count >= 300) }

  @Test(arguments: rows) func isAnsweredWordForWord(_ row: Row) throws {
    #expect(try Self.answer(row) == row.answer)
  }

  @Test(
    "every answer names the script once, and neither the library nor the insides of Lua or Swift")
  func laws() {
    for row in Self.rows {
      let sentence = row.answer.split(separator: "\n").first ?? ""
      #expect(sentence.hasPrefix("test.lua:"), "\(row.script)")
      #expect(sentence.ranges(of: "test.lua:").count == 1, "\(row.script)")
      for word in [
        "moonreel:", "got a table", "userdata", "0x", "Optional", "Handle", "integer index",
      ]
      where !row.script.contains(word) {
        #expect(!sentence.contains(word), "\(row.script)")
      }
      #expect(sentence.count < 500, "\(row.script)")
    }
  }

  @Test(.enabled(if: Goldens.isRecording, "MOONREEL_RECORD=1 writes the answers anew"))
  func record() throws {
    var text = "# What people write, and Moonreel's answers; see SentenceTests.swift.\n"
    var heading = ""
    for row in Self.rows {
      if row.heading != heading { text += "\n## \(row.heading)\n" }
      heading = row.heading
      let answer = try Self.answer(row).replacing("\n", with: "\n  |  ")
      text += "\n" + row.sets.map { "  set \($0)\n" }.joined() + row.script + "  -> \(answer)\n"
    }
    let file = try #require(fopen(Self.path, "w"))
    defer { fclose(file) }
    fputs(text, file)
    Issue.record("recorded \(Self.rows.count) answers; run again without MOONREEL_RECORD")
  }
}
