// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// A folder with a clip and scripts that show it, where `moonreel` is run.
final class Workplace: Sendable {
  let folder: TemporaryFolder

  init() async throws {
    folder = try TemporaryFolder()
    try await folder.write("clip.mp4", Clip.mp4.value)
    try folder.write("film.lua", Workplace.film)
    try folder.write("long.lua", Workplace.long)
  }

  /// The clip as it is: 25 frames with sound.
  private static let film = """
    local mr = require "moonreel"
    local clip = mr.asset "clip.mp4"
    local timeline = mr.timeline()
    local video, audio = timeline:add_track "video", timeline:add_track "audio"
    video:insert(clip.video, { 0, 1 }, 0)
    audio:insert(clip.audio, { 0, 1 }, 0)
    return timeline
    """

  /// Twenty hours of it: long enough to be stopped.
  private static let long = """
    local mr = require "moonreel"
    local clip = mr.asset "clip.mp4"
    local timeline = mr.timeline()
    local video = timeline:add_track "video"
    video:insert(clip.video, { 0, 1 }, 0)
    timeline:retime({ 0, 1 }, 72000)
    return timeline
    """

  /// Runs `moonreel` here.
  func moonreel(
    _ arguments: String..., environment: [String: String] = [:],
    whileRunning: (@Sendable (Process) -> Void)? = nil
  ) async throws -> Program.Outcome {
    try await Program.moonreel(
      arguments, in: folder.url, environment: environment, whileRunning: whileRunning)
  }

  /// Runs a line of shell here.
  func shell(_ line: String) async throws -> Program.Outcome {
    try await Program.shell(line, in: folder.url)
  }

  /// What ffprobe says of the first picture stream of `file`, such as `25,64,48`.
  func pictures(of file: String) async throws -> String {
    let entries = "stream=width,height,nb_read_frames"
    let result = try await shell(
      "ffprobe -v error -count_frames -select_streams v:0 -show_entries \(entries) -of csv=p=0 '\(file)'"
    )
    try #require(result.code == 0, "ffprobe cannot read \(file): \(result.errors)")
    return result.output.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// The hidden files that a render has not finished.
  var partials: [String] { folder.names.filter { $0.hasPrefix(".") && $0.hasSuffix(".part") } }

  /// Waits until a render has begun its file, at most `seconds`, and tells whether it has.
  func waitForPartial(seconds: Double = 60) -> Bool {
    let end = Date().addingTimeInterval(seconds)
    while Date() < end {
      if !partials.isEmpty { return true }
      usleep(20_000)
    }
    return false
  }
}
