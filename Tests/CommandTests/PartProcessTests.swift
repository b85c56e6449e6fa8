// SPDX-License-Identifier: MIT

import Foundation
import MoonreelCore
import Testing

@testable import moonreel

@Suite("moonreel render -j")
struct PartProcessTests {
  /// Five seconds in spans of at most one, with sound.
  static let script = """
    local mr = require "moonreel"
    local show = mr.composition { size = { 96, 54 }, fps = 25, duration = 8, background = "#204060" }
    for second = 0, 7 do
      show:add { source = mr.text { text = "shot " .. second, size = 20 }, at = second, duration = 1 }
    end
    return show
    """

  static func place(_ text: String = script) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write("film.lua", text)
    return folder
  }

  /// The processes that name `folder` in their words.
  static func processes(naming folder: TemporaryFolder, with word: String = "") -> [Int32] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return names.compactMap { Int32($0) }.filter { number in
      guard number != getpid(),
        let bytes = FileManager.default.contents(atPath: "/proc/\(number)/cmdline")
      else { return false }
      let text = String(decoding: bytes, as: UTF8.self)
      return text.contains(folder.url.path) && text.contains(word)
    }
  }

  private func render(
    _ folder: TemporaryFolder, _ arguments: String..., cache: String = "spans",
    whileRunning: (@Sendable (Process) -> Void)? = nil
  ) async throws -> Program.Outcome {
    try await Program.moonreel(
      ["render", folder.path("film.lua"), "--span-cache", folder.path(cache)] + arguments,
      in: folder.url, whileRunning: whileRunning)
  }

  @Test("several processes make the file that one makes, and tell of it as one")
  func same() async throws {
    let folder = try Self.place()
    let one = try await render(folder, "-o", "one.mp4", "--incremental", cache: "other")
    #expect(one.code == 0, "\(one.errors)")
    let three = try await render(folder, "-o", "three.mp4", "-j", "3", "--json-progress")
    #expect(three.code == 0, "\(three.errors)")
    #expect(folder.data("one.mp4") == folder.data("three.mp4") && !folder.data("one.mp4").isEmpty)
    let lines = three.output.split(separator: "\n")
    #expect(lines.first == #"{"event":"filling","output":"three.mp4","processes":3}"#)
    #expect(lines.last?.hasPrefix(#"{"event":"done""#) == true)
    #expect(
      lines.contains { $0.contains(#""event":"progress""#) && $0.contains(#""frames":200,"#) })
    let spans = lines.last?.firstMatch(of: /"spans":\{"count":(\d+),"reused":(\d+)/)
    #expect(spans != nil && spans?.1 == spans?.2, "\(lines.last ?? "")")
    let piped = try await Program.shell(
      "moonreel render film.lua -o - -j 2 --no-cache > piped.mkv; echo $?", in: folder.url)
    #expect(piped.output == "0\n", "\(piped.errors)")
    let whole = try await Program.shell(
      "moonreel render film.lua -o - -j 1 --no-cache | cmp - piped.mkv", in: folder.url)
    #expect(whole.code == 0, "\(whole.output)\(whole.errors)")
    #expect(folder.names == ["film.lua", "one.mp4", "other", "piped.mkv", "spans", "three.mp4"])
  }

  @Test(
    "what goes wrong in every process is said once",
    arguments: [
      ("error('broken')", [], 1, "film.lua:1: broken"),
      ("while true do end", ["--time-limit", "1"], 6, "film.lua:1"),
      (script, ["--max-frames", "10"], 6, "200, and the limit is 10"),
      (script, ["--range", "20.."], 2, "--range"),
      (script, ["-o", "film.png"], 1, "Cannot export by spans"),
      (script, ["--max-time", "0.001"], 6, "--max-time"),
    ] as [(String, [String], Int32, String)])
  func failing(_ text: String, _ arguments: [String], _ code: Int32, _ words: String) async throws {
    let folder = try Self.place(text)
    let output = arguments.contains("-o") ? [] : ["-o", "film.mp4"]
    let result = try await Program.moonreel(
      ["render", "film.lua", "-j", "3", "--span-cache", "spans"] + output + arguments,
      in: folder.url)
    #expect(result.code == code, "\(result.errors)")
    #expect(result.errorLines.count == 1 && result.errors.hasPrefix("error: "), "\(result.errors)")
    #expect(result.errors.contains(words), "\(result.errors)")
    #expect(!FileManager.default.fileExists(atPath: folder.path("film.mp4")))
  }

  @Test("Ctrl-C ends all processes, and the next run goes on from their spans")
  func interrupted() async throws {
    let folder = try Self.place(Self.script.replacing("96, 54", with: "1280, 720"))
    let result = try await render(folder, "-o", "film.mp4", "-j", "2") { process in
      let spans = folder.path("spans")
      while process.isRunning,
        ((try? FileManager.default.contentsOfDirectory(atPath: spans)) ?? [])
          .allSatisfy({ !$0.hasSuffix(".span") })
      { usleep(20_000) }
      kill(process.processIdentifier, SIGINT)
    }
    #expect(result.code == 130, "\(result.errors)")
    #expect(result.errorLines == ["error: Stopped by Ctrl-C (SIGINT)."])
    #expect(Self.processes(naming: folder).isEmpty)
    #expect(folder.names.sorted() == ["film.lua", "spans"])
    let again = try await render(folder, "-o", "film.mp4", "-j", "2", "--json-progress")
    #expect(again.code == 0, "\(again.errors)")
  }

  @Test("a process that is killed is told of, and the others end")
  func killed() async throws {
    let folder = try Self.place(Self.script.replacing("96, 54", with: "1280, 720"))
    let result = try await render(folder, "-o", "film.mp4", "-j", "2") { process in
      while process.isRunning {
        guard let part = Self.processes(naming: folder, with: "2/2").min() else {
          usleep(5000)
          continue
        }
        kill(part, SIGKILL)
        return
      }
    }
    #expect(result.code == 7, "\(result.errors)")
    #expect(
      result.errorLines
        == ["error: A process that rendered a part failed: its process was ended by signal 9."])
    #expect(Self.processes(naming: folder).isEmpty)
  }
}
