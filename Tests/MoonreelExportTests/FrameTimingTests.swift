// SPDX-License-Identifier: MIT

import Foundation
import MoonreelCore
import MoonreelMedia
import MoonreelModel
import Testing

@testable import MoonreelExport

extension ExportRequest {
  /// When its frames begin, in milliseconds.
  fileprivate func frameTimes(in workspace: Workspace) throws -> [Double] {
    let job = try ExportJob(self, path: workspace.path("a.mkv"), gate: workspace.gate)
    return (0..<job.frameCount).map { job.time(ofFrame: $0).seconds * 1000 }
  }
}

/// Films whose frames fall on a track's own times (`sourceTrackIDForFrameTiming`).
@Suite struct FrameTimingTests {
  /// When frame `index` of the clip begins, in milliseconds: 0, 45, 100, 130, 170, 220, 245, 280 …
  private static func start(_ index: Int) -> Int { index * 40 + index * index % 7 * 5 }

  /// Fifty frames at those times, in 1/1000 s; frame n has the gray 20 + n.
  private func clip(in workspace: Workspace) throws -> AssetTrack {
    let path = workspace.path("vfr.mkv")
    let gray = "geq=lum='20+N':cb=128:cr=128"
    try Clips.numbered(
      path, frames: 50,
      more: [
        "-vf", "\(gray),settb=1/1000,setpts='N*40+mod(N*N\\,7)*5'", "-fps_mode", "passthrough",
        "-enc_time_base", "1/1000",
      ])
    return try #require(try Asset.load(path: path, gate: workspace.gate).video)
  }

  private func timeline(_ edit: (inout Track) throws -> Void) throws -> (Timeline, TrackID) {
    var timeline = Timeline()
    let id = timeline.addTrack(.video)
    try timeline.updateTrack(id, edit)
    return (timeline, id)
  }

  private func request(
    _ timeline: Timeline, _ id: TrackID, _ codec: VideoCodec = .h264
  ) throws -> ExportRequest {
    var look = VideoComposition.automatic(
      timeline, size: PixelSize(32, 16), rate: try FrameRate(25))
    look.sourceTrackIDForFrameTiming = id
    var request = ExportRequest(timeline: timeline, videoComposition: look)
    request.output.videoCodec = codec
    return request
  }

