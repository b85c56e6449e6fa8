// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import moonreel

/// What Moonreel does with everything closed around it.
@Suite("Runs in the sandbox")
struct SandboxedRunTests {
  /// A clip with a title, an SVG with text and a script of ASS over it.
  private static let film = """
    local mr = require "moonreel"
    local show = mr.composition { size = { 64, 48 }, fps = 25, duration = 0.4 }
    show:add { source = mr.asset "clip.mp4" }
    show:add { source = mr.svg "mark.svg" }
    show:add { source = mr.source.ass "words.ass" }
    show:add { source = mr.text { text = "Title", size = 10 } }
    return show
    """

  private static let words = """
    [Script Info]
    ScriptType: v4.00+
    PlayResX: 64
    PlayResY: 48
    [V4+ Styles]
    Format: Name, Fontname, Fontsize, PrimaryColour, Alignment
    Style: Default,DejaVu Sans,12,&H00FFFFFF,2
    [Events]
    Format: Layer, Start, End, Style, Text
    Dialogue: 0,0:00:00.00,0:00:02.00,Default,{\\fad(100,100)}Words
    """

  private static let mark = """
    <svg xmlns="http://www.w3.org/2000/svg" width="30" height="20">
    <circle cx="12" cy="10" r="9" fill="#d33"/><text x="2" y="14" font-size="9">Mark</text></svg>
    """

  private func place() async throws -> Workplace {
    let place = try await Workplace()
    try place.folder.write("all.lua", Self.film)
    try place.folder.write("words.ass", Self.words)
    try place.folder.write("mark.svg", Self.mark)
    return place
  }

  @Test(
    "everything is written and drawn as without it",
    .enabled(if: canSandbox, "this kernel cannot keep a sandbox"),
    arguments: [
      "render all.lua -o out.mp4", "render all.lua -o out.mov", "render all.lua -o out.mkv",
      "render all.lua -o out.webm", "render all.lua -o out.gif", "render film.lua -o out.wav",
      "render all.lua -o new_%03d.png",
      "render all.lua -o - > out.mkv", "frame all.lua --at 0.2 -o out.png",
      "plan all.lua --svg out.svg", "check all.lua", "probe clip.mp4",
      "render film.lua -o out.mp4 --max-time 100",
      "render all.lua -o /dev/null --preset ffv1",
    ])
  func everything(line: String) async throws {
    let place = try await place()
    try place.folder.write("old/x", "")
    let option = line.contains(">") ? line.replacing(" >", with: " --sandbox required >") : nil
    let result = try await place.shell("moonreel " + (option ?? line + " --sandbox required"))
    #expect(result.code == 0, "\(line): \(result.errors)")
    #expect(place.partials.isEmpty)
  }

  @Test("a pipe is written to", .enabled(if: canSandbox, "this kernel cannot keep a sandbox"))
  func pipe() async throws {
    let place = try await place()
    let result = try await place.shell(
      """
      mkfifo pipe.mkv; cat pipe.mkv > got.mkv &
      moonreel render film.lua -o pipe.mkv --sandbox required; code=$?; wait; exit $code
      """)
    #expect(result.code == 0, "\(result.errors)")
    #expect(try await place.pictures(of: "got.mkv") == "64,48,25")
  }

  @Test("pictures are the same to the bit in the worker and in the program")
  func samePictures() async throws {
    let place = try await place()
    for mode in ["off", "auto"] {
      let result = try await place.moonreel(
        "render", "all.lua", "-o", "\(mode)_%03d.png", "--sandbox", mode)
      #expect(result.code == 0, "\(result.errors)")
    }
    for frame in 1...10 {
      let name = String(format: "_%03d.png", frame)
      let (inside, outside) = (place.folder.data("auto" + name), place.folder.data("off" + name))
      #expect(!inside.isEmpty && inside == outside)
    }
  }

  @Test(
    "a running render is bound in every thread",
    .enabled(if: canSandbox, "this kernel cannot keep a sandbox"))
  func threads() async throws {
    let place = try await Workplace()
    let result = try await place.moonreel("render", "long.lua", "-o", "out.mp4") { process in
      _ = place.waitForPartial()
      let tasks = "/proc/\(process.processIdentifier)/task"
      let names = (try? FileManager.default.contentsOfDirectory(atPath: tasks)) ?? []
      let free = names.filter { name in
        let status = (try? String(contentsOfFile: "\(tasks)/\(name)/status", encoding: .utf8)) ?? ""
        return !status.isEmpty && !status.contains("Seccomp:\t2")
      }
      // What SIGINT says is what is found: killed means that a thread was free.
      kill(process.processIdentifier, names.count > 2 && free.isEmpty ? SIGINT : SIGKILL)
    }
    #expect(!result.wasKilled)
    #expect(result.code == moonreel.ExitStatus.interrupted.rawValue)
  }

  @Test("more memory than allowed ends the program with a sentence and leaves nothing")
  func memory() async throws {
    let place = try await Workplace()
    try place.folder.write("out.mp4", "old")
    let result = try await place.moonreel(
      "render", "long.lua", "-o", "out.mp4", "--scale", "16", "--max-memory", "40M")
    #expect(!result.wasKilled)
    #expect(result.code == moonreel.ExitStatus.limit.rawValue, "\(result.errors)")
    #expect(result.errors.contains("--max-memory"), "\(result.errors)")
    #expect(place.folder.text("out.mp4") == "old")
    #expect(place.partials.isEmpty)
  }

  @Test("the version says what it is made of and what the kernel can keep")
  func version() async throws {
    let short = try await Program.moonreel(["--version"])
    let long = try await Program.moonreel(["--version", "--verbose"])
    #expect(short.output.split(separator: "\n").count == 1)
    #expect(long.output.contains("sandbox: Landlock ") && long.output.contains("seccomp"))
    #expect(long.output.contains("libavcodec") && long.output.contains("librsvg"))
  }
}
