// SPDX-License-Identifier: MIT

import MoonreelCore
import Testing

@testable import MoonreelModel

/// What edits must do whatever the numbers: source times compared at every frame and at odd times.
@Suite struct TrackLaws {
  static let seeds: [UInt64] = Array(1...40)

  /// A row of clips with odd lengths, some retimed, some reversed.
  static func randomTrack(_ dice: inout Dice) throws -> Track {
    var track = Track(id: TrackID(1), mediaType: .video)
    for number in 0..<Int.random(in: 1...5, using: &dice) {
      let length = Time(flicks: .random(in: 1_000_000...4_000_000_000, using: &dice))
      let range = TimeRange(start: .zero, duration: length)
      try track.insert(range, of: .asset(Fixture.video("s\(number)")))
    }
    for _ in 0..<Int.random(in: 0...2, using: &dice) {
      let range = randomRange(in: track, &dice)
      if Bool.random(using: &dice) {
        let factor = Rational(.random(in: 1...9, using: &dice), .random(in: 1...9, using: &dice))
        try track.retime(range, to: max(range.duration.scaled(by: factor), Time(flicks: 1)))
      } else {
        try track.reverse(range)
      }
    }
    return track
  }

  static func randomRange(in track: Track, _ dice: inout Dice) -> TimeRange {
    let end = track.duration.flicks
    let (a, b) = (
      Int64.random(in: 0..<end, using: &dice), Int64.random(in: 0..<end, using: &dice)
    )
    return TimeRange(start: Time(flicks: min(a, b)), end: Time(flicks: max(a, b) + 1))
  }

  /// What `track` shows at `time`, as text that names source, flick and direction.
  static func shown(_ track: Track, at time: Time) -> String {
    guard let wanted = track.wanted(at: time) else { return "nothing" }
    return "\(wanted.source.name) \(wanted.time.flicks)\(wanted.isBefore ? " before" : "")"
  }

  /// 997 times spread over `range`, its ends included.
  static func times(in range: TimeRange) -> [Time] {
    (0..<997).map { step in
      range.start + (range.duration - Time(flicks: 1)).multiplied(by: step, dividedBy: 996)
    }
  }

  static func all(_ track: Track) -> TimeRange { TimeRange(start: .zero, duration: track.duration) }

  @Test(arguments: seeds) func insertThenRemoveIsNothing(_ seed: UInt64) throws {
    var dice = Dice(seed)
    let before = try Self.randomTrack(&dice)
    var track = before
    let at = Time(flicks: .random(in: 0...before.duration.flicks * 2, using: &dice))
    let length = Time(flicks: .random(in: 1...7_000_000_000, using: &dice))
    let range = TimeRange(start: .zero, duration: length)
    try track.insert(range, of: .asset(Fixture.video("x")), at: at)
    try track.validateSegments()
    try track.remove(TimeRange(start: at, duration: length))
    #expect(track.line == before.line)
    for time in Self.times(in: Self.all(before)) {
      #expect(Self.shown(track, at: time) == Self.shown(before, at: time), "at \(time)")
    }
  }

  @Test(arguments: seeds) func insertingAGapThenRemovingItIsNothing(_ seed: UInt64) throws {
    var dice = Dice(seed)
    let before = try Self.randomTrack(&dice)
    var track = before
    let gap = Self.randomRange(in: before, &dice)
    try track.insertEmpty(gap)
    try track.remove(gap)
    #expect(track.line == before.line)
  }

  @Test(arguments: seeds) func trimThenTrimIsTrim(_ seed: UInt64) throws {
    var dice = Dice(seed)
    let before = try Self.randomTrack(&dice)
    var (once, twice) = (before, before)
    let cut = Self.randomRange(in: before, &dice)
    let middle = cut.start + cut.duration.multiplied(by: 1, dividedBy: 3)
    try once.remove(cut)
    if middle < cut.end { try twice.remove(TimeRange(start: middle, end: cut.end)) }
    if cut.start < middle { try twice.remove(TimeRange(start: cut.start, end: middle)) }
    #expect(once.line == twice.line)
    for time in Self.times(in: Self.all(once)) where !once.segments.isEmpty {
      #expect(Self.shown(once, at: time) == Self.shown(twice, at: time), "at \(time)")
    }
  }