  /// A file that breaks off is an error or a warning, also where no frame of it begins any more.
  @Test(arguments: [DamagePolicy.fail, .conceal])
  func aFileThatBreaksOffIsTold(_ policy: DamagePolicy) throws {
    let workspace = try Workspace()
    try Clips.numbered(
      workspace.path("whole.mp4"), frames: 100,
      codec: ["-c:v", "libx264", "-g", "10", "-qp", "0"], more: ["-movflags", "+faststart"])
    let whole = try Data(contentsOf: URL(fileURLWithPath: workspace.path("whole.mp4")))
    let path = workspace.path("cut.mp4")
    try whole.prefix(whole.count * 4 / 5).write(to: URL(fileURLWithPath: path))
    let clip = try #require(
      try Asset.load(
        path: path, options: AssetOptions(damagePolicy: policy), gate: workspace.gate
      ).video)
    #expect(clip.timeRange.end == Time(wholeSeconds: 4))
    let (timeline, id) = try timeline {
      try $0.insert(clip.timeRange, of: .asset(clip), at: nil)
    }
    let log = WarningLog()
    let session = try ExportSession(
      try request(timeline, id), outputPath: workspace.path("a.mp4"), gate: workspace.gate,
      warnings: log)
    switch policy {
    case .fail:
      let error = #expect(throws: MoonreelError.self) { try session.run() }
      #expect(error?.message.contains("breaks off") == true, "\(error?.message ?? "")")
    case .conceal:
      _ = try session.run()
      #expect(log.all.contains { $0.message.contains("damaged or missing") })
    }
  }

  /// The presentation times of the packets in seconds, as ffprobe says.
  private func packets(_ path: String) throws -> [Double] {
    let data = try Tool.run(
      "ffprobe",
      ["-v", "error", "-select_streams", "v", "-show_entries", "packet=pts_time", "-of", "csv=p=0"]
        + [path])
    return String(decoding: data, as: UTF8.self).split { $0 == "\n" || $0 == "," }
      .compactMap { Double($0) }.sorted()
  }

  private func expect(
    _ found: [Double], _ wanted: [Double], unit: Double, _ what: String,
    _ location: SourceLocation = #_sourceLocation
  ) {
    #expect(found.count == wanted.count, "\(what): \(found)", sourceLocation: location)
    for (found, wanted) in zip(found, wanted) {
      #expect(
        abs(found * 1000 - wanted) <= unit * 500 + 0.001, "\(what)", sourceLocation: location)
    }
  }

  /// Writes the film as `name` and compares its times, in milliseconds, as ffprobe and our reader find
  /// them, to within half of the file's `unit` of seconds.
  private func check(
    _ request: ExportRequest, _ name: String, times: [Double], end: Double, unit: Double,
    in workspace: Workspace
  ) throws -> Measured {
    let path = workspace.path(name)
    let session = try ExportSession(request, outputPath: path, gate: workspace.gate)
    #expect(session.frameCount == times.count)
    let summary = try session.run()
    #expect(summary.frames == times.count)
    #expect(abs(summary.duration.seconds * 1000 - end) < 0.001)
    expect(try packets(path), times, unit: unit, "packets of \(name)")
    let measured = try Measured(path)
    #expect(abs(measured.duration * 1000 - end) <= 1.001, "the end of \(name)")
    let track = try #require(try Asset.load(path: path, gate: workspace.gate).video)
    #expect(abs(track.timeRange.end.seconds * 1000 - end) <= unit * 1000 + 0.001)
    let own = try track.frameTimes(gate: workspace.gate).times.map(\.seconds)
    expect(own, times, unit: unit, "our reading of \(name)")
    return measured
  }

  @Test(arguments: [
    (VideoCodec.h264, "a.mp4", 0.0), (.hevc, "b.mp4", 0.0), (.prores422, "c.mov", 0.0),
    (.ffv1, "d.mkv", 0.001), (.vp9, "e.webm", 0.001),
  ])
  func framesFallOnTheTimesOfTheFile(_ codec: VideoCodec, _ name: String, _ unit: Double) throws {
    let workspace = try Workspace()
    let clip = try clip(in: workspace)
    let (timeline, id) = try timeline {
      try $0.insert(TimeRange(seconds: 0, 1), of: .asset(clip), at: nil)
    }
    let times = (0..<50).map(Self.start).filter { $0 < 1000 }
    let request = try request(timeline, id, codec)
    let file = try check(
      request, name, times: times.map(Double.init), end: 1000, unit: unit, in: workspace)
    let grays = try file.grays()
    let tolerance = codec == .ffv1 ? 0 : 6
    #expect(grays.count == times.count)
    for (index, gray) in grays.enumerated() { #expect(abs(gray - 20 - index) <= tolerance) }
  }

  /// By spans frames have the times that they have in one pass, and it does not matter which spans the cache had.
  @Test(arguments: ["a.mp4", "a.mov"])
  func spansKeepTheTimes(_ name: String) throws {
    let workspace = try Workspace()
    let clip = try clip(in: workspace)
    let (timeline, id) = try timeline {
      try $0.insert(TimeRange(seconds: 0, 2), of: .asset(clip), at: nil)
      try $0.insert(TimeRange(seconds: 0.1, 2), of: .asset(clip), at: nil)
    }
    let folder = try SpanWorkspace()
    var request = try request(timeline, id)
    let times = try request.frameTimes(in: workspace)
    let end = 3900.0
    _ = try check(request, name, times: times, end: end, unit: 0, in: workspace)
    let whole = try Measured(workspace.path(name)).grays()
    request.spans = SpanOptions(cache: folder.cache)
    var files: [Data] = []
    for round in 0..<3 {
      let file = try check(request, name, times: times, end: end, unit: 0, in: workspace)
      for (gray, wanted) in zip(try file.grays(), whole) { #expect(abs(gray - wanted) <= 6) }
      files.append(try Data(contentsOf: URL(fileURLWithPath: file.path)))
      #expect(folder.kept.count >= 2)
      if round == 0 { try folder.remove(1) }
    }
    #expect(files[1] == files[0] && files[2] == files[0])
  }

  /// A cut, a gap and a stretch at double speed: the file's times go through all of them.
  @Test(arguments: [(VideoCodec.ffv1, "a.mkv", 0.001), (.prores422, "b.mov", 0.0)])
  func editsMoveTheTimes(_ codec: VideoCodec, _ name: String, _ unit: Double) throws {
    let workspace = try Workspace()
    let clip = try clip(in: workspace)
    let (timeline, id) = try timeline { track in
      try track.insert(TimeRange(seconds: 0.01, 0.25), of: .asset(clip), at: nil)
      try track.insert(TimeRange(seconds: 0.1, 0.28), of: .asset(clip), at: Time(seconds: 0.34))
      try track.retime(TimeRange(seconds: 0.34, 0.52), to: Time(seconds: 0.09))
    }
    // Frames of the composition's 40 ms fill the gap; 30 ms after 100 are 15 at double speed.
    let times = [0, 35, 90, 120, 160, 210, 235, 240, 280, 320, 340, 355, 375, 400, 412.5]
    let file = try check(
      try request(timeline, id, codec), name, times: times, end: 430, unit: unit, in: workspace)
    guard codec == .ffv1 else { return }
    #expect(
      try file.grays() == [20, 21, 22, 23, 24, 25, 26, 16, 16, 16, 22, 23, 24, 25, 26])
  }

  @Test func backwardsTheFramesEndWhereTheyBegan() throws {
    let workspace = try Workspace()
    let clip = try clip(in: workspace)
    let (timeline, id) = try timeline { track in
      try track.insert(TimeRange(seconds: 0, 0.25), of: .asset(clip), at: nil)
      try track.reverse(TimeRange(seconds: 0, 0.25))
    }
    let file = try check(
      try request(timeline, id, .ffv1), "a.mkv", times: [0, 5, 30, 80, 120, 150, 205], end: 250,
      unit: 0.001, in: workspace)
    #expect(try file.grays() == [26, 25, 24, 23, 22, 21, 20])
  }

  /// A stretch of the film, and a second track that goes on after the first: its end is filled too.
  @Test func rangesAndTailsHaveFramesToo() throws {
    let workspace = try Workspace()
    let clip = try clip(in: workspace)
    var (timeline, id) = try timeline {
      try $0.insert(TimeRange(seconds: 0, 0.2), of: .asset(clip), at: nil)
    }
    let other = timeline.addTrack(.video)
    try timeline.updateTrack(other) {
      try $0.insert(TimeRange(seconds: 0, 1), of: .custom(GraySource()), at: nil)
    }
    var request = try request(timeline, id, .ffv1)
    request.timeRange = try TimeRange(seconds: 0.11, 0.3)
    _ = try check(
      request, "a.mkv", times: [0, 20, 60, 90, 130, 170], end: 190, unit: 0.001, in: workspace)
  }

  /// Sound stays where it is, and a limit of the length cuts both at a frame's end.
  @Test func aLengthLimitEndsAtAFrame() throws {
    let workspace = try Workspace()
    let clip = try clip(in: workspace)
    var (timeline, id) = try timeline {
      try $0.insert(TimeRange(seconds: 0, 1.5), of: .asset(clip), at: nil)
    }
    let sound = timeline.addTrack(.audio)
    try timeline.updateTrack(sound) {
      try $0.insert(TimeRange(seconds: 0, 1.5), of: .custom(LevelSource()), at: nil)
    }
    var request = try request(timeline, id, .h264)
    request.output.container = .mov
    request.output.audioCodec = .pcm16
    request.output.fileLengthLimit = 200_000
    let path = workspace.path("a.mov")
    let summary = try ExportSession(request, outputPath: path, gate: workspace.gate).run()
    #expect(summary.reachedLengthLimit)
    #expect(summary.bytes <= 200_000)
    let ends = (1..<50).map { Double(Self.start($0)) }
    #expect(ends.contains { abs($0 - summary.duration.seconds * 1000) < 0.001 })
    #expect(try packets(path).count == Int(summary.frames))
    #expect(abs(try Measured(path).duration - summary.duration.seconds) < 0.001)
    #expect(abs(Double(summary.samples) / 48_000 - summary.duration.seconds) < 0.0001)
  }

  @Test func filesThatCountTooCoarselySaySo() throws {
    let workspace = try Workspace()
    let clip = try clip(in: workspace)
    let (timeline, id) = try timeline {
      try $0.insert(TimeRange(seconds: 0, 1), of: .asset(clip), at: nil)
      try $0.retime(TimeRange(seconds: 0, 1), to: Time(seconds: 0.25))
    }
    var request = try request(timeline, id, .gif)
    request.output.container = .gif
    let error = #expect(throws: MoonreelError.self) {
      _ = try export(request, to: "a.gif", in: workspace)
    }
    #expect(error?.message.contains("counts time in two hundredths") == true)
    // At the clip's own speed the times are rounded to hundredths.
    let (slow, track) = try self.timeline {
      try $0.insert(TimeRange(seconds: 0, 0.24), of: .asset(clip), at: nil)
    }
    var plain = try self.request(slow, track, .gif)
    plain.output.container = .gif
    let file = try export(plain, to: "b.gif", in: workspace)
    #expect(file.video?.frames == 6)
    expect(
      try packets(file.path), [0, 45, 100, 130, 170, 220], unit: 0.0101, "the GIF")
  }

  @Test func plansTellIt() throws {
    let workspace = try Workspace()
    let clip = try clip(in: workspace)
    let (timeline, id) = try timeline {
      try $0.insert(TimeRange(seconds: 0, 0.25), of: .asset(clip), at: nil)
    }
    let plan = try ExportPlan(
      try request(timeline, id), outputPath: workspace.path("a.mp4"), gate: workspace.gate)
    #expect(plan.frameCount == 7)
    #expect(plan.text.contains("frame times of a track, 28.00 a second on average"))
    #expect(plan.json().contains("\"is_variable_frame_rate\": true"))
  }
}
