// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia
import MoonreelModel
import Testing

@testable import MoonreelExport

/// Sixty clips of 1.2 s each, a click in each, one after the other: nothing is added between them, nothing lost.
@Suite struct GaplessTests {
  struct Form: Sendable, CustomTestStringConvertible {
    var codec: [String]
    var name: String
    /// Whether Moonreel writes it: ffmpeg does not say the priming of AAC in Matroska.
    var isOurs = false
    var testDescription: String { name }
  }

  private static let aac = ["-c:a", "aac", "-b:a", "96k"]
  static let sources = [
    Form(codec: aac, name: "a.m4a"), Form(codec: aac, name: "a.mkv", isOurs: true),
    Form(codec: ["-c:a", "libmp3lame", "-b:a", "96k"], name: "a.mp3"),
    Form(codec: ["-c:a", "libopus", "-b:a", "96k"], name: "a.opus"),
  ]

  private let clipLength = 57_600
  private let count = 60

  /// A clip that clicks at `click` samples.
  private func clip(_ form: Form, _ name: String, click: Int, in workspace: Workspace) throws
    -> Asset
  {
    try Tool.ffmpeg(
      ["-f", "lavfi", "-i"]
        + ["aevalsrc='if(eq(n,\(click)),0.9,0.02*sin(2*PI*300*t))':s=48000:d=1.2"]
        + (form.isOurs ? [] : form.codec) + [workspace.path(form.isOurs ? name + ".wav" : name)])
    if form.isOurs {
      var request = ExportRequest(
        timeline: try .of(file: workspace.path(name + ".wav"), gate: workspace.gate))
      request.output.audioCodec = .aac
      try export(request, to: name, in: workspace)
    }
    return try Asset.load(path: workspace.path(name), gate: workspace.gate)
  }

  /// The clips in a row, in mono, and where in its own clip ffmpeg alone hears each click.
  private func film(_ form: Form, in workspace: Workspace) throws -> (ExportRequest, [Int]) {
    var timeline = Timeline()
    var clips: [(Asset, Int)] = []
    for (number, click) in [9_000, 24_001, 50_123].enumerated() {
      let name = "\(number)-" + form.name
      let asset = try clip(form, name, click: click, in: workspace)
      #expect(asset.audio?.timeRange == (try TimeRange(seconds: 0, 1.2)), "\(form)")
      let alone = try Measured(workspace.path(name)).samples()
      clips.append((asset, Self.loudest(alone, 0..<alone.count)))
    }
    for index in 0..<count {
      let asset = clips[index % clips.count].0
      try timeline.insert(TimeRange(start: .zero, duration: asset.duration), of: asset, at: nil)
    }
    var request = ExportRequest(timeline: timeline)
    request.output.channelLayout = .mono
    return (request, (0..<count).map { clips[$0 % clips.count].1 })
  }

  private static func loudest(_ samples: [Float], _ range: Range<Int>) -> Int {
    range.max { abs(samples[$0]) < abs(samples[$1]) } ?? -1
  }

  /// How far the clicks of `samples` lie from where `clicks` says, at most.
  private func error(_ samples: [Float], _ clicks: [Int]) -> Int {
    guard samples.count >= count * clipLength else { return .max }
    return clicks.enumerated().map { index, click in
      let start = index * clipLength
      return abs(Self.loudest(samples, start..<start + clipLength) - start - click)
    }.max() ?? .max
  }

  @Test("the mix of sixty clips is 72 s to the sample", arguments: sources)
  func mix(_ form: Form) throws {
    let workspace = try Workspace()
    var (request, clicks) = try film(form, in: workspace)
    #expect(request.timeline.duration == Time(wholeSeconds: 72))
    request.output.audioCodec = .pcm16
    let samples = try export(request, to: "film.wav", in: workspace).samples()
    #expect(samples.count == count * clipLength)
    #expect(error(samples, clicks) == 0)
  }

  @Test(
    "so it is coded again",
    arguments: [
      ("film.mp4", AudioCodec.aac), ("film.m4a", .aac), ("film.mkv", .aac), ("film.mkv", .mp3),
      ("film.mp3", .mp3), ("film.mkv", .opus),
    ])
  func coded(_ name: String, _ codec: AudioCodec) throws {
    let workspace = try Workspace()
    var (request, clicks) = try film(Self.sources[0], in: workspace)
    request.output.audioCodec = codec
    let samples = try export(request, to: name, in: workspace).samples()
    // libav's reader of MP4 decodes the last packet whole.
    #expect((0..<1024).contains(samples.count - count * clipLength), "\(samples.count)")
    if name == "film.mkv" || name == "film.mp3" { #expect(samples.count == count * clipLength) }
    #expect(error(samples, clicks) <= 1)
    let track = try #require(
      try Asset.load(path: workspace.path(name), gate: workspace.gate).audio)
    #expect(track.timeRange == TimeRange(start: .zero, duration: Time(wholeSeconds: 72)))
  }
}
