// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import moonreel

@Suite("Opening is cheap")
struct OpeningTests {
  /// What `command` and its children read, in bytes.
  private func bytes(_ command: String, in folder: TemporaryFolder) async throws -> Int {
    let script = "\(command) >/dev/null 2>&1; sed -n 's/^rchar: //p' /proc/$$/io"
    let result = try await Program.shell(script, in: folder.url)
    return try #require(Int(result.output.trimmingCharacters(in: .whitespacesAndNewlines)))
  }

  /// What describing `file` reads of it: less than what the program reads of itself.
  private func probing(_ file: String, in folder: TemporaryFolder) async throws -> Int {
    let program = "'\(Program.moonreel.path)'"
    let own = try await bytes("\(program) probe nothing.mp4", in: folder)
    return try await bytes("\(program) probe \(file)", in: folder) - own
  }

  @Test(
    "of an MP4 or MOV file hardly more is read than its tables",
    arguments: ["", "-movflags +faststart"])
  func tables(flags: String) async throws {
    let folder = try TemporaryFolder()
    let command =
      "ffmpeg -nostdin -v error -f lavfi -i testsrc2=s=640x360:r=25:d=60 -f lavfi -i sine=d=60 "
      + "-c:v libx264 -preset ultrafast -b:v 6M -minrate 6M -maxrate 6M -bufsize 1M "
      + "-x264-params nal-hrd=cbr -c:a aac \(flags) a.mp4"
    _ = try await Program.shell(command, in: folder.url)
    let size = try FileManager.default.attributesOfItem(atPath: folder.path("a.mp4"))[.size]
    let whole = try #require(size as? Int)
    #expect(whole > 30_000_000, "the clip has \(whole) bytes")
    let read = try await probing("a.mp4", in: folder)
    #expect(read < whole / 8, "\(read) of \(whole) bytes were read")
    let result = try await Program.moonreel(["probe", "--json", "a.mp4"], in: folder.url)
    #expect(result.output.contains("\"duration\""))
  }
}
