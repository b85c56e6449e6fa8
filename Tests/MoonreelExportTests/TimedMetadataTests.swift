// SPDX-License-Identifier: MIT

import Foundation
import MoonreelCore
import MoonreelMedia
import MoonreelModel
import MoonreelRender
import Testing

@testable import MoonreelExport

/// Timed metadata written beside pictures, read back with ffprobe and Moonreel itself.
@Suite("Timed metadata") struct TimedMetadataTests {
  /// A container and how ffprobe names the stream.
  static let forms: [(container: Container, name: String)] = [
    (.mp4, "mebx"), (.mov, "mebx"), (.ts, "timed_id3"),
  ]

  private func range(_ start: Double, _ end: Double) throws -> TimeRange {
    try TimeRange(seconds: start, end)
  }

  private func metadata() throws -> TimedMetadata {
    try TimedMetadata([
      TimedMetadataGroup(try range(2, 3.5), items: ["title": "Grüße 🎈", "com.example.empty": ""]),
      TimedMetadataGroup(
        try range(0.25, 1), items: ["com.example.score": "3:1", "title": "A\nB"]),
      TimedMetadataGroup(try range(1, 1.75), items: ["com.example.score": "3:2"]),
      TimedMetadataGroup(try range(3.5, 9), items: ["title": "beyond"]),
    ])
  }

  /// Four seconds of black with `tracks`.
  private func film(_ tracks: [MetadataTrack]) throws -> ExportRequest {
    var film = Composition(size: PixelSize(64, 36), frameRate: try FrameRate(25))
    film.add(Layer(.image(Image(color: .black)), over: try range(0, 4)))
    film.metadataTracks = tracks
    let composed = try film.lowered()
    return ExportRequest(
      timeline: composed.timeline, videoComposition: composed.videoComposition,
      audioMix: composed.audioMix)
  }

  private func write(
    _ request: ExportRequest, _ path: String, warnings: WarningLog = WarningLog(),
    in workspace: Workspace
  ) throws {
    _ = try ExportSession(request, outputPath: path, gate: workspace.gate, warnings: warnings).run()
  }

  private func read(_ path: String, in workspace: Workspace) throws -> [TimedMetadata] {
    try Asset.load(path: path, gate: workspace.gate).tracks(.metadata).map {
      #expect($0.holdsMetadataItems)
      return try TimedTextReader(track: $0, gate: workspace.gate).timedMetadata()
    }
  }

