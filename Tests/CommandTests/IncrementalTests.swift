// SPDX-License-Identifier: MIT

import Foundation
import MoonreelCore
import Testing

@testable import moonreel

@Suite("moonreel render --incremental")
struct IncrementalTests {
  /// Four shots of a second, each with a colour of its own.
  private static func script(_ colors: [String]) -> String {
    """
    local mr = require "moonreel"
    local film = mr.composition { size = { 320, 180 }, fps = 25, duration = \(colors.count) }
    for i, color in ipairs { \(colors.map { "\"\($0)\"" }.joined(separator: ", ")) } do
      film:add { source = mr.color(color), at = i - 1, duration = 1 }
    end
    film:add { source = mr.text { text = "Moonreel", size = 40 }, at = 0, duration = \(colors.count) }
    return film
    """
  }

  private func render(
    _ folder: TemporaryFolder, to name: String, _ arguments: String...,
    whileRunning: (@Sendable (Process) -> Void)? = nil
  ) async throws -> Program.Outcome {
    try await Program.moonreel(
      [
        "render", "film.lua", "-o", name, "--incremental", "--span-cache", "spans",
        "--json-progress",
      ]
        + arguments, in: folder.url, whileRunning: whileRunning)
  }

  private func bytes(_ folder: TemporaryFolder, _ name: String) throws -> Data {
    try Data(contentsOf: folder.url.appendingPathComponent(name))
  }

  @Test("only what has changed is rendered, and programs are told how much that was")
  func changed() async throws {
    let folder = try TemporaryFolder()
    try folder.write("film.lua", Self.script(["red", "green", "blue", "white"]))
    let cold = try await render(folder, to: "a.mp4")
    #expect(cold.code == 0)
    #expect(cold.output.contains(#""spans":{"count":4,"reused":0,"frames_reused":0}"#))
    let warm = try await render(folder, to: "b.mp4")
    #expect(warm.output.contains(#""spans":{"count":4,"reused":4,"frames_reused":100}"#))
    #expect(try bytes(folder, "a.mp4") == bytes(folder, "b.mp4"))
    try folder.write("film.lua", Self.script(["red", "black", "blue", "white"]))
    let changed = try await render(folder, to: "c.mp4")
    #expect(changed.output.contains(#""spans":{"count":4,"reused":3,"frames_reused":75}"#))
  }

