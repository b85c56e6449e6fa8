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
  private func probing(_ file: String, _ options: String = "", in folder: TemporaryFolder)
    async throws -> Int
  {
    let program = "'\(Program.moonreel.path)'"
    let own = try await bytes("\(program) probe nothing.mp4", in: folder)
    return try await bytes("\(program) probe \(options) \(file)", in: folder) - own
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
    let read = try await probing("a.mp4", "--no-cache", in: folder)
    #expect(read < whole / 8, "\(read) of \(whole) bytes were read")
    let result = try await Program.moonreel(["probe", "--json", "a.mp4"], in: folder.url)
    #expect(result.output.contains("\"duration\""))
    // Files that were changed just now are compared by their first and last bytes, older ones by their times.
    let again = try await probing("a.mp4", in: folder)
    #expect(again < 24_000, "\(again) bytes were read the second time")
    let kept = try await Program.moonreel(["probe", "--json", "a.mp4"], in: folder.url)
    #expect(kept.output == result.output)
  }

  @Test("several processes that look at one file at a time say the same") func processes()
    async throws
  {
    let folder = try TemporaryFolder()
    let clip = "-f lavfi -i testsrc2=s=640x360:r=25:d=20 -c:v libx264 -preset ultrafast a.mkv"
    let script =
      "ffmpeg -nostdin -v error \(clip); export XDG_CACHE_HOME=$PWD/caches; "
      + "for i in 1 2 3 4 5 6; do '\(Program.moonreel.path)' probe a.mkv >$i.txt & done; wait; "
      + "cat [1-6].txt | sort | uniq -c | awk '{ print $1 % 6 }' | sort -u; ls -p caches/moonreel | grep -cv /"
    let result = try await Program.shell(script, in: folder.url)
    #expect(
      result.output.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) } == [
        "0", "1",
      ])
    #expect(result.errors == "")
  }

  @Test("a film is the same from kept indexes as from those found anew") func films() async throws {
    let folder = try TemporaryFolder()
    let made = try await Program.shell(
      "ffmpeg -nostdin -v error -f lavfi -i testsrc2=s=320x180:r=25:d=8 -f lavfi -i sine=d=8 "
        + "-c:v mpeg4 -bf 2 -g 30 -c:a libmp3lame a.avi", in: folder.url)
    #expect(made.code == 0)
    var sums: Set<String> = []
    for (number, options) in [[], [], ["--no-cache"]].enumerated() {
      let film = "\(number).mkv"
      let result = try await Program.moonreel(
        ["render"] + options + ["a.avi", "-o", film], in: folder.url)
      #expect(result.code == 0, "\(result.errors)")
      sums.insert(
        try await Program.shell("ffmpeg -v error -i \(film) -f md5 -", in: folder.url).output)
    }
    #expect(sums.count == 1)
  }
}
