// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import moonreel

/// Limits of the system so low that memory, a thread or a file cannot be had. Some are too low for the
/// program to be loaded at all; from there on each ends with the film or with a sentence.
@Suite(
  "starvation", .serialized,
  .enabled(
    if: ProcessInfo.processInfo.environment["MOONREEL_SANITIZER"] == nil,
    "sanitizers take memory and threads of their own"))
struct StarvationTests {
  /// A film with pictures, letters and sound.
  private static let film = """
    local mr = require "moonreel"
    local show = mr.composition { size = { 64, 48 }, fps = 25, duration = 0.4 }
    show:add { source = mr.asset "clip.mp4" }
    show:add { source = mr.text { text = "hello", size = 12 } }
    return show
    """

  private static let commands = [
    "render show.lua -o out.mp4", "frame show.lua --at 0.1 -o out.png", "probe clip.mp4",
    "check show.lua",
  ]

  private static var isWide: Bool {
    ProcessInfo.processInfo.environment["MOONREEL_WIDE_SWEEP"] != nil
  }

  /// Runs every command under `limit`; `before` comes before the program, such as another user.
  private func sweep(_ limits: [String], before: String = "") async throws {
    let place = try await Workplace()
    try place.folder.write("show.lua", Self.film)
    _ = try await place.shell("chmod 777 .")
    for limit in limits {
      for command in Self.isWide ? Self.commands : [Self.commands[0]] {
        _ = try await place.shell("rm -f out.mp4 out.png")
        let program = moonreelPath
        let result = try await place.shell(
          "\(limit); unset SWIFT_BACKTRACE; timeout 60 \(before) '\(program)' \(command)"
        )
        // 127 is the dynamic loader's, before the first line of ours.
        if result.code == 127 { continue }
        #expect(!result.wasKilled && result.code < 124, "\(limit), \(command): \(result.errors)")
        #expect(ExitStatus(rawValue: result.code) != nil, "\(limit), \(command): \(result.code)")
        #expect(
          result.code == 0 || result.errors.contains("error: "),
          "\(limit), \(command) says nothing")
        #expect(
          result.code != ExitStatus.program.rawValue, "\(limit), \(command): \(result.errors)")
        #expect(
          !result.errors.lowercased().contains("backtrac"), "\(limit), \(command): \(result.errors)"
        )
        #expect(place.partials.isEmpty, "\(limit), \(command)")
        #expect(
          result.code == 0 || !place.folder.names.contains("out.mp4"), "\(limit), \(command)")
      }
    }
  }

  private var moonreelPath: String { Program.moonreel.path }

  @Test("little address space")
  func addressSpace() async throws {
    let sizes =
      Self.isWide
      ? Array(stride(from: 280, through: 900, by: 10))
      : [
        290, 310, 330, 350, 370, 400, 450, 550, 700,
      ]
    try await sweep(sizes.map { "ulimit -v \($0)000" })
  }

  @Test("little data")
  func data() async throws {
    let sizes =
      Self.isWide
      ? Array(stride(from: 50, through: 500, by: 10))
      : [
        60, 80, 100, 130, 170, 220, 300,
      ]
    try await sweep(sizes.map { "ulimit -d \($0)000" })
  }

  @Test("few files")
  func files() async throws {
    let counts = Self.isWide ? Array(4...24) : [5, 6, 8, 10, 12, 14]
    try await sweep(counts.map { "ulimit -n \($0)" })
  }

  @Test(
    "few threads",
    .enabled(
      if: getuid() == 0 && FileManager.default.isExecutableFile(atPath: "/usr/bin/setpriv"),
      "only root can become a user who has no processes"))
  func threads() async throws {
    let counts = Self.isWide ? Array(1...24) : [1, 2, 3, 4, 5, 6, 8, 10, 12]
    try await sweep(
      counts.map { "ulimit -u \($0)" }, before: "setpriv --reuid=64321 --clear-groups")
  }
}
