// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia
import MoonreelModel
import Testing

@testable import MoonreelExport

/// Files whose time stamps and tags are not what one would like.
@Suite struct RealTimingTests {
  private func lossless(_ name: String, in workspace: Workspace) throws -> Measured {
    var request = ExportRequest(
      timeline: try .of(file: workspace.path(name), gate: workspace.gate))
    request.preset = try .named("ffv1")
    return try export(request, to: "out.mkv", in: workspace)
  }

  /// A copy that begins between key frames: its first frames have negative times and are not shown.
  @Test func framesBeforeZeroAreLeftOut() throws {
    let workspace = try Workspace()
    try Clips.numbered(
      workspace.path("a.mp4"), frames: 50, codec: ["-c:v", "libx264", "-qp", "0", "-g", "25"])
    try Tool.ffmpeg(
      ["-ss", "0.4", "-i", workspace.path("a.mp4"), "-c", "copy", workspace.path("b.mp4")])
    let grays = try lossless("b.mp4", in: workspace).grays()
    #expect(grays == (10..<50).map { $0 + 20 })
  }

  /// Time stamps in milliseconds: nothing lost, nothing doubled, over three copies.
  @Test(arguments: ["24", "30000/1001", "30", "60"])
  func millisecondStampsDoNotDrift(_ rate: String) throws {
    let workspace = try Workspace()
    try Clips.numbered(workspace.path("a.mkv"), frames: 60, rate: rate)
    let asset = try Asset.load(path: workspace.path("a.mkv"), gate: workspace.gate)
    let frameRate = try FrameRate(text: rate)
    var timeline = Timeline()
    let video = timeline.addTrack(.video)
    let clip = try #require(asset.video)
    let range = TimeRange(start: .zero, duration: frameRate.time(ofFrame: 60))
    try timeline.updateTrack(video) { track in
      for _ in 0..<3 { try track.insert(range, of: .asset(clip), at: nil) }
    }
    var request = ExportRequest(
      timeline: timeline,
      videoComposition: .automatic(timeline, size: PixelSize(32, 16), rate: frameRate))
    request.preset = try .named("ffv1")
    let grays = try export(request, to: "out.mkv", in: workspace).grays()
    #expect(grays == (0..<180).map { $0 % 60 + 20 })
  }

  /// Untagged and small: BT.601 on the way in, the composition's BT.709 on the way out.
  @Test func untaggedColourIsConverted() throws {
    let workspace = try Workspace()
    try Clips.halves(workspace.path("a.mkv"), left: "red", right: "lime", size: (64, 32))
    var request = ExportRequest(
      timeline: try .of(file: workspace.path("a.mkv"), gate: workspace.gate))
    request.preset = try .named("ffv1")
    request.output.pixelFormat = .yuv444()
    let file = try export(request, to: "out.mkv", in: workspace)
    #expect(file.video?.tags["color_space"] == "bt709")
    let picture = try file.pictures("rgb24")[0]
    #expect(zip(picture[0..<3], [255, 0, 0]).allSatisfy { abs(Int($0) - $1) <= 3 })
    #expect(zip(picture[180..<183], [0, 255, 0]).allSatisfy { abs(Int($0) - $1) <= 3 })
  }
}
