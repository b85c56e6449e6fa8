// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia
import MoonreelModel
import MoonreelRender
import Testing

@testable import MoonreelExport

/// Frames of other times than the one that is composed.
@Suite struct HistoryTests {
  /// Asks for frames of `offsets` frames from the time at hand, and notes which came.
  private final class Asking: Compositor, @unchecked Sendable {
    let track: TrackID
    let offsets: [Int64]
    var answers: [[Int?]] = []
    var kept: FrameRequest?

    init(_ track: TrackID, _ offsets: [Int64]) { (self.track, self.offsets) = (track, offsets) }

    func image(for request: FrameRequest) throws -> Image {
      kept = request
      let frame = request.context.frameDuration
      answers.append(
        try offsets.map {
          let time = request.context.time + frame.multiplied(by: $0, dividedBy: 1)
          return try request.frame(track, at: time).map { try Clips.number(of: $0.image) }
        })
      return request.frame(track)?.image ?? .empty
    }
  }

  private let rate = try! FrameRate(25)

  private func timeline(_ workspace: Workspace, frames: Int) throws -> Timeline {
    try Clips.numbered(
      workspace.path("a.mp4"), frames: frames,
      codec: ["-c:v", "libx264", "-qp", "0", "-g", "30", "-bf", "2"])
    let asset = try Asset.load(path: workspace.path("a.mp4"), gate: workspace.gate)
    var timeline = Timeline()
    let id = timeline.addTrack(.video)
    let range = TimeRange(start: .zero, end: rate.time(ofFrame: Int64(frames)))
    let video = try #require(asset.video)
    try timeline.updateTrack(id) { try $0.insert(range, of: .asset(video), at: nil) }
    return timeline
  }

  private func reader(_ timeline: Timeline, _ asking: Asking, _ workspace: Workspace) throws
    -> CompositionReader
  {
    var composition = VideoComposition(propertiesOf: timeline)
    var instruction = VideoInstruction(
      timeRange: TimeRange(start: .zero, duration: timeline.duration))
    instruction.compositor = asking
    instruction.requiredTrackIDs = [asking.track]
    composition.instructions = [instruction]
    return CompositionReader(timeline: timeline, composition: composition, gate: workspace.gate)
  }

  @Test("an echo's frames are those that were shown, and are decoded once") func echoes() throws {
    let workspace = try Workspace()
    let timeline = try timeline(workspace, frames: 90)
    let asking = Asking(timeline.tracks[0].id, [-3, -7, -20, 0])
    let reader = try reader(timeline, asking, workspace)
    for frame in 0..<90 { _ = try reader.image(at: rate.time(ofFrame: Int64(frame))) }
    for (frame, answer) in asking.answers.enumerated() {
      #expect(answer == [-3, -7, -20, 0].map { frame + $0 < 0 ? nil : frame + $0 })
    }
    // One for the time at hand, and for each delay one until the frames that were kept reach back: they
    // decode what lies within the longest delay, and a few that the codec holds back.
    #expect(reader.pool.statistics.opened <= 4)
    let decoded = reader.pool.monitor.read { state in
      state.readers.reduce(0) { $0 + ($1.reader?.decodedFrameCount ?? 0) }
    }
    #expect((90...90 + 60).contains(decoded), "\(decoded) frames decoded")
  }

  @Test("nested timelines have other times too") func nested() throws {
    let workspace = try Workspace()
    var outer = Timeline()
    let id = outer.addTrack(.video)
    let inner = try timeline(workspace, frames: 50)
    let range = TimeRange(start: .zero, end: rate.time(ofFrame: 50))
    try outer.updateTrack(id) { try $0.insert(range, of: .timeline(inner), at: nil) }
    let asking = Asking(id, [0, -10, 25, -10])
    let reader = try reader(outer, asking, workspace)
    for frame in [12, 13, 14, 3] { _ = try reader.image(at: rate.time(ofFrame: Int64(frame))) }
    #expect(
      asking.answers == [[12, 2, 37, 2], [13, 3, 38, 3], [14, 4, 39, 4], [3, nil, 28, nil]])
  }

  @Test("what lies ahead, and any order of times") func anyOrder() throws {
    let workspace = try Workspace()
    let timeline = try timeline(workspace, frames: 60)
    let asking = Asking(timeline.tracks[0].id, [1, 13, -40, 59, 1000])
    let reader = try reader(timeline, asking, workspace)
    let order = [0, 1, 2, 30, 31, 5, 59, 58, 57, 12]
    for frame in order { _ = try reader.image(at: rate.time(ofFrame: Int64(frame))) }
    for (frame, answer) in zip(order, asking.answers) {
      #expect(
        answer == [1, 13, -40, 59, 1000].map { (0..<60).contains(frame + $0) ? frame + $0 : nil })
    }
  }

  /// The composed picture of a second ago.
  private struct SecondAgo: Effect {
    func apply(to image: Image, at context: FrameContext) throws -> Image {
      let history = try #require(context.history)
      return try history.composedImage(at: context.time - Time(wholeSeconds: 1))
    }
  }

  @Test("a composed picture of another time has the tracks of that time") func otherTracks() throws
  {
    let workspace = try Workspace()
    let inner = try timeline(workspace, frames: 50)
    let source = try #require(inner.tracks[0].segments[0].source)
    var show = Composition(size: PixelSize(32, 16), frameRate: rate)
    // They overlap, so that each has a track of its own.
    for (first, last) in [(0, 25), (20, 50)] {
      show.add(
        Layer(
          .media(video: source, audio: nil),
          over: TimeRange(
            start: rate.time(ofFrame: Int64(first)), end: rate.time(ofFrame: Int64(last)))))
    }
    show.filter = SecondAgo()
    let film = try show.lowered()
    let reader = CompositionReader(
      timeline: film.timeline, composition: film.videoComposition, gate: workspace.gate)
    let shown = try [30, 31, 44, 46].map {
      try Clips.number(of: reader.image(at: rate.time(ofFrame: $0)))
    }
    // From frame 20 on the second layer, which begins there, lies on top.
    #expect(shown == [5, 6, 19, 1])
    // One for the time at hand, and one for each layer of the other, which share a lane.
    #expect(reader.pool.statistics.opened == 3)
    #expect(reader.pool.monitor.read { Set($0.readers.map(\.lane)) } == [0, 1])
  }

  @Test("a request answers only while its frame is composed") func requestsEnd() throws {
    let workspace = try Workspace()
    let timeline = try timeline(workspace, frames: 5)
    let asking = Asking(timeline.tracks[0].id, [1])
    _ = try reader(timeline, asking, workspace).image(at: .zero)
    let request = try #require(asking.kept)
    #expect(throws: MoonreelError.self) {
      try request.frame(asking.track, at: rate.time(ofFrame: 2))
    }
    #expect(try request.frame(asking.track, at: .zero) != nil, "its own frame it has")
  }

  @Test("tracks that the instruction does not require have no frames") func onlyRequired() throws {
    let workspace = try Workspace()
    let timeline = try timeline(workspace, frames: 5)
    let asking = Asking(TrackID(77), [0, 1])
    let reader = try reader(timeline, asking, workspace)
    _ = try reader.image(at: .zero)
    #expect(asking.answers == [[nil, nil]])
  }
}
