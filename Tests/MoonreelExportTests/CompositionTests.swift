// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia
import MoonreelModel
import Testing

@testable import MoonreelExport

/// Edits of real files, judged by the pixels that come out.
@Suite struct CompositionTests {
  private func numbered(
    _ name: String, frames: Int, in workspace: Workspace, more: [String] = []
  ) throws -> AssetTrack {
    try Clips.numbered(workspace.path(name), frames: frames, more: more)
    let asset = try Asset.load(path: workspace.path(name), gate: workspace.gate)
    return try #require(asset.video)
  }

  private func lossless(
    _ timeline: Timeline, _ composition: VideoComposition? = nil, in workspace: Workspace
  ) throws -> Measured {
    var request = ExportRequest(timeline: timeline, videoComposition: composition)
    request.preset = try .named("ffv1")
    return try export(request, to: "out.mkv", in: workspace)
  }

  private func range(_ first: Int, _ last: Int, rate: FrameRate) -> TimeRange {
    TimeRange(start: rate.time(ofFrame: Int64(first)), end: rate.time(ofFrame: Int64(last)))
  }

  @Test func everyFrameOfEverySegmentArrives() throws {
    let workspace = try Workspace()
    let rate = try FrameRate(25)
    let clip = try numbered("a.mkv", frames: 60, in: workspace)
    var timeline = Timeline()
    let video = timeline.addTrack(.video)
    try timeline.updateTrack(video) { track in
      try track.insert(range(10, 20, rate: rate), of: .asset(clip), at: nil)
      try track.insert(range(50, 60, rate: rate), of: .asset(clip), at: nil)
      try track.insert(range(0, 5, rate: rate), of: .asset(clip), at: nil)
    }
    let grays = try lossless(timeline, in: workspace).grays()
    #expect(grays == (Array(10..<20) + Array(50..<60) + Array(0..<5)).map { $0 + 20 })
  }

  @Test func segmentsRunBackwards() throws {
    let workspace = try Workspace()
    let rate = try FrameRate(25)
    let clip = try numbered(
      "a.mp4", frames: 60, in: workspace,
      more: ["-c:v", "libx264", "-qp", "0", "-g", "12", "-bf", "2"])
    let part = range(10, 30, rate: rate)
    let target = TimeRange(start: .zero, duration: part.duration)
    var timeline = Timeline()
    let video = timeline.addTrack(.video)
    try timeline.updateTrack(video) { track in
      try track.setSegments([
        Segment(
          source: .asset(clip), mapping: TimeMapping(source: part, target: target),
          isReversed: true)
      ])
    }
    let grays = try lossless(timeline, in: workspace).grays()
    #expect(grays == (10..<30).reversed().map { $0 + 20 })
  }

  @Test func speedChoosesFrames() throws {
    let workspace = try Workspace()
    let clip = try numbered("a.mkv", frames: 50, in: workspace)
    var timeline = Timeline()
    let video = timeline.addTrack(.video)
    try timeline.updateTrack(video) { track in
      try track.insert(TimeRange(seconds: 0, 2), of: .asset(clip), at: nil)
      try track.retime(TimeRange(seconds: 0, 1), to: Time(seconds: 0.2))
      try track.retime(TimeRange(seconds: 0.2, 1.2), to: Time(wholeSeconds: 2))
    }
    let grays = try lossless(timeline, in: workspace).grays()
    let fast = (0..<5).map { $0 * 5 + 20 }
    let slow = (0..<50).map { $0 / 2 + 45 }
    #expect(grays == fast + slow)
  }

  /// Opacity on luma code values, plane by plane, as the design defines it.
  @Test func dissolvesAreExactOnCodeValues() throws {
    let workspace = try Workspace()
    let rate = try FrameRate(25)
    let clip = try numbered("a.mkv", frames: 120, in: workspace)
    var timeline = Timeline()
    let (below, above) = (timeline.addTrack(.video), timeline.addTrack(.video))
    try timeline.updateTrack(below) {
      try $0.insert(range(100, 120, rate: rate), of: .asset(clip), at: nil)
    }
    try timeline.updateTrack(above) {
      try $0.insert(range(0, 20, rate: rate), of: .asset(clip), at: nil)
    }
    let whole = range(0, 20, rate: rate)
    var fading = LayerInstruction(trackID: above)
    fading.addOpacityRamp(from: 1, to: 0, in: whole)
    var instruction = VideoInstruction(timeRange: whole)
    instruction.layerInstructions = [fading, LayerInstruction(trackID: below)]
    let look = VideoComposition(
      renderSize: PixelSize(32, 16), frameRate: rate, instructions: [instruction])
    let grays = try lossless(timeline, look, in: workspace).grays()
    let expected = (0..<20).map { frame -> Int in
      let opacity = Double(Float(1 - Double(frame) / 20))
      let (top, bottom) = (Double(20 + frame), Double(120 + frame))
      return Int((top * opacity + bottom * (1 - opacity)).rounded())
    }
    #expect(grays == expected)
  }

