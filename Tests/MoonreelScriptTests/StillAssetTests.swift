// SPDX-License-Identifier: MIT

import Foundation
import MoonreelCore
import Testing

@testable import MoonreelScript

/// Picture files as assets, put on timelines.
@Suite struct StillAssetTests {
  private static let preamble = """
    local mr = require "moonreel"
    local red, blue = mr.asset "red.KIND", mr.asset "blue.KIND"
    local line = mr.timeline { fps = 10 }
    local function segments(timeline)
      local rows = {}
      for _, s in ipairs(timeline.tracks[1].segments) do
        local what = s.is_empty and "gap" or s.source.path:match "(%a+)%.%a+$"
        rows[#rows + 1] = ("%g-%g %s %g-%g"):format(s.range[1], s.range[2], what,
          s.source_range and s.source_range[1] or 0, s.source_range and s.source_range[2] or 0)
      end
      return #timeline.tracks .. " " .. timeline.duration .. ": " .. table.concat(rows, ", ")
    end

    """

  /// Two pictures of one colour each, and `text` beside them.
  private func run(_ text: String, _ kind: String = "png") throws -> Runs.Outcome {
    let folder = NSTemporaryDirectory() + "moonreel-stills-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for color in ["red", "blue"] {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = [
        "ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i", "color=\(color):s=16x8",
        "-frames:v", "1", "\(folder)/\(color).\(kind)",
      ]
      try process.run()
      process.waitUntilExit()
      try #require(process.terminationStatus == 0)
    }
    let preamble = Self.preamble.replacing("KIND", with: kind)
    return Runs.script(preamble + text, path: folder + "/test.lua")
  }

  @Test(
    "all of it lasts three seconds, a range as long as it says",
    arguments: [
      ("line:insert(red)", "1 3.0: 0-3 red 0-3"),
      ("line:insert(red, { 1, 3.5 })", "1 2.5: 0-2.5 red 1-3.5"),
      ("line:insert(red, { 100, 101 })", "1 1.0: 0-1 red 100-101"),
      ("line:insert(red):insert(blue)", "1 6.0: 0-3 red 0-3, 3-6 blue 0-3"),
      ("line:insert(red):insert(red)", "1 6.0: 0-3 red 0-3, 3-6 red 0-3"),
      (
        "line:insert(red):insert(blue, { 0, 1 }):insert(red)",
        "1 7.0: 0-3 red 0-3, 3-4 blue 0-1, 4-7 red 0-3"
      ),
      ("line:insert(red):insert(blue, nil, 1)", "1 6.0: 0-1 red 0-1, 1-4 blue 0-3, 4-6 red 1-3"),
      ("line:insert(red):insert(blue, nil, 5)", "1 8.0: 0-3 red 0-3, 3-5 gap 0-0, 5-8 blue 0-3"),
      ("line:insert(red):retime({ 0, 3 }, 1.5)", "1 1.5: 0-1.5 red 0-3"),
      (
        "line:insert(red):insert(blue):retime({ 1, 4 }, 6)",
        "1 9.0: 0-1 red 0-1, 1-5 red 1-3, 5-7 blue 0-1, 7-9 blue 1-3"
      ),
      ("line:insert(red):reverse()", "1 3.0: 0-3 red 0-3"),
      ("line:insert(red):remove { 1, 2 }", "1 2.0: 0-1 red 0-1, 1-2 red 2-3"),
      ("line:insert(mr.timeline():insert(red), { 1, 2 })", "1 1.0: 0-1 red 1-2"),
    ])
  func edits(_ script: String, _ answer: String) throws {
    let outcome = try run(script + "\nprint(segments(line)) return line")
    #expect(
      outcome.message == "" && outcome.printed == ["test.lua: \(answer)"], "\(outcome.message)")
  }

  @Test("of every kind of picture", arguments: ["png", "jpg", "webp", "tiff", "bmp", "gif"])
  func kinds(_ kind: String) throws {
    let outcome = try run(
      "line:insert(red):insert(blue, { 0, 1 }) print(red.video.is_still_image, line.duration) return line",
      kind)
    #expect(outcome.printed == ["test.lua: true\t4.0"], "\(outcome.message)")
  }

  @Test("ranges without length, and before the picture, are refused")
  func refusals() throws {
    #expect(
      try run("line:insert(red, { 1, 1 })").message.contains(
        "Cannot insert [1.000 s, 1.000 s) of"))
    #expect(try run("line:insert(red, { -1, 1 })").message.contains("files begin at zero"))
  }
}
