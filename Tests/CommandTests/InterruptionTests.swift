// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import moonreel

@Suite("Stopped renders")
struct InterruptionTests {
  @Test(
    "Ctrl-C and SIGTERM keep the old file and leave nothing",
    arguments: [
      (SIGINT, moonreel.ExitStatus.interrupted), (SIGTERM, .terminated), (SIGHUP, .interrupted),
    ])
  func cancelled(signal: Int32, status: moonreel.ExitStatus) async throws {
    let place = try await Workplace()
    try place.folder.write("out.mp4", "old")
    let result = try await place.moonreel("render", "long.lua", "-o", "out.mp4") { process in
      guard place.waitForPartial() else { return process.terminate() }
      kill(process.processIdentifier, signal)
    }
    #expect(!result.wasKilled)
    #expect(result.code == status.rawValue)
    #expect(result.errors.contains("error: Stopped"), "\(result.errors)")
    #expect(place.folder.text("out.mp4") == "old")
    #expect(place.partials.isEmpty)
  }

  @Test(
    "whatever else ends it keeps the old file and leaves nothing",
    arguments: [
      SIGALRM, SIGVTALRM, SIGPROF, SIGXCPU, SIGUSR1, SIGUSR2, SIGIO, SIGPWR, SIGSYS,
    ])
  func ended(signal: Int32) async throws {
    let place = try await Workplace()
    try place.folder.write("out.mp4", "old")
    let result = try await place.moonreel("render", "long.lua", "-o", "out.mp4") { process in
      guard place.waitForPartial() else { return process.terminate() }
      kill(process.processIdentifier, signal)
    }
    #expect(result.wasKilled && result.code == signal)
    #expect(place.folder.text("out.mp4") == "old")
    #expect(place.partials.isEmpty)
  }

  @Test("kill -9 keeps the old file, and the next render cleans up")
  func killed() async throws {
    let place = try await Workplace()
    try place.folder.write("out.mp4", "old")
    let result = try await place.moonreel("render", "long.lua", "-o", "out.mp4") { process in
      _ = place.waitForPartial()
      kill(process.processIdentifier, SIGKILL)
    }
    #expect(result.wasKilled)
    #expect(place.folder.text("out.mp4") == "old")
    #expect(place.partials.count == 1)
    let next = try await place.moonreel("render", "film.lua", "-o", "out.mp4")
    #expect(next.code == 0, "\(next.errors)")
    #expect(place.partials.isEmpty)
    #expect(try await place.pictures(of: "out.mp4") == "64,48,25")
  }

  @Test("a partial file that is still being written is left alone")
  func twoAtOnce() async throws {
    let place = try await Workplace()
    let result = try await place.moonreel("render", "long.lua", "-o", "out.mp4") { process in
      guard place.waitForPartial() else { return process.terminate() }
      let second = Process()
      second.executableURL = Program.moonreel
      second.arguments = ["render", "film.lua", "-o", "out.mp4"]
      second.currentDirectoryURL = place.folder.url
      try? second.run()
      second.waitUntilExit()
      let stillThere = place.partials.count
      kill(
        process.processIdentifier,
        stillThere == 1 && second.terminationStatus == 0 ? SIGINT : SIGKILL)
    }
    #expect(!result.wasKilled)
    #expect(result.code == moonreel.ExitStatus.interrupted.rawValue)
    #expect(try await place.pictures(of: "out.mp4") == "64,48,25")
  }

  @Test("a full disk is told", arguments: ["/dev/full", "full.mp4"])
  func fullDevice(target: String) async throws {
    let place = try await Workplace()
    if target != "/dev/full" {
      try FileManager.default.createSymbolicLink(
        atPath: place.folder.path(target), withDestinationPath: "/dev/full")
    }
    let result = try await place.moonreel("render", "film.lua", "-o", target)
    #expect(
      result.code == moonreel.ExitStatus.file.rawValue
        || result.code == moonreel.ExitStatus.encoding.rawValue)
    #expect(result.errors.contains("no space is left"), "\(result.errors)")
    #expect(place.partials.isEmpty)
  }

  @Test(
    "a small file system that fills up keeps the old file",
    .enabled(if: Program.canMount, "only root may mount a tmpfs"))
  func fullFileSystem() async throws {
    let place = try await Workplace()
    let line = """
      mkdir small && mount -t tmpfs -o size=64k none small || exit 99
      echo old > small/out.mkv
      moonreel render long.lua -o small/out.mkv; code=$?
      cat small/out.mkv; ls -A small | grep -c part
      umount small; exit $code
      """
    let result = try await place.shell(line)
    #expect(
      result.code == moonreel.ExitStatus.file.rawValue
        || result.code == moonreel.ExitStatus.encoding.rawValue)
    #expect(result.output == "old\n0\n")
    #expect(result.errors.contains("no space is left"), "\(result.errors)")
  }

  @Test("a script that cannot be stopped is ended, and its partial file removed")
  func watchdog() async throws {
    let place = try await Workplace()
    try place.folder.write("out.mp4", "old")
    try place.folder.write("slow.lua", "while true do end")
    let result = try await place.moonreel(
      "render", "slow.lua", "-o", "out.mp4", "--instructions", "100000G", "--time-limit", "0.5")
    #expect(!result.wasKilled)
    #expect(
      result.code == moonreel.ExitStatus.tooLong.rawValue
        || result.code == moonreel.ExitStatus.limit.rawValue)
    #expect(result.errors.contains("slow.lua"))
    #expect(place.folder.text("out.mp4") == "old")
    #expect(place.partials.isEmpty)
  }
}
