// SPDX-License-Identifier: MIT

import MoonreelCore
import Testing

@testable import MoonreelModel

/// What a request holds, whoever provides for it.
@Suite struct FrameProviderTests {
  /// Has a frame of every track, of which it notes that it was wanted.
  private final class Noting: FrameProvider {
    let timeline: Timeline
    let composition: VideoComposition
    private(set) var frames: [TrackID] = []
    private(set) var metadata: [TrackID] = []
    private(set) var readings: Set<ReadingContext> = []

    init(_ timeline: Timeline, _ composition: VideoComposition) {
      (self.timeline, self.composition) = (timeline, composition)
    }

    func frame(ofTrack id: TrackID, in reading: ReadingContext) -> FrameRequest.SourceFrame? {
      frames.append(id)
      readings.insert(reading)
      return FrameRequest.SourceFrame(
        image: .empty, preferredTransform: .identity, naturalSize: PixelSize(2, 2),
        sourceTime: reading.time)
    }

    func metadata(ofTrack id: TrackID, in reading: ReadingContext) -> [String: String]? {
      metadata.append(id)
      return ["track": "\(id)"]
    }
  }

  private struct Drawing: Compositor {
    var readsFramesOnDemand = false
    func image(for request: FrameRequest) -> Image { .empty }
  }

  private struct NoHistory: FrameHistory {
    func frame(_ trackID: TrackID, at time: Time) -> FrameRequest.SourceFrame? { nil }
    func composedImage(at time: Time) -> Image { .empty }
  }

  private let timeline: Timeline
  private let (one, two, notes, more): (TrackID, TrackID, TrackID, TrackID)

  init() {
    var timeline = Timeline()
    (one, two) = (timeline.addTrack(.video), timeline.addTrack(.video))
    (notes, more) = (timeline.addTrack(.metadata), timeline.addTrack(.metadata))
    self.timeline = timeline
  }

  private func provider(
    _ timeline: Timeline, _ change: (inout VideoInstruction) -> Void
  ) throws -> Noting {
    var instruction = VideoInstruction(timeRange: Fixture.range(1, 2))
    instruction.compositor = Drawing()
    change(&instruction)
    let composition = VideoComposition(
      renderSize: PixelSize(4, 2), frameRate: try FrameRate(10), instructions: [instruction])
    return Noting(timeline, composition)
  }

  @Test func whatTheInstructionRequires() throws {
    let provider = try provider(timeline) { $0.requiredMetadataTrackIDs = [notes] }
    let reading = ReadingContext(
      time: Fixture.time(1.5), nextTime: Fixture.time(1.6), renderScale: 0.5, lane: 3)
    let request = try #require(try provider.request(for: reading, history: NoHistory()))
    #expect(Set(request.frames.keys) == [one, two] && provider.readings == [reading])
    #expect(request.metadata == [notes: ["track": "\(notes)"]] && provider.metadata == [notes])
    #expect(request.context.renderScale == 0.5 && request.context.time == reading.time)
    #expect(request.context.frameIndex == 15 && request.context.history is NoHistory)
    #expect(try provider.request(for: reading)?.context.history == nil)
  }

  @Test func whereNoInstructionIsInForceNothing() throws {
    let provider = try provider(timeline) { _ in }
    #expect(try provider.request(for: ReadingContext(time: .zero)) == nil)
    #expect(provider.frames.isEmpty)
  }

  @Test("compositors that read on demand get frames from the history") func onDemand() throws {
    let provider = try provider(timeline) {
      $0.compositor = Drawing(readsFramesOnDemand: true)
      $0.requiredMetadataTrackIDs = [more]
    }
    let request = try provider.request(for: ReadingContext(time: Fixture.time(1)))
    #expect(request?.frames.isEmpty == true && provider.frames.isEmpty)
    #expect(provider.metadata == [more])
  }

  @Test("disabled tracks take no part, named or not") func disabled() throws {
    var timeline = timeline
    for id in [two, more] { try timeline.updateTrack(id) { $0.isEnabled = false } }
    for named in [nil, [one, two]] {
      let provider = try provider(timeline) {
        $0.requiredTrackIDs = named
        $0.requiredMetadataTrackIDs = [notes, more]
      }
      let request = try provider.request(for: ReadingContext(time: Fixture.time(1)))
      #expect(request?.frames.keys.map { $0 } == [one] && provider.frames == [one])
      #expect(provider.metadata == [notes])
      #expect(provider.requiredTracks(of: provider.composition.instructions[0]) == [one])
    }
  }
}
