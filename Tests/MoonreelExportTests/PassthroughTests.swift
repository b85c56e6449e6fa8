// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia
import MoonreelModel
import Testing

@testable import MoonreelExport

@Suite struct PassthroughTests {
  /// Four seconds of H.264 with a key frame every 25 frames, and AAC. Lossless H.264 has no frames out
  /// of order; a `qp` above 0 brings them.
  private func clip(
    _ name: String, in workspace: Workspace, bFrames: Int = 2, qp: Int = 0
  ) throws -> Asset {
    let codec =
      ["-c:v", "libx264", "-qp", "\(qp)", "-g", "25", "-sc_threshold", "0"]
      + ["-x264-params", "b-adapt=0:b-pyramid=0"]
    try Clips.numbered(
      workspace.path("pictures.mp4"), frames: 100, codec: codec, more: ["-bf", "\(bFrames)"])
    try Tool.ffmpeg(
      ["-i", workspace.path("pictures.mp4"), "-f", "lavfi", "-i", "sine=d=4:r=48000"]
        + ["-c:v", "copy", "-c:a", "aac", workspace.path(name)])
    return try Asset.load(path: workspace.path(name), gate: workspace.gate)
  }

  private func copy(
    _ timeline: Timeline, to name: String = "copy.mp4", in workspace: Workspace
  ) throws -> Measured {
    var request = ExportRequest(timeline: timeline)
    request.preset = .passthrough
    return try export(request, to: name, in: workspace)
  }

  private func timeline(_ asset: Asset, _ ranges: [(Double, Double)]) throws -> Timeline {
    var timeline = Timeline()
    for (from, to) in ranges {
      try timeline.insert(TimeRange(seconds: from, to), of: asset, at: nil)
    }
    return timeline
  }

  @Test(arguments: [
    ([(0.0, 4.0)], Array(0..<100)),
    ([(1.0, 3.0)], Array(25..<75)),
    ([(2.0, 4.0), (0.0, 1.0)], Array(50..<100) + Array(0..<25)),
  ])
  func piecesCutAtKeyFramesAreCopied(_ ranges: [(Double, Double)], _ frames: [Int]) throws {
    let workspace = try Workspace()
    let asset = try clip("a.mp4", in: workspace)
    let file = try copy(timeline(asset, ranges), in: workspace)
    #expect(try file.grays() == frames.map { $0 + 20 })
    #expect(file.audio?.codec == "aac")
    #expect(abs((file.video?.duration ?? 0) - Double(frames.count) / 25) < 0.001)
    #expect(abs((file.audio?.duration ?? 0) - Double(frames.count) / 25) < 0.05)
  }

  @Test func withoutReorderingAnyEndWillDo() throws {
    let workspace = try Workspace()
    let asset = try clip("a.mp4", in: workspace, bFrames: 0)
    let file = try copy(timeline(asset, [(0, 1.4)]), in: workspace)
    #expect(try file.grays() == (0..<35).map { $0 + 20 })
  }

  /// Frames that are needed but not wanted are hidden by the file's edit list.
  @Test(arguments: [
    [(0, 36)], [(10, 50)], [(13, 14)], [(7, 44), (61, 99), (3, 30)], [(0, 36), (36, 60)],
  ])
  func piecesCutAnywhereAreCopied(_ cuts: [(Int, Int)]) throws {
    let workspace = try Workspace()
    let asset = try clip("a.mp4", in: workspace, qp: 10)
    let source = try Measured(workspace.path("a.mp4")).pictures()
    let ranges = cuts.map { (Double($0) / 25, Double($1) / 25) }
    let file = try copy(timeline(asset, ranges), in: workspace)
    let frames = cuts.flatMap { Array($0..<$1) }
    #expect(try file.pictures() == frames.map { source[$0] })
    let duration = Double(frames.count) / 25
    #expect(abs((file.video?.duration ?? 0) - duration) < 1e-6)
    #expect(abs((file.audio?.duration ?? 0) - duration) < 1e-4)
    #expect(abs(file.duration - duration) < 1e-4)
  }

