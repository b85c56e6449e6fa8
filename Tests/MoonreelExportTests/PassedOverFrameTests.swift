// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia
import MoonreelModel
import MoonreelRender
import Testing

@testable import MoonreelExport

/// What is shown faster passes over frames. They need not be decoded, and those that are shown are the
/// same whether a reader knows what comes next or not.
@Suite struct PassedOverFrameTests {
  private let rate = try! FrameRate(25)

  private func range(_ frames: Int) -> TimeRange {
    TimeRange(start: .zero, end: rate.time(ofFrame: Int64(frames)))
  }

  /// `frames` frames of `source`, shown in `shown`.
  private func timeline(of source: SegmentSource, frames: Int, in shown: Int) throws -> Timeline {
    var timeline = Timeline()
    let id = timeline.addTrack(.video)
    try timeline.updateTrack(id) { try $0.insert(range(frames), of: source, at: nil) }
    try timeline.retime(range(frames), to: range(shown).duration)
    return timeline
  }

  /// A clip of a hundred frames of which every second is a B-frame that none leans on.
  private func clip(_ workspace: Workspace) throws -> SegmentSource {
    let fixed = ["-bf", "3", "-b_strategy", "0", "-g", "250", "-x264-params", "scenecut=0"]
    try Clips.numbered(
      workspace.path("a.mp4"), frames: 100, codec: ["-c:v", "libx264", "-crf", "1"] + fixed)
    let asset = try Asset.load(path: workspace.path("a.mp4"), gate: workspace.gate)
    return .asset(try #require(asset.video))
  }

  /// The numbers of the frames that are shown, and how many were decoded for them.
  private func read(_ timeline: Timeline, _ workspace: Workspace, isAnnounced: Bool = true) throws
    -> (shown: [Int], decoded: Int)
  {
    let reader = CompositionReader(timeline: timeline, gate: workspace.gate)
    let count = rate.frameCount(in: timeline.duration)
    let shown = try (0..<count).map { frame in
      let next = frame + 1 < count && isAnnounced ? rate.time(ofFrame: frame + 1) : nil
      return try Clips.number(of: reader.image(at: rate.time(ofFrame: frame), next: next))
    }
    let decoded = reader.pool.monitor.read { state in
      state.readers.reduce(0) { $0 + ($1.reader?.decodedFrameCount ?? 0) }
    }
    return (shown, decoded)
  }

  @Test("a clip at many speeds", arguments: [25, 33, 50, 67, 80, 100, 150, 200])
  func speeds(_ count: Int) throws {
    let workspace = try Workspace()
    let timeline = try timeline(of: clip(workspace), frames: 100, in: count)
    let (shown, decoded) = try read(timeline, workspace)
    #expect(shown == (0..<count).map { $0 * 100 / count })
    #expect(try read(timeline, workspace, isAnnounced: false).shown == shown)
    #expect(decoded <= (count == 50 ? 54 : 100), "\(decoded) decoded")
  }

  @Test("a nested timeline, faster, slower and in its own rhythm", arguments: [25, 50, 75, 150])
  func nested(_ count: Int) throws {
    let workspace = try Workspace()
    let inner = try timeline(of: clip(workspace), frames: 100, in: 50)
    let timeline = try timeline(of: .timeline(inner), frames: 50, in: count)
    let (shown, decoded) = try read(timeline, workspace)
    #expect(shown == (0..<count).map { $0 * 100 / count })
    #expect(decoded <= 100, "\(decoded) decoded")
  }

  @Test("two segments that share a decoder each get what they show") func shared() throws {
    let workspace = try Workspace()
    let clip = try clip(workspace)
    var timeline = try timeline(of: clip, frames: 100, in: 50)
    let id = timeline.addTrack(.video)
    try timeline.updateTrack(id) {
      let odd = TimeRange(start: rate.time(ofFrame: 1), end: rate.time(ofFrame: 99))
      try $0.insert(odd, of: clip, at: nil)
      try $0.retime(TimeRange(start: .zero, duration: odd.duration), to: range(49).duration)
    }
    let (shown, decoded) = try read(timeline, workspace)
    #expect(Array(shown.prefix(49)) == (0..<49).map { 2 * $0 + 1 })
    #expect(decoded <= 160, "\(decoded) decoded")
  }

  @Test("backwards") func backwards() throws {
    let workspace = try Workspace()
    var timeline = try timeline(of: clip(workspace), frames: 100, in: 50)
    let id = timeline.tracks[0].id
    try timeline.updateTrack(id) { try $0.reverse(range(50)) }
    let shown = try read(timeline, workspace).shown
    #expect(shown == (0..<50).map { 99 - 2 * $0 })
  }
}
