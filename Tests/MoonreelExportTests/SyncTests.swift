// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia
import MoonreelModel
import Testing

@testable import MoonreelExport

/// A white frame and a click stand at the same time in the source; so must they in every output.
@Suite struct SyncTests {
  struct Form: Sendable, CustomTestStringConvertible {
    var name: String
    var source: String
    var video: [String]
    var audio: [String]
    var output: String
    var preset: String?
    var audioCodec: AudioCodec?
    /// Samples that the click may be off; lossy codecs smear it.
    var tolerance = 1
    var testDescription: String { name }
  }

  static let forms = [
    Form(
      name: "PCM to FLAC", source: "a.mov", video: ["-c:v", "libx264", "-g", "12"],
      audio: ["-c:a", "pcm_s16le"], output: "b.mkv", preset: "ffv1"),
    Form(
      name: "FLAC to WAVE in MOV", source: "a.mkv", video: ["-c:v", "ffv1"],
      audio: ["-c:a", "flac"], output: "b.mov", preset: "prores422"),
    Form(
      name: "AAC to AAC", source: "a.mp4", video: ["-c:v", "libx264"],
      audio: ["-c:a", "aac", "-b:a", "192k"], output: "b.mp4"),
    Form(
      name: "PCM to Opus", source: "a.mov", video: ["-c:v", "libx264", "-g", "12"],
      audio: ["-c:a", "pcm_s16le"], output: "b.webm"),
    Form(
      name: "MP3 to FLAC", source: "a.mov", video: ["-c:v", "libx264", "-g", "12"],
      audio: ["-c:a", "libmp3lame", "-b:a", "192k"], output: "b.mkv", preset: "ffv1"),
    Form(
      name: "MP3 to MP3", source: "a.mov", video: ["-c:v", "libx264", "-g", "12"],
      audio: ["-c:a", "libmp3lame", "-b:a", "192k"], output: "b.mkv", preset: "ffv1",
      audioCodec: .mp3),
  ]

  /// The clip at 24 frames a second, four seconds long: flashes at 0, 1, 2 and 3 s.
  private func clip(_ form: Form, in workspace: Workspace) throws -> Asset {
    let path = workspace.path(form.source)
    try Clips.flashes(path, seconds: 4, rate: 24, video: form.video, audio: form.audio)
    return try Asset.load(path: path, gate: workspace.gate)
  }

  private func check(
    _ timeline: Timeline, _ form: Form, frames: Int, flashes: [Int], in workspace: Workspace,
    algorithm: TimePitchAlgorithm = .varispeed, tolerance: Int? = nil
  ) throws {
    var request = ExportRequest(timeline: timeline)
    request.preset = try form.preset.map { try ExportPreset.named($0) }
    request.output.audioCodec = form.audioCodec
    request.timePitchAlgorithm = algorithm
    let file = try export(request, to: form.output, in: workspace)
    #expect(file.video?.frames == frames)
    #expect(abs(file.video?.start ?? 1) < 0.001)
    let grays = try file.grays()
    let found = grays.indices.filter { grays[$0] > 120 }
    #expect(found == flashes)
    let samples = try file.samples()
    #expect(samples.count >= frames * 2000)
    // Slowed down, a flash lasts for more than a frame.
    for flash in flashes where flash > 0 && !flashes.contains(flash - 1) {
      let due = flash * 2000
      let window = max(0, due - 900)..<min(samples.count, due + 900)
      let click = window.max { abs(samples[$0]) < abs(samples[$1]) } ?? 0
      #expect(abs(samples[click]) > 0.1, "no click near \(due)")
      #expect(
        abs(click - due) <= tolerance ?? form.tolerance, "the click of \(due) lies at \(click)")
    }
  }

  @Test(arguments: forms)
  func concatKeepsSync(_ form: Form) throws {
    let workspace = try Workspace()
    let clip = try clip(form, in: workspace)
    var timeline = Timeline()
    for _ in 0..<3 { try timeline.insert(TimeRange(seconds: 0, 2), of: clip, at: nil) }
    try check(
      timeline, form, frames: 144, flashes: [0, 24, 48, 72, 96, 120], in: workspace)
  }

  @Test(arguments: forms)
  func trimmingKeepsSync(_ form: Form) throws {
    let workspace = try Workspace()
    let clip = try clip(form, in: workspace)
    var timeline = Timeline()
    try timeline.insert(TimeRange(seconds: 0.5, 3.5), of: clip, at: nil)
    try check(timeline, form, frames: 72, flashes: [12, 36, 60], in: workspace)
  }

  @Test(arguments: forms)
  func speedKeepsSync(_ form: Form) throws {
    let workspace = try Workspace()
    let clip = try clip(form, in: workspace)
    var timeline = Timeline()
    try timeline.insert(TimeRange(seconds: 0, 4), of: clip, at: nil)
    try timeline.retime(TimeRange(seconds: 0, 4), to: Time(wholeSeconds: 2))
    try check(timeline, form, frames: 48, flashes: [0, 12, 24, 36], in: workspace)
  }

  /// Within the two milliseconds that the documents promise of onsets.
  @Test("speed with the pitch kept keeps sync", arguments: [2, 8])
  func stretchingKeepsSync(_ seconds: Int) throws {
    let workspace = try Workspace()
    let form = Self.forms[0]
    let clip = try clip(form, in: workspace)
    var timeline = Timeline()
    try timeline.insert(TimeRange(seconds: 0, 4), of: clip, at: nil)
    try timeline.retime(TimeRange(seconds: 0, 4), to: Time(wholeSeconds: Int64(seconds)))
    let flashes = (0..<4).map { $0 * 6 * seconds }
    try check(
      timeline, form, frames: 24 * seconds,
      flashes: seconds == 8 ? flashes.flatMap { [$0, $0 + 1] } : flashes, in: workspace,
      algorithm: .spectral, tolerance: 96)
  }
}