  /// The names of the data streams, each once: ffprobe shows those of a TS in their programme, too.
  private func streams(_ path: String) throws -> [String] {
    let data = try Tool.run(
      "ffprobe",
      [
        "-v", "error", "-select_streams", "d", "-show_entries",
        "stream=index,codec_name,codec_tag_string", "-of", "csv=p=0", path,
      ])
    return Set(String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init))
      .sorted()
  }

  @Test(
    "every container that has a place for it gets it, to the millisecond, cut where the film ends",
    arguments: forms.indices, [true, false])
  func containers(index: Int, indexFirst: Bool) throws {
    let form = Self.forms[index]
    let workspace = try Workspace()
    let path = workspace.path("film.\(form.container.pathExtensions[0])")
    let other = try TimedMetadata([
      TimedMetadataGroup(try range(0, 4), items: ["com.example.other": "x"])
    ])
    var request = try film([
      MetadataTrack(try metadata(), title: "scores"), MetadataTrack(other),
    ])
    request.output.optimizeForNetwork = indexFirst
    try write(request, path, in: workspace)
    let found = try streams(path)
    #expect(found.count == 2 && found.allSatisfy { $0.contains(form.name) }, "\(found)")
    let tracks = try read(path, in: workspace)
    #expect(tracks == [try metadata().clipped(to: try range(0, 4)), other])
    // Pictures are where they were, however the index was moved.
    let decoded = try Tool.run(
      "ffmpeg", ["-v", "error", "-i", path, "-map", "0:v", "-f", "framecrc", "-"])
    let lines = String(decoding: decoded, as: UTF8.self).split(separator: "\n")
    #expect(lines.filter { !$0.hasPrefix("#") }.count == 100)
    if form.container != .ts {
      let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
      let movie = try #require(bytes.range(of: Data("moov".utf8))).lowerBound
      let media = try #require(bytes.range(of: Data("mdat".utf8))).lowerBound
      #expect((movie < media) == indexFirst)
    }
  }

  @Test("what a file brings is cut and moved with it", arguments: forms.indices)
  func files(index: Int) throws {
    let form = Self.forms[index]
    let workspace = try Workspace()
    let ending = form.container.pathExtensions[0]
    let first = workspace.path("first." + ending)
    try write(try film([MetadataTrack(try metadata())]), first, in: workspace)
    let asset = try Asset.load(path: first, gate: workspace.gate)
    var timeline = Timeline()
    try timeline.insert(try range(0.5, 3), of: asset, at: .zero)
    try timeline.retime(TimeRange(start: .zero, duration: timeline.duration), to: Time(seconds: 5))
    let second = workspace.path("second." + ending)
    try write(ExportRequest(timeline: timeline), second, in: workspace)
    #expect(
      try read(second, in: workspace) == [
        try TimedMetadata([
          TimedMetadataGroup(
            try range(0, 1), items: ["com.example.score": "3:1", "title": "A\nB"]),
          TimedMetadataGroup(try range(1, 2.5), items: ["com.example.score": "3:2"]),
          TimedMetadataGroup(
            try range(3, 5), items: ["title": "Grüße 🎈", "com.example.empty": ""]),
        ])
      ])
  }

  @Test("a copy without encoding has it, too", arguments: ["mp4", "mov"], [true, false])
  func copies(ending: String, indexFirst: Bool) throws {
    let workspace = try Workspace()
    let first = workspace.path("first." + ending)
    try write(try film([MetadataTrack(try metadata(), title: "scores")]), first, in: workspace)
    let asset = try Asset.load(path: first, gate: workspace.gate)
    var timeline = Timeline()
    try timeline.insert(try range(0.52, 3), of: asset, at: .zero)
    var request = ExportRequest(timeline: timeline)
    request.preset = .passthrough
    request.output.optimizeForNetwork = indexFirst
    let second = workspace.path("second." + ending)
    try write(request, second, in: workspace)
    #expect(
      try read(second, in: workspace) == [
        try TimedMetadata([
          TimedMetadataGroup(
            try range(0, 0.48), items: ["com.example.score": "3:1", "title": "A\nB"]),
          TimedMetadataGroup(try range(0.48, 1.23), items: ["com.example.score": "3:2"]),
          TimedMetadataGroup(
            try range(1.48, 2.48), items: ["title": "Grüße 🎈", "com.example.empty": ""]),
        ])
      ])
  }

  @Test func compositorsSeeIt() throws {
    var timeline = Timeline()
    let video = timeline.addTrack(.video)
    try timeline.updateTrack(video) {
      try $0.insert(
        try range(0, 4),
        of: .custom(
          FlashSource(
            interval: Time(seconds: 1), frameRate: FrameRate(25), naturalSize: PixelSize(16, 16))))
    }
    let id = try timeline.addMetadata(MetadataTrack(try metadata()))
    let seen = Locked<[[String: String]]>([])
    var composition = VideoComposition(propertiesOf: timeline)
    composition.sourceMetadataTrackIDs = [id]
    var instruction = VideoInstruction(
      timeRange: TimeRange(start: .zero, duration: timeline.duration))
    instruction.requiredTrackIDs = [video]
    instruction.compositor = Watcher { request in
      seen.withLock { $0.append(request.metadata[id] ?? ["none": ""]) }
    }
    composition.instructions = [instruction]
    let reader = CompositionReader(
      timeline: timeline, composition: composition, gate: .unrestricted)
    for time in [0.1, 0.5, 1.9, 2.5] { _ = try reader.image(at: try Time(seconds: time)) }
    #expect(
      seen.withLock { $0 } == [
        [:], ["com.example.score": "3:1", "title": "A\nB"], [:],
        ["title": "Grüße 🎈", "com.example.empty": ""],
      ])
  }

  private struct Watcher: Compositor {
    let see: @Sendable (FrameRequest) -> Void

    func image(for request: FrameRequest) throws -> Image {
      see(request)
      return Image(color: .black)
    }
  }

  @Test("other containers leave it out with a warning, and a stream to a pipe is refused")
  func noPlace() throws {
    let workspace = try Workspace()
    let warnings = WarningLog()
    try write(
      try film([MetadataTrack(try metadata())]), workspace.path("film.mkv"), warnings: warnings,
      in: workspace)
    #expect(
      warnings.all.map(\.message) == [
        "A mkv file has no place for timed metadata: that of track 2 is left out. Write .mp4, .mov or .ts."
      ])
    var request = try film([MetadataTrack(try metadata())])
    request.output.container = .mp4
    let error = #expect(throws: MoonreelError.self) {
      _ = try ExportSession(request, outputPath: "/dev/null", gate: .unrestricted).run()
    }
    #expect(error?.message.hasPrefix("Cannot write timed metadata to '/dev/null'") == true)
  }

  @Test func badGroupsAreRefused() throws {
    func sentence(_ groups: [(Double, Double, [String: String])]) throws -> String? {
      let groups = try groups.map { TimedMetadataGroup(try range($0.0, $0.1), items: $0.2) }
      return #expect(throws: MoonreelError.self) { try TimedMetadata(groups) }?.message
    }
    let item = ["a": "b"]
    let overlapping = try sentence([(0, 2, item), (1, 3, item)])
    #expect(overlapping?.contains("begins before the one at") == true)
    #expect(try sentence([(1, 1, item)])?.contains("holds for no time") == true)
    #expect(try sentence([(0, 1, [:])])?.contains("has no items") == true)
    #expect(try sentence([(0, 1, ["": "b"])])?.contains("without a proper key") == true)
    #expect(try sentence([(0, 1, ["a": "b\0"])])?.contains("has a zero in it") == true)
    let long = String(repeating: "x", count: 70_000)
    #expect(try sentence([(0, 1, ["a": long])])?.contains("60000 may be") == true)
  }
}
