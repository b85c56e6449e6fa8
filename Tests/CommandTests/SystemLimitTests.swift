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