  @Test("an export that is killed goes on where it was, and comes to the same file")
  func killed() async throws {
    let folder = try TemporaryFolder()
    try folder.write("film.lua", Self.script(["red", "green", "blue", "white"]))
    _ = try await render(folder, to: "whole.mp4")
    let whole = try bytes(folder, "whole.mp4")
    try FileManager.default.removeItem(at: folder.url.appendingPathComponent("spans"))
    for _ in 0..<4 {
      _ = try await render(folder, to: "a.mp4") { process in
        usleep(.random(in: 100_000...2_000_000))
        kill(process.processIdentifier, SIGKILL)
      }
    }
    #expect(try await render(folder, to: "a.mp4").code == 0)
    #expect(try bytes(folder, "a.mp4") == whole)
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.path("spans"))
    #expect(left.filter { $0.hasSuffix(".span") }.count == 4)
  }

  @Test("several processes fill one cache side by side")
  func parts() async throws {
    let folder = try TemporaryFolder()
    try folder.write("film.lua", Self.script(["red", "green", "blue", "white"]))
    async let first = render(folder, to: "a.mp4", "--only-spans", "1/2")
    async let second = render(folder, to: "a.mp4", "--only-spans", "2/2")
    #expect(try await [first, second].map(\.code) == [0, 0])
    #expect(!FileManager.default.fileExists(atPath: folder.path("a.mp4")))
    let joined = try await render(folder, to: "a.mp4")
    #expect(joined.output.contains(#""reused":4"#))
  }

  @Test("a film that is larger than files may be costs the cache and not the export")
  func fullDisk() async throws {
    let folder = try TemporaryFolder()
    try folder.write("film.lua", Self.script(["red", "green", "blue", "white"]))
    let full = try await Program.shell(
      "(ulimit -f 1; moonreel render film.lua -o - -q --incremental --span-cache spans) | cat > a.mkv",
      in: folder.url)
    #expect(full.errors.isEmpty, "\(full.errors)")
    let kept = try FileManager.default.contentsOfDirectory(atPath: folder.path("spans"))
    #expect(!kept.contains { $0.contains(".span.") })
  }

  @Test("a full disk ends in a sentence, and the next run goes on with the spans that were kept")
  func fullOutput() async throws {
    let folder = try TemporaryFolder()
    try folder.write("film.lua", Self.script(["red", "green", "blue", "white"]))
    let line = "moonreel render film.lua -q --incremental --span-cache spans"
    let device = try await Program.shell("\(line) -o - > /dev/full", in: folder.url)
    #expect(device.code == moonreel.ExitStatus.file.rawValue, "\(device.errors)")
    #expect(device.errorLines.count == 1 && device.errors.contains("no space is left"))
    try await fill(folder, limit: 4, line)
    let again = try await render(folder, to: "a.mp4")
    #expect(again.code == 0 && again.output.contains(#""count":4"#))
    let warm = try await render(folder, to: "b.mp4")
    #expect(warm.output.contains(#""reused":4"#))
    #expect(try bytes(folder, "a.mp4") == bytes(folder, "b.mp4"))
  }

  /// Runs `line` where no file may have more than `limit` blocks: no film appears, and nothing half written stays.
  private func fill(_ folder: TemporaryFolder, limit: Int, _ line: String) async throws {
    let full = try await Program.shell(
      "ulimit -f \(limit); \(line) -o a.mp4", in: folder.url)
    #expect(full.code == moonreel.ExitStatus.file.rawValue, "\(full.errors)")
    #expect(full.errorLines.count == 1 && full.errors.contains("a.mp4"), "\(full.errors)")
    #expect(folder.names.sorted() == ["film.lua", "spans"])
  }

  @Test("functions of a script are called, and what they draw counts")
  func callbacks() async throws {
    let folder = try TemporaryFolder()
    func script(_ middle: String) -> String {
      """
      local mr = require "moonreel"
      local film = mr.composition { size = { 320, 180 }, fps = 25, duration = 3 }
      local share = { 0.2, \(middle), 0.8 }
      for i = 1, 3 do
        film:add { source = mr.source.test_card { size = { 320, 180 } }, at = i - 1, duration = 1,
          effects = { function(image, context)
            return image:saturation(share[i] * (1 - context.progress) + math.random() / 8)
          end } }
      end
      return film
      """
    }
    try folder.write("film.lua", script("0.5"))
    #expect(try await render(folder, to: "a.mp4").output.contains(#""reused":0"#))
    let warm = try await render(folder, to: "b.mp4")
    #expect(warm.output.contains(#""spans":{"count":3,"reused":3,"frames_reused":75}"#))
    #expect(try bytes(folder, "a.mp4") == bytes(folder, "b.mp4"))
    try folder.write("film.lua", script("0.9"))
    let changed = try await render(folder, to: "c.mp4")
    #expect(changed.output.contains(#""spans":{"count":3,"reused":2,"frames_reused":50}"#))
    // The same pictures as in one pass, but for what the encoder loses.
    let whole = try await Program.moonreel(
      ["render", "film.lua", "-o", "whole.mp4", "-q"], in: folder.url)
    #expect(whole.code == 0)
    let compared = try await Program.shell(
      "ffmpeg -v error -i c.mp4 -i whole.mp4 -lavfi psnr=stats_file=psnr.txt -f null - && cat psnr.txt",
      in: folder.url)
    let noises = compared.output.split(separator: "\n").compactMap { line in
      line.firstMatch(of: /psnr_avg:([0-9.inf]+)/).flatMap { Double($0.1) }
    }
    #expect(noises.count == 75 && noises.allSatisfy { $0 > 30 }, "\(compared.output)")
  }

  @Test("a clip that was changed in its place is rendered anew, and nothing else")
  func changedClip() async throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "film.lua",
      """
      local mr = require "moonreel"
      local film = mr.composition { size = { 320, 180 }, fps = 25, duration = 2 }
      film:add { source = mr.asset "clip.mkv", duration = 1 }
      film:add { source = mr.color "green", at = 1, duration = 1 }
      return film
      """)
    func clip(_ color: String) async throws {
      try folder.write("clip.lua", Self.script([color]))
      let made = try await Program.moonreel(
        ["render", "clip.lua", "-o", "made.mkv", "--yes"], in: folder.url)
      #expect(made.code == 0)
      // Its bytes go into the file that is there.
      try bytes(folder, "made.mkv").write(to: folder.url.appendingPathComponent("clip.mkv"))
    }
    try await clip("red")
    #expect(try await render(folder, to: "a.mp4").code == 0)
    try await clip("blue")
    let changed = try await render(folder, to: "b.mp4")
    #expect(changed.output.contains(#""spans":{"count":2,"reused":1,"frames_reused":25}"#))
    #expect(try bytes(folder, "a.mp4") != bytes(folder, "b.mp4"))
    try await clip("red")
    let back = try await render(folder, to: "c.mp4")
    #expect(back.code == 0)
    #expect(try bytes(folder, "a.mp4") == bytes(folder, "c.mp4"))
  }

  @Test("what cannot be done is one sentence")
  func refusals() async throws {
    let folder = try TemporaryFolder()
    try folder.write("film.lua", Self.script(["red"]))
    try folder.write("spans", "no folder")
    let noFolder = try await render(folder, to: "a.mp4")
    #expect(noFolder.code != 0 && noFolder.errors.contains("Cannot keep spans in 'spans'"))
    for part in ["0/2", "3/2", "1", "a/b"] {
      let wrong = try await render(folder, to: "a.mp4", "--only-spans", part)
      #expect(wrong.code == moonreel.ExitStatus.usage.rawValue)
    }
    let sound = try await Program.moonreel(
      ["render", "film.lua", "-o", "a.gif", "--only-spans", "1/2"], in: folder.url)
    #expect(sound.errors.contains("Cannot export by spans: gif codes each picture"))
  }
}
