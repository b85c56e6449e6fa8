// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import moonreel

/// What the system allows a process: the length of its files, and how many it has open.
@Suite("limits of the system")
struct SystemLimitTests {
  @Test(
    "a file beyond the process's limit is an error, not the end of the process",
    .enabled(
      if: ProcessInfo.processInfo.environment["MOONREEL_SANITIZER"] != "thread",
      "the thread sanitizer writes a longer file of its own as the program begins"))
  func fileSize() async throws {
    let place = try await Workplace()
    try place.folder.write("out.wav", "old")
    let result = try await place.shell("ulimit -f 8; moonreel render film.lua -o out.wav")
    #expect(!result.wasKilled)
    #expect(result.code == moonreel.ExitStatus.file.rawValue, "\(result.errors)")
    #expect(result.errors.contains("would be larger than"), "\(result.errors)")
    #expect(place.folder.text("out.wav") == "old")
    #expect(place.partials.isEmpty)
  }

  /// Commands that write, and what is not there where they fail; a recording keeps what it has.
  private static let writers: [(line: String, output: String)] = [
    ("render all.lua -o out.mp4", "out.mp4"), ("render film.lua -o out.wav", "out.wav"),
    ("render all.lua -o out.gif", "out.gif"), ("render all.lua -o out_%02d.png", "out_01.png"),
    ("render all.lua -o out.m3u8", "out.m3u8"), ("render all.lua -o out.mp4 -j 2", "out.mp4"),
    ("render film.lua -o out.mp4 --incremental --span-cache spans", "out.mp4"),
    ("frame all.lua --at 0.1 -o out.png", "out.png"),
    ("plan film.lua --svg out.svg", "out.svg"),
    ("capture --camera synthetic:camera --for 0.2 -o out.mkv", "none"),
    ("capture --camera synthetic:camera --photo out.png", "out.png"),
    ("batch all.lua --data rows.csv -o 'out/{id}.mp4'", "out/1.mp4"),
    ("export film.lua -o out.fcpxml --bake", "out.fcpxml"),
    ("docs --library -o out", "out/reference.html"),
    ("stubs out", "out/moonreel-stubs/moonreel.lua"), ("gallery plugins -o out", "out/index.html"),
  ]

  @Test("a command that may write no long files says so and leaves no part", arguments: writers)
  func fileSizes(_ line: String, _ output: String) async throws {
    let place = try await Workplace()
    try place.folder.write("rows.csv", "id\n1\n")
    try place.folder.write(
      "mark.svg",
      "<svg xmlns='http://www.w3.org/2000/svg' width='64' height='48'><circle r='9'/></svg>")
    try place.folder.write(
      "all.lua",
      """
      local mr = require "moonreel"
      local show = mr.composition { size = { 64, 48 }, fps = 25, duration = 0.4 }
      show:add { source = mr.asset "clip.mp4" }
      show:add { source = mr.svg "mark.svg" }
      return show
      """)
    let result = try await place.shell(
      """
      export HOME=$PWD TMPDIR=$PWD; moonreel new effect plugins > made; ulimit -f 4
      moonreel \(line)
      """)
    #expect(!result.wasKilled && result.code < 128, "\(line): \(result.code)")
    // A batch says it in its table.
    let isTold = result.errors.contains("error: ") || result.output.contains("(ulimit -f)")
    #expect(result.code == 0 || isTold, "\(line): \(result.errors)")
    let parts = try FileManager.default.subpathsOfDirectory(atPath: place.folder.url.path)
      .filter { $0.hasSuffix(".part") }
    #expect(parts.isEmpty, "\(line)")
    if result.code != 0 {
      #expect(!FileManager.default.fileExists(atPath: place.folder.path(output)), "\(line)")
    }
  }

  /// Twelve files side by side; with few descriptors their decoders take turns. The program itself holds
  /// twelve: the streams, its dispatcher's, the film's, its sandbox's, its worker's and what measures memory.
  @Test("few open files make a render slower, not fail", arguments: [18, 22, 30])
  func openFiles(_ descriptors: Int) async throws {
    let place = try await Workplace()
    try place.folder.write(
      "layers.lua",
      """
      local mr = require "moonreel"
      local timeline = mr.timeline()
      for i = 1, 12 do
        timeline:add_track "video":insert(mr.asset("clip" .. i .. ".mp4").video, { 0, 0.2 }, 0)
      end
      local layers = {}
      for i, track in ipairs(timeline:tracks_of "video") do
        layers[i] = mr.layer_instruction(track):opacity(0.5)
      end
      local look = mr.video_composition {
        size = { 64, 48 }, fps = 25, instructions = { { range = { 0, 0.2 }, layers = layers } },
      }
      return mr.export { timeline, video = look }
      """)
    let result = try await place.shell(
      """
      for i in $(seq 12); do cp clip.mp4 clip$i.mp4; done
      ulimit -n \(descriptors); moonreel render layers.lua -o out.mp4
      """)
    #expect(result.code == 0, "\(result.errors)")
    #expect(try await place.pictures(of: "out.mp4") == "64,48,5")
  }

  @Test("no descriptor left is told in a sentence")
  func noFiles() async throws {
    let place = try await Workplace()
    let result = try await place.shell("ulimit -n 4; moonreel render film.lua -o out.mp4")
    #expect(!result.wasKilled)
    #expect(result.code == moonreel.ExitStatus.file.rawValue, "\(result.errors)")
    #expect(
      result.errors.contains("too many open files") || result.errors.contains("too many files"))
  }
}
