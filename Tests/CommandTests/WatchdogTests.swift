// SPDX-License-Identifier: MIT

import Foundation
import MoonreelMedia
import Testing

@testable import moonreel

/// The end of a program whose script cannot be stopped.
@Suite struct WatchdogTests {
  /// Where the child, which can be handed nothing, looks: named after its parent.
  private static func folder(_ parent: Int32) -> URL {
    FileManager.default.temporaryDirectory.appendingPathComponent("moonreel-watchdog-\(parent)")
  }

  @Test("it says why, removes its partial file, leaves others' files, and exits with its own code")
  func end() async throws {
    let folder = Self.folder(getpid())
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for name in ["out.mp4", "other.txt"] {
      try Data("old".utf8).write(to: folder.appendingPathComponent(name))
    }
    let result = await #expect(
      processExitsWith: .exitCode(124), observing: [\.standardErrorContent]
    ) {
      let folder = WatchdogTests.folder(getppid())
      let file = try AtomicOutputFile(path: folder.path + "/out.mp4", gate: .unrestricted)
      try file.write(Array("partial".utf8))
      moonreel.ForcedEnd.end("slow.lua: the script did not stop")
    }
    let errors = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(errors.contains("error: slow.lua: the script did not stop\n"))
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(left == ["other.txt", "out.mp4"])
  }
}