  @Test func opacityRampsShowTheBackground() throws {
    let workspace = try Workspace()
    let rate = try FrameRate(25)
    let timeline = try Timeline.of(GraySource(level: 1), seconds: 0.4)
    let whole = range(0, 10, rate: rate)
    var layer = LayerInstruction(trackID: timeline.tracks[0].id)
    layer.addOpacityRamp(from: 1, to: 0, in: whole)
    var instruction = VideoInstruction(timeRange: whole)
    instruction.backgroundColor = Color(1, 0, 0)
    instruction.layerInstructions = [layer]
    var request = ExportRequest(
      timeline: timeline,
      videoComposition: VideoComposition(
        renderSize: PixelSize(32, 16), frameRate: rate, instructions: [instruction]))
    request.preset = try .named("png")
    _ = try ExportSession(
      request, outputPath: workspace.path("f_%02d.png"), gate: workspace.gate
    ).run()
    let file = try Measured(workspace.path("f_%02d.png"))
    let pictures = try file.pictures("rgb24")
    #expect(pictures.count == 10)
    for (frame, picture) in pictures.enumerated() {
      let green = Int((255 * (1 - Double(frame) / 10)).rounded())
      #expect(picture[0] == 255)
      #expect(abs(Int(picture[1]) - green) <= 1, "frame \(frame): \(picture[1]), not \(green)")
      #expect(picture[1] == picture[2])
    }
  }

  @Test func portraitAndLandscapeStandUpright() throws {
    let workspace = try Workspace()
    let mp4 = ["-c:v", "libx264", "-qp", "0", "-pix_fmt", "yuv420p"]
    try Clips.halves(
      workspace.path("wide.mp4"), left: "red", right: "blue", size: (64, 32), more: mp4)
    // Turned a quarter clockwise for showing: red on top, blue below.
    try Tool.turn(workspace.path("wide.mp4"), to: workspace.path("tall.mp4"))
    let gate = workspace.gate
    let clips = try ["wide.mp4", "tall.mp4"].map {
      try Asset.load(path: workspace.path($0), gate: gate)
    }
    #expect(clips[1].video?.video?.displaySize == PixelSize(32, 64))
    var timeline = Timeline()
    for clip in clips { try timeline.insert(TimeRange(seconds: 0, 0.4), of: clip, at: nil) }
    let file = try lossless(timeline, in: workspace)
    let pictures = try file.pictures("rgb24")
    #expect(pictures.count == 20)
    func color(_ picture: [UInt8], _ x: Int, _ y: Int) -> String {
      let at = (y * 64 + x) * 3
      if picture[at] > 200 && picture[at + 2] < 60 { return "red" }
      if picture[at + 2] > 200 && picture[at] < 60 { return "blue" }
      return picture[at..<at + 3].allSatisfy { $0 < 30 } ? "black" : "\(picture[at..<at + 3])"
    }
    #expect([8, 56].map { color(pictures[5], $0, 16) } == ["red", "blue"])
    #expect([4, 28].map { color(pictures[15], 32, $0) } == ["red", "blue"])
    #expect([8, 56].map { color(pictures[15], $0, 16) } == ["black", "black"])
  }

  @Test func timelinesNest() throws {
    let workspace = try Workspace()
    let rate = try FrameRate(25)
    let clip = try numbered("a.mkv", frames: 60, in: workspace)
    var inner = Timeline()
    let innerVideo = inner.addTrack(.video)
    try inner.updateTrack(innerVideo) { track in
      try track.insert(range(30, 40, rate: rate), of: .asset(clip), at: nil)
      try track.insert(range(0, 10, rate: rate), of: .asset(clip), at: nil)
    }
    var outer = Timeline()
    let video = outer.addTrack(.video)
    try outer.updateTrack(video) { track in
      try track.insert(range(50, 55, rate: rate), of: .asset(clip), at: nil)
      try track.insert(range(5, 15, rate: rate), of: .timeline(inner), at: nil)
    }
    let grays = try lossless(outer, in: workspace).grays()
    #expect(grays == (Array(50..<55) + Array(35..<40) + Array(0..<5)).map { $0 + 20 })
  }

  @Test(arguments: [1, 2, 7])
  func framesAreTheSameForAnyNumberOfThreads(_ threads: Int) throws {
    let workspace = try Workspace()
    let timeline = try Timeline.of(GraySource(level: 0.7), seconds: 0.4)
    var layer = LayerInstruction(trackID: timeline.tracks[0].id)
    let whole = TimeRange(start: .zero, duration: timeline.duration)
    layer.addTransformRamp(
      from: AffineTransform(scaleX: 2.3, y: 1.7),
      to: AffineTransform(rotationDegrees: 33), in: whole)
    var instruction = VideoInstruction(timeRange: whole)
    instruction.layerInstructions = [layer]
    var request = ExportRequest(
      timeline: timeline,
      videoComposition: VideoComposition(
        renderSize: PixelSize(97, 61), frameRate: try FrameRate(25), instructions: [instruction]))
    request.preset = try .named("ffv1")
    request.renderThreadCount = threads
    let pictures = try export(request, to: "n.mkv", in: workspace).pictures()
    request.renderThreadCount = nil
    #expect(try export(request, to: "r.mkv", in: workspace).pictures() == pictures)
  }
}
