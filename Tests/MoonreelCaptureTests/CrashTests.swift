// SPDX-License-Identifier: MIT

import Foundation
import MoonreelCore
import MoonreelMedia
import Testing

@testable import MoonreelCapture

/// What is left of a recording when its program is killed, or its disk is full: a program of its own records.
@Suite("Recordings that are cut off", .serialized)
struct CrashTests {
  let folder: ScratchFolder
  init() throws { folder = try ScratchFolder() }

  /// The program beside the tests.
  private static let program: URL = {
    var url = Bundle.main.bundleURL
    if url.pathExtension == "xctest" { url.deleteLastPathComponent() }
    return url.appendingPathComponent("moonreel-take")
  }()

  /// Lets the program record, kills it when it has said `lines` lines, and gives all that it said.
  private func record(_ arguments: [String], killedAfter lines: Int?) throws -> [String] {
    let process = Process()
    process.executableURL = Self.program
    process.arguments = arguments
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let reader = output.fileHandleForReading
    var bytes = Data()
    while let block = try reader.read(upToCount: 1), !block.isEmpty {
      bytes += block
      guard let lines, bytes.count(where: { $0 == UInt8(ascii: "\n") }) >= lines else { continue }
      kill(process.processIdentifier, SIGKILL)
      bytes += reader.readDataToEndOfFile()
      break
    }
    process.waitUntilExit()
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  @Test("Killed at any moment, at most a second is lost", arguments: ["mp4", "mkv"])
  func killed(ending: String) throws {
    for round in 0..<5 {
      let path = folder.file("take\(round)." + ending)
      let lines = Int.random(in: 12...40)
      let said = try record([path, "600"], killedAfter: lines)
      let recorded = try #require(said.compactMap { Double($0) }.last)
      let film = try Recorded(path)
      let last = try #require(film.pictures.last)
      #expect(recorded - last.time < 1, "killed after \(lines) lines")
      #expect(recorded - film.heard < 1, "killed after \(lines) lines")
      // What is there is whole.
      #expect(film.pictures.map(\.number) == Array(0..<film.pictures.count))
      #expect(film.beeps.count >= Int(last.time))
    }
  }

  @Test(
    "A full disk ends it with one sentence, and what is there can be played",
    arguments: ["mp4", "mkv"])
  func full(ending: String) throws {
    let path = folder.file("take." + ending)
    let said = try record([path, "600", "200000"], killedAfter: nil)
    try expectSalvaged(path, said)
  }

  /// Lets the program record to a disk of `kibibytes`, which is there for it alone, and gives what it said; the file is then
  /// at `path`. `nil`: this machine lets nobody mount a disk.
  private func record(to path: String, onDiskOf kibibytes: Int) throws -> [String]? {
    let script = """
      mkdir -p "$1/disk" && mount -t tmpfs -o size=\(kibibytes)k none "$1/disk" && echo mounted || exit 0
      "$2" "$1/disk/$3" 600
      cp "$1/disk/$3" "$1/$3"
      """
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "unshare", "-rm", "sh", "-c", script, "sh", folder.path, Self.program.path,
      FilePath.name(of: path),
    ]
    let output = Pipe()
    (process.standardOutput, process.standardError) = (output, FileHandle.nullDevice)
    try process.run()
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    return lines.first == "mounted" ? Array(lines.dropFirst()) : nil
  }

  @Test("So does a disk that has no room left", arguments: ["mp4", "mkv"])
  func noSpace(ending: String) throws {
    let path = folder.file("take." + ending)
    guard let said = try record(to: path, onDiskOf: 200) else {
      print("Nobody may mount a disk here: a recording to a full one is not tried.")
      return
    }
    try expectSalvaged(path, said)
  }

  /// `said` ends with one sentence, and the film at `path` has all but the last second.
  private func expectSalvaged(_ path: String, _ said: [String]) throws {
    let end = try #require(said.last)
    #expect(end.hasPrefix("failed: Cannot record further to '"))
    #expect(end.contains("\(FilePath.name(of: path))': "))
    #expect(end.hasSuffix("What it has so far can be played."))
    let recorded = try #require(said.compactMap { Double($0) }.last)
    let film = try Recorded(path)
    let last = try #require(film.pictures.last)
    #expect(recorded - last.time < 1.2)
    #expect(film.pictures.map(\.number) == Array(0..<film.pictures.count))
  }
}
