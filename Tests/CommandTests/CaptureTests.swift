// SPDX-License-Identifier: MIT

import Foundation
import MoonreelCore
import Testing

@testable import moonreel

/// `moonreel capture` and `moonreel devices`, with the devices that are made here.
@Suite("moonreel capture")
struct CaptureTests {
  /// Captures into a folder of its own, with `arguments`.
  private func capture(
    _ folder: TemporaryFolder, _ arguments: String...,
    whileRunning: (@Sendable (Process) -> Void)? = nil
  ) async throws -> Program.Outcome {
    try await Program.moonreel(
      ["capture"] + arguments, in: folder.url, whileRunning: whileRunning)
  }

  /// The JSON lines of `text` that are events called `name`.
  private func events(_ name: String, in text: String) throws -> [JSONValue] {
    try text.split(separator: "\n").map { try JSONValue(parsing: String($0)) }
      .filter { $0["event"] == .string(name) }
  }

  @Test("the devices that are made here are always listed, for people and for programs")
  func devices() async throws {
    let text = try await Program.moonreel(["devices", "--kind", "synthetic"])
    #expect(text.code == 0)
    #expect(text.output.contains("synthetic 0  Test pictures\n  synthetic:camera\n"))
    #expect(text.output.contains("320x180"))
    let json = try await Program.moonreel(["devices", "--json"])
    let devices = try JSONValue(parsing: json.output)
    guard case .array(let all) = devices else { throw MoonreelError(.internalError, "no list") }
    #expect(all.contains { $0["id"] == .string("synthetic:microphone") })
    #expect(all.allSatisfy { $0["kind"] != nil && $0["formats"] != nil })
  }

  @Test("pictures and sound of so long, and what became of them")
  func record() async throws {
    let folder = try TemporaryFolder()
    let result = try await capture(
      folder, "-o", "take.mkv", "--camera", "synthetic:camera", "--mic", "synthetic:microphone",
      "--size", "320x180", "--for", "1", "--codec", "h264", "--json-progress")
    #expect(result.code == 0, "\(result.errors)")
    #expect(try await folder.streams(of: "take.mkv") == "h264,320,180 opus")
    #expect(try events("start", in: result.output).count == 1)
    let end = try #require(try events("end", in: result.output).first)
    #expect(end["ending"] == .string("duration"))
    #expect(end["files"] != nil && end["drift_ppm"] != nil && end["dropped"] != nil)
    #expect(end["pictures"]?.double ?? 0 > 0)
  }

  @Test("a size that the device does not have is brought to it")
  func size() async throws {
    let folder = try TemporaryFolder()
    let result = try await capture(
      folder, "-o", "take.mp4", "--camera", "synthetic:camera", "--size", "160x90", "--fps", "10",
      "--for", "0.5")
    #expect(result.code == 0, "\(result.errors)")
    #expect(try await folder.streams(of: "take.mp4") == "h264,160,90")
  }

