// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia
import MoonreelModel
import Testing

@testable import MoonreelExport

@Suite struct ReaderPoolTests {
  private func clip(_ name: String, frames: Int, in workspace: Workspace) throws -> AssetTrack {
    try Clips.numbered(workspace.path(name), frames: frames)
    return try #require(Asset.load(path: workspace.path(name), gate: workspace.gate).video)
  }

  private func range(_ first: Int, _ last: Int) throws -> TimeRange {
    let rate = try FrameRate(25)
    return TimeRange(start: rate.time(ofFrame: Int64(first)), end: rate.time(ofFrame: Int64(last)))
  }

  /// Reads every frame of `timeline` in order.
  private func readAll(_ timeline: Timeline, _ reader: CompositionReader) throws {
    let rate = try FrameRate(25)
    for index in 0..<rate.frameCount(in: timeline.duration) {
      let image = try reader.image(at: rate.time(ofFrame: index))
      #expect(image.extent?.isEmpty != true, "frame \(index)")
    }
  }

  @Test func tracksThatShowTheSameFramesShareADecoder() throws {
    let workspace = try Workspace()
    let clip = try clip("a.mkv", frames: 25, in: workspace)
    var timeline = Timeline()
    for _ in 0..<3 {
      let id = timeline.addTrack(.video)
      try timeline.updateTrack(id) { try $0.insert(range(0, 25), of: .asset(clip), at: nil) }
    }
    let reader = CompositionReader(timeline: timeline, gate: workspace.gate)
    try readAll(timeline, reader)
    #expect(reader.pool.statistics.opened == 1)
  }

  @Test func tracksThatShowOtherFramesHaveTheirOwn() throws {
    let workspace = try Workspace()
    let clip = try clip("a.mkv", frames: 100, in: workspace)
    var timeline = Timeline()
    for offset in [0, 40] {
      let id = timeline.addTrack(.video)
      try timeline.updateTrack(id) {
        try $0.insert(range(offset, offset + 25), of: .asset(clip), at: nil)
      }
    }
    let reader = CompositionReader(timeline: timeline, gate: workspace.gate)
    try readAll(timeline, reader)
    #expect(reader.pool.statistics.opened == 2)
  }

  /// Cuts within one file: the decoder that ran out is wound on for a later cut.
  @Test func manyCutsOfOneFileNeedFewDecoders() throws {
    let workspace = try Workspace()
    let clip = try clip("a.mkv", frames: 200, in: workspace)
    var timeline = Timeline()
    let id = timeline.addTrack(.video)
    for cut in 0..<40 {
      let first = cut * 73 % 190
      try timeline.updateTrack(id) {
        try $0.insert(range(first, first + 5), of: .asset(clip), at: nil)
      }
    }
    let reader = CompositionReader(timeline: timeline, gate: workspace.gate)
    try readAll(timeline, reader)
    #expect(reader.pool.statistics.peak <= 8)
    #expect(reader.pool.statistics.opened <= 12)
  }

  /// However many clips follow each other, and however short they are, few are open: the one on screen
  /// and the next. So memory does not grow with their number.
  @Test(arguments: [5, 60]) func shortCutsOfSeveralFilesKeepFewOpen(_ cuts: Int) throws {
    let workspace = try Workspace()
    let clips = try (0..<3).map { try clip("\($0).mkv", frames: 100, in: workspace) }
    var timeline = Timeline()
    let id = timeline.addTrack(.video)
    for cut in 0..<cuts {
      let first = cut * 37 % 90
      try timeline.updateTrack(id) {
        try $0.insert(range(first, first + 3), of: .asset(clips[cut % 3]), at: nil)
      }
    }
    let reader = CompositionReader(timeline: timeline, gate: workspace.gate)
    try readAll(timeline, reader)
    #expect(reader.pool.statistics.peak <= 3)
  }

  @Test func layersThatBeginTogetherAreAllOpened() throws {
    let workspace = try Workspace()
    let clips = try (0..<16).map { try clip("\($0).mkv", frames: 10, in: workspace) }
    var timeline = Timeline()
    for clip in clips {
      let id = timeline.addTrack(.video)
      try timeline.updateTrack(id) { try $0.insert(range(0, 10), of: .asset(clip), at: nil) }
    }
    let reader = CompositionReader(timeline: timeline, gate: workspace.gate)
    try readAll(timeline, reader)
    #expect(reader.pool.statistics.opened == 16)
  }

  /// Few open files leave few decoders; the system's own queues need some too.
  @Test(arguments: [(8, 2), (20, 2), (64, 24), (1024, 48), (1_000_000, 48)])
  func decodersFitIntoTheOpenFiles(_ descriptors: Int, _ readers: Int) {
    #expect(ReaderPool.Limits.affordableReaders(descriptors: descriptors) == readers)
  }