  @Test(arguments: seeds) func splitThenJoinKeepsEverySourceTime(_ seed: UInt64) throws {
    var dice = Dice(seed)
    let before = try Self.randomTrack(&dice)
    var track = before
    for _ in 0..<10 {
      _ = track.cut(at: Time(flicks: .random(in: 0..<before.duration.flicks, using: &dice)))
    }
    try track.validateSegments()
    for time in Self.times(in: Self.all(before)) {
      #expect(Self.shown(track, at: time) == Self.shown(before, at: time), "at \(time)")
    }
    for index in stride(from: track.segments.count - 1, to: 0, by: -1) {
      track.joinSegments(at: index)
    }
    #expect(track.line == before.line)
  }

  @Test(arguments: seeds) func reversingTwiceIsNothing(_ seed: UInt64) throws {
    var dice = Dice(seed)
    let before = try Self.randomTrack(&dice)
    var track = before
    let range = Self.randomRange(in: before, &dice)
    try track.reverse(range)
    try track.validateSegments()
    for time in Self.times(in: range) {
      // Mirrored, the frame last before the mirrored time is the one on screen a flick earlier.
      let mirrored = range.start + (range.end - time)
      let flick = Time(flicks: mirrored == range.start ? 0 : 1)
      let (here, there) = (track.wanted(at: time), before.wanted(at: mirrored - flick))
      #expect(here?.source.name == there?.source.name, "at \(time)")
    }
    try track.reverse(range)
    #expect(track.line == before.line)
  }

  @Test(arguments: seeds) func retimeThereAndBackIsNothing(_ seed: UInt64) throws {
    var dice = Dice(seed)
    var before = Track(id: TrackID(1), mediaType: .video)
    try before.insert(Fixture.range(0, 9), of: .asset(Fixture.video("a")))
    if seed % 2 == 0 { try before.reverse(Fixture.range(0, 9)) }
    var track = before
    let range = Self.randomRange(in: before, &dice)
    let other = Time(flicks: .random(in: 1_000...90_000_000_000, using: &dice))
    try track.retime(range, to: other)
    try track.validateSegments()
    try track.retime(TimeRange(start: range.start, duration: other), to: range.duration)
    #expect(track.line == before.line)
    for time in Self.times(in: Self.all(before)) {
      #expect(Self.shown(track, at: time) == Self.shown(before, at: time), "at \(time)")
    }
  }

  @Test(arguments: seeds) func anythingInAnyOrderStaysValid(_ seed: UInt64) throws {
    var dice = Dice(seed)
    var track = try Self.randomTrack(&dice)
    for step in 0..<60 {
      let range = Self.randomRange(in: track, &dice)
      switch Int.random(in: 0..<6, using: &dice) {
      case 0: try track.insert(Fixture.range(1, 3), of: .asset(Fixture.video("x")), at: range.start)
      case 1: try track.insertEmpty(range)
      case 2 where range.duration < track.duration: try track.remove(range)
      case 3:
        try track.retime(range, to: Time(flicks: .random(in: 1...9_000_000_000, using: &dice)))
      case 4: try track.reverse(range)
      default: try track.insert(Fixture.range(0, 1), of: .asset(Fixture.video("y")))
      }
      let faults = Track.faults(in: track.segments, mediaType: .video).filter { fault in
        // Squeezed to a few flicks, a piece may show less than one flick of its source.
        !fault.message.hasSuffix("its source range has no length.")
      }
      #expect(faults.isEmpty, "step \(step)")
    }
  }
}