  /// A flash and a click stand together wherever between two frames the copy begins; the frame on screen there
  /// comes first.
  @Test(arguments: [0, 1, 10, 20, 33, 39], [0, 2])
  func cutsBetweenFramesKeepSoundAndPicturesTogether(_ milliseconds: Int, _ bFrames: Int) throws {
    let workspace = try Workspace()
    let start = 1.28 + Double(milliseconds) / 1000
    try Clips.flashes(
      workspace.path("a.mov"), seconds: 4,
      video: ["-c:v", "libx264", "-g", "20", "-bf", "\(bFrames)"])
    let asset = try Asset.load(path: workspace.path("a.mov"), gate: workspace.gate)
    let file = try copy(timeline(asset, [(start, 3.5)]), to: "b.mov", in: workspace)
    let flash = 2 - start
    let text = try Tool.run(
      "ffprobe",
      ["-v", "error", "-select_streams", "v", "-show_entries", "frame=pts_time", "-of", "csv=p=0"]
        + [workspace.path("b.mov")])
    let times = String(decoding: text, as: UTF8.self).split { $0 == "\n" || $0 == "," }
      .compactMap { Double($0) }
    let grays = try file.grays()
    #expect(times.count == grays.count && abs(times[0]) < 1e-4, "\(times.prefix(3))")
    #expect(times.count == 56, "frames 32 to 87")
    let bright = try #require(grays.firstIndex { $0 > 120 })
    #expect(abs(times[bright] - flash) < 1.0 / 12_800, "\(times[bright]) for \(flash)")
    let click = try #require(try file.samples().firstIndex { abs($0) > 0.5 })
    #expect(abs(Double(click) - flash * 48_000) <= 1, "\(click)")
    // Read again by us, too.
    let again = try Asset.load(path: workspace.path("b.mov"), gate: workspace.gate)
    let reader = try VideoReader(track: try #require(again.video), gate: workspace.gate)
    let shown = try reader.frame(at: try Time(seconds: flash + 0.001)).time.seconds
    #expect(abs(shown - flash) < 1.0 / 12_800, "\(shown)")
  }

  /// Copying a copy is no different: what the file hides stays hidden.
  @Test func aCutOfACutIsExact() throws {
    let workspace = try Workspace()
    let asset = try clip("a.mp4", in: workspace, qp: 10)
    let source = try Measured(workspace.path("a.mp4")).pictures()
    _ = try copy(timeline(asset, [(0.4, 2.4)]), to: "first.mp4", in: workspace)
    let first = try Asset.load(path: workspace.path("first.mp4"), gate: workspace.gate)
    #expect(first.video?.timeRange == (try TimeRange(seconds: 0, 2)))
    let file = try copy(timeline(first, [(0.2, 1.2)]), to: "second.mp4", in: workspace)
    #expect(try file.pictures() == (15..<40).map { source[$0] })
  }

  /// Matroska has no edit lists; pipes cannot be gone back in.
  @Test(arguments: [
    (0.4, 2.0, "copy.mkv", "no key frame"), (0.0, 1.44, "copy.mkv", "need frames after"),
    (0.4, 2.0, "/dev/null", "no key frame"),
  ])
  func cutsThatCannotBeHiddenNameThePlace(
    _ from: Double, _ to: Double, _ name: String, _ words: String
  ) throws {
    let workspace = try Workspace()
    let asset = try clip("a.mp4", in: workspace, qp: 10)
    var request = ExportRequest(timeline: try timeline(asset, [(from, to)]))
    request.preset = .passthrough
    let path = name.hasPrefix("/") ? name : workspace.path(name)
    let error = #expect(throws: MoonreelError.self) {
      _ = try ExportSession(request, outputPath: path, gate: .unrestricted).run()
    }
    #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
    #expect(!workspace.files.contains(name))
  }

  @Test func automaticRendersWhatCannotBeCopied() throws {
    let workspace = try Workspace()
    let asset = try clip("a.mp4", in: workspace)
    var request = ExportRequest(timeline: try timeline(asset, [(0.4, 2)]))
    request.passthrough = .automatic
    #expect(try export(request, to: "b.mkv", in: workspace).video?.frames == 40)
  }

  @Test func whatChangesPicturesOrSoundIsAnObstacle() throws {
    let workspace = try Workspace()
    let asset = try clip("a.mp4", in: workspace)
    func obstacle(_ change: (inout ExportRequest) throws -> Void) throws -> String {
      var request = ExportRequest(timeline: try timeline(asset, [(0, 4)]))
      try change(&request)
      let range = TimeRange(start: .zero, duration: request.timeline.duration)
      do throws(PassthroughPlan.Obstacle) {
        _ = try PassthroughPlan(request, range: range)
        return ""
      } catch { return error.text }
    }
    #expect(try obstacle { _ in }.isEmpty)
    #expect(try obstacle { $0.scale = 0.5 } == "a scale of 0.5 is asked for")
    #expect(
      try obstacle { $0.videoComposition = VideoComposition(propertiesOf: $0.timeline) }
        == "a video composition is set")
    #expect(
      try obstacle { try $0.timeline.retime(TimeRange(seconds: 1, 2), to: Time(seconds: 2)) }
        .hasPrefix("segment 2 of track 1 runs at 1/2 times its speed (at 1.000 s)"))
    let points = try [(0.0, 0.0), (1, 0.5), (2, 2)].map {
      TimeCurve.Point(target: try Time(seconds: $0.0), source: try Time(seconds: $0.1))
    }
    let ramp = Segment(source: .asset(try #require(asset.video)), curve: try TimeCurve(points))
    #expect(
      try obstacle { request in
        try request.timeline.updateTrack(TrackID(1)) { try $0.setSegments([ramp]) }
      }.hasPrefix("segment 1 of track 1 changes its speed (at 0.000 s)"))
    #expect(
      try obstacle { try $0.timeline.insertEmpty(TimeRange(seconds: 1, 2)) }
        == "segment 2 of track 1 is empty (at 1.000 s)")
  }

  @Test func otherCodingIsAnObstacle() throws {
    let workspace = try Workspace()
    let first = try clip("a.mp4", in: workspace)
    try Clips.numbered(
      workspace.path("b.mp4"), frames: 25, size: "64x32", codec: ["-c:v", "libx264"])
    let second = try Asset.load(path: workspace.path("b.mp4"), gate: workspace.gate)
    var timeline = try timeline(first, [(0, 1)])
    try timeline.insert(TimeRange(seconds: 0, 1), of: second, at: nil)
    let error = #expect(throws: MoonreelError.self) { try copy(timeline, in: workspace) }
    #expect(error?.message.contains("is encoded differently from") == true)
  }
}