  @Test("Ctrl-C ends the recording and completes the file", arguments: [SIGINT, SIGTERM])
  func interrupted(signal: Int32) async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("take.mkv")
    let result = try await capture(
      folder, "-o", "take.mkv", "--camera", "synthetic:camera", "--size", "320x180"
    ) { process in
      // Until some of it is written.
      for _ in 0..<12_000 where process.isRunning {
        let size = (try? FileManager.default.attributesOfItem(atPath: path))?[.size] as? Int ?? 0
        if size > 2000 { break }
        usleep(10_000)
      }
      kill(process.processIdentifier, signal)
    }
    #expect(result.code == 0 && !result.wasKilled, "\(result.errors)")
    #expect(try await folder.streams(of: "take.mkv") == "h264,320,180")
  }

  @Test("a photo alone, and nothing else is written")
  func photo() async throws {
    let folder = try TemporaryFolder()
    let result = try await capture(
      folder, "--camera", "synthetic:camera", "--size", "320x180", "--photo", "shot.png")
    #expect(result.code == 0, "\(result.errors)")
    #expect(folder.names == ["shot.png"])
    #expect(try await folder.streams(of: "shot.png") == "png,320,180")
  }

  /// A film of the test camera beneath a coloured corner.
  private static let film = """
    local mr = require "moonreel"
    local size = { 320, 180 }
    local camera = mr.capture {
      camera = "synthetic:camera", microphone = "synthetic:microphone", size = size, fps = 10,
    }
    local show = mr.composition { size = size, fps = 10, duration = 1 }
    show:add { source = camera }
    local corner = mr.source.image { mr.color "#ff0000", size = { 40, 40 } }
    show:add { source = corner, fit = "none", position = { 20, 20 } }
    return show
    """

  @Test("a film is drawn of live pictures and recorded with the microphone that it names")
  func liveFilm() async throws {
    let folder = try TemporaryFolder()
    try folder.write("film.lua", Self.film)
    let result = try await capture(folder, "film.lua", "-o", "take.mkv", "--json-progress")
    #expect(result.code == 0, "\(result.errors)")
    #expect(try await folder.streams(of: "take.mkv") == "h264,320,180 opus")
    let end = try #require(try events("end", in: result.output).first)
    #expect(end["ending"] == .string("film"))
    let pixel = try await Program.shell(
      "ffmpeg -v error -i take.mkv -frames:v 1 -vf crop=2:2:20:20 -f rawvideo -pix_fmt rgb24 - | od -An -tu1 -N3",
      in: folder.url)
    let color = pixel.output.split(separator: " ").compactMap { Int($0.filter(\.isNumber)) }
    try #require(color.count == 3, "\(pixel.output)\(pixel.errors)")
    #expect(color[0] > 200 && color[1] < 60 && color[2] < 60, "\(color)")
  }

  @Test("a frame that cannot be drawn ends the take with its sentence; what there is stays")
  func failing() async throws {
    let folder = try TemporaryFolder()
    let bad = """
      show:add { source = mr.color "red", opacity = function(t)
        if t > 0.45 then error("no such luck") end
        return 0.5
      end }
      return show
      """
    // Long: however few frames a busy machine draws, one of them is late enough.
    let film = Self.film.replacingOccurrences(of: "return show", with: bad)
      .replacingOccurrences(of: "duration = 1 }", with: "duration = 3600 }")
    try folder.write("film.lua", film)
    let result = try await capture(folder, "film.lua", "-o", "take.mkv", "--json-progress")
    #expect(result.code == moonreel.ExitStatus.script.rawValue, "\(result.errors)")
    #expect(result.errors.contains("no such luck"))
    #expect(try await folder.streams(of: "take.mkv") == "h264,320,180 opus")
  }

  @Test("a film with sound of its own is recorded without it, and says so")
  func ownSound() async throws {
    let folder = try TemporaryFolder()
    let tone = "show:add { source = mr.source.tone { frequency = 440 }, duration = 1 }\nreturn show"
    try folder.write("film.lua", Self.film.replacingOccurrences(of: "return show", with: tone))
    let result = try await capture(folder, "film.lua", "-o", "take.mkv")
    #expect(result.code == 0, "\(result.errors)")
    #expect(result.errors.contains("The film's own sound is not in the take"))
    #expect(try await folder.streams(of: "take.mkv") == "h264,320,180 opus")
  }

  @Test("a film of live pictures is checked with a test card, and rendering it is refused")
  func notCaptured() async throws {
    let folder = try TemporaryFolder()
    try folder.write("film.lua", Self.film)
    let check = try await Program.moonreel(["check", "film.lua"], in: folder.url)
    #expect(check.code == 0, "\(check.output)\(check.errors)")
    let render = try await Program.moonreel(
      ["render", "film.lua", "-o", "film.mp4"], in: folder.url)
    #expect(render.code == moonreel.ExitStatus.script.rawValue)
    #expect(render.errors.contains("the camera 'synthetic:camera'"))
    #expect(render.errors.contains("moonreel capture"))
  }

  @Test(
    "a script may not use devices that the command line does not allow",
    arguments: [
      ("camera = \"default\"", "camera"), ("screen = \":0\"", "screen"),
      ("camera = \"synthetic:camera\", microphone = \"default\"", "microphone"),
    ])
  func notAllowed(option: String, kind: String) async throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "film.lua",
      "local mr = require \"moonreel\"\nlocal live = mr.capture { \(option) }\n"
        + "local show = mr.composition { size = { 64, 36 }, duration = 1 }\nshow:add { source = live }\nreturn show"
    )
    let result = try await capture(folder, "film.lua", "-o", "take.mkv")
    #expect(result.code == moonreel.ExitStatus.file.rawValue, "\(result.errors)")
    #expect(result.errors.contains("film.lua:2"))
    #expect(result.errors.contains("--allow-device \(kind)"))
    #expect(folder.names == ["film.lua"])
  }

  @Test(
    "what does not fit together is refused with a sentence",
    arguments: [
      (["-o", "a.mkv"], "Say what to record"), (["--camera", "0"], "Say what to write"),
      (["-o", "a.mkv", "--camera", "0", "--screen", ":0"], "Pictures come of one of"),
      (["-o", "a.mkv", "--camera", "0", "--allow-device", "camera"], "is for scripts"),
      (["film.lua", "-o", "a.mkv", "--fps", "30"], "its own size and rate"),
      (["-o", "a.mkv", "--screen", "0"], "write ':0'"),
      (["-o", "a.mkv", "--mic", "0", "--mic", "1"], "--mic is given twice"),
      (["-o", "a.avi", "--camera", "synthetic:camera", "--for", "1"], "a.avi"),
      (["-o", "a.mkv", "--camera", "synthetic:other"], "synthetic:camera"),
    ])
  func wrongUse(arguments: [String], words: String) async throws {
    let folder = try TemporaryFolder()
    let result = try await Program.moonreel(["capture"] + arguments, in: folder.url)
    #expect(result.code != 0)
    #expect(result.errors.contains(words), "\(result.errors)")
    #expect(folder.names.isEmpty)
  }
}

extension JSONValue {
  /// The member called `key`.
  subscript(key: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.key == key }?.value
  }
}