  @Test func openDecodersAreCapped() throws {
    let workspace = try Workspace()
    let clips = try (0..<10).map { try clip("\($0).mkv", frames: 10, in: workspace) }
    var timeline = Timeline()
    for clip in clips {
      let id = timeline.addTrack(.video)
      try timeline.updateTrack(id) { try $0.insert(range(0, 10), of: .asset(clip), at: nil) }
    }
    let pool = ReaderPool(
      gate: workspace.gate, limits: ReaderPool.Limits(openReaders: 3), warnings: nil)
    let reader = CompositionReader(
      timeline: timeline, composition: VideoComposition(propertiesOf: timeline), audioMix: nil,
      pool: pool)
    try readAll(timeline, reader)
    #expect(pool.statistics.peak <= 3)
  }

  @Test func decodersCloseAfterTheirLastUse() throws {
    let workspace = try Workspace()
    var timeline = Timeline()
    let id = timeline.addTrack(.video)
    for number in 0..<12 {
      let clip = try clip("\(number).mkv", frames: 50, in: workspace)
      try timeline.updateTrack(id) { try $0.insert(range(0, 50), of: .asset(clip), at: nil) }
    }
    let reader = CompositionReader(timeline: timeline, gate: workspace.gate)
    try readAll(timeline, reader)
    #expect(reader.pool.statistics.opened == 12)
    // The one on screen, the next opened ahead, and perhaps the last being closed.
    #expect(reader.pool.statistics.peak <= 4)
  }

  /// On a busy machine the frames of a segment may be asked for, and far into it, before the thread that
  /// opens ahead comes to it: then there is nothing left to open.
  @Test func openingAheadTooLateOpensNothing() throws {
    let workspace = try Workspace()
    let clip = try clip("a.mkv", frames: 50, in: workspace)
    let key = ReaderUse.Key(clip)
    let use = try ReaderUse(
      id: ReaderUse.ID(number: 1), key: key, track: clip, targetRange: range(0, 50),
      firstSourceTime: .zero,
      isReversed: false)
    let pool = ReaderPool(gate: workspace.gate, warnings: nil)
    let rate = try FrameRate(25)
    for index in 0..<30 {
      let wish = FrameWish(time: rate.time(ofFrame: Int64(index)))
      _ = try pool.frame(of: clip, key: key, wish: wish, use: use.id)
    }
    pool.openAhead(use)
    #expect(pool.statistics.opened == 1)
    #expect(pool.monitor.read { $0.readers.map(\.position.time) } == [rate.time(ofFrame: 29)])
  }

  /// What each frame of two layers over each other shows, the upper one at double speed and translucent.
  private func shown(
    _ clips: [AssetTrack], decodingAhead: Bool, in workspace: Workspace
  ) throws -> (numbers: [Int], opened: Int) {
    var timeline = Timeline()
    for (index, clip) in clips.enumerated() {
      let id = timeline.addTrack(.video)
      try timeline.updateTrack(id) {
        try $0.insert(range(10, 50), of: .asset(clip), at: nil)
        if index == 1 { try $0.retime(range(0, 40), to: range(0, 20).duration) }
        try $0.insert(range(0, 5), of: .asset(clips[1 - index]), at: nil)
      }
    }
    var limits = ReaderPool.Limits()
    (limits.decodesAhead, limits.lead) = (decodingAhead, .zero)
    let pool = ReaderPool(gate: workspace.gate, limits: limits, warnings: nil)
    var composition = VideoComposition(propertiesOf: timeline)
    for index in composition.instructions.indices
    where composition.instructions[index].layerInstructions.count == 2 {
      composition.instructions[index].layerInstructions[0].setOpacity(0.5, at: .zero)
    }
    let reader = CompositionReader(
      timeline: timeline, composition: composition, audioMix: nil, pool: pool)
    let rate = try FrameRate(25)
    let numbers = try (0..<rate.frameCount(in: timeline.duration)).map { index in
      try Clips.number(
        of: reader.image(at: rate.time(ofFrame: index), next: rate.time(ofFrame: index + 1)))
    }
    return (numbers, pool.statistics.opened)
  }

  @Test func decodingAheadChangesNoFrame() throws {
    let workspace = try Workspace()
    let clips = try (0..<2).map { try clip("\($0).mkv", frames: 60, in: workspace) }
    let plain = try shown(clips, decodingAhead: false, in: workspace)
    let ahead = try shown(clips, decodingAhead: true, in: workspace)
    #expect(Set(plain.numbers).count > 20)
    #expect(ahead.numbers == plain.numbers)
    #expect(ahead.opened == plain.opened)
  }

  /// What is read in another way is other frames, though it is one stream of one file.
  @Test func tracksThatAreReadInOtherWaysHaveTheirOwn() throws {
    let workspace = try Workspace()
    let clip = try clip("a.mkv", frames: 5, in: workspace)
    var others = [clip, clip, clip, clip, clip]
    others[0].video?.decoder = clip.codecName
    others[1].video?.deinterlacing = .always
    others[2].video?.isColorOverridden = true
    others[3].damagePolicy = .fail
    var timeline = Timeline()
    for track in others {
      let id = timeline.addTrack(.video)
      try timeline.updateTrack(id) { try $0.insert(range(0, 5), of: .asset(track), at: nil) }
    }
    #expect(Set(others.map(ReaderUse.Key.init)).count == others.count)
    let reader = CompositionReader(timeline: timeline, gate: workspace.gate)
    try readAll(timeline, reader)
    #expect(reader.pool.statistics.opened == others.count)
  }
}
