// SPDX-License-Identifier: MIT

import MoonreelCore
import Testing

@testable import MoonreelModel

private func r(_ from: Double, _ to: Double) -> TimeRange { Fixture.range(from, to) }
private func t(_ seconds: Double) -> Time { Fixture.time(seconds) }

/// A curve through (target, source) seconds.
private func curve(_ points: [(Double, Double)]) throws -> TimeCurve {
  try TimeCurve(points.map { TimeCurve.Point(target: t($0.0), source: t($0.1)) })
}

@Suite struct TimeCurveTests {
  /// Two seconds at half the speed, one at double, one at 1.
  private func ramp() throws -> TimeCurve { try curve([(1, 2), (3, 3), (4, 5), (5, 6)]) }

  private func track(_ segments: [Segment]) throws -> Track {
    var track = Track(id: TrackID(1), mediaType: .audio)
    try track.setSegments(segments)
    return track
  }

  /// A second of silence, then the ramp.
  private func rampTrack() throws -> Track {
    let sound = SegmentSource.asset(Fixture.other(.audio))
    return try track([Segment(empty: r(0, 1)), Segment(source: sound, curve: ramp())])
  }

  private func shown(_ track: Track, _ times: [Double]) -> [Double?] {
    times.map { track.wanted(at: t($0))?.time.seconds }
  }

  @Test("source and target times belong together, beyond the ends too") func lookup() throws {
    let ramp = try ramp()
    let pairs = [(0, 1.5), (1, 2), (2, 2.5), (3, 3), (3.5, 4), (4, 5), (4.5, 5.5), (7, 8)]
    for (target, source) in pairs {
      #expect(ramp.sourceTime(at: t(target)) == t(source))
      #expect(ramp.targetTime(at: t(source)) == t(target))
    }
    let back = try curve([(0, 9), (1, 5), (3, 4)])
    for (target, source) in [(-1.0, 13.0), (0, 9), (0.5, 7), (1, 5), (2, 4.5), (5, 3)] {
      #expect(back.sourceTime(at: t(target)) == t(source))
      #expect(back.targetTime(at: t(source)) == t(target))
    }
    #expect(back.isReversed && !ramp.isReversed)
    #expect(ramp.speeds == 0.5...2 && back.speeds == 0.5...4)
  }

  @Test("points that make no curve are refused with a sentence") func mistakes() throws {
    func message(_ points: [(Double, Double)]) -> String {
      #expect(throws: MoonreelError.self) { try curve(points) }?.message ?? ""
    }
    #expect(message([(0, 0)]).contains("of 1 points: give two or more"))
    #expect(message([(0, 0), (0, 1)]).contains("point 2 shows 1.000 s at 0.000 s"))
    #expect(message([(0, 0), (1, 1), (2, 0.5), (3, 3)]).contains("must all rise or all fall"))
    #expect(message([(0, 3), (1, 4), (2, 0)]).contains("point 2"))
    #expect(message([(0, 0), (1, 1), (2, 1)]).contains("point 3"))
  }

  @Test func aSegmentTakesItsTimesFromItsCurve() throws {
    let track = try rampTrack()
    let segment = track.segments[1]
    #expect(segment.targetRange == r(1, 5) && segment.sourceRange == r(2, 6))
    #expect(segment.rate == .one && !segment.isReversed)
    #expect(shown(track, [0.5, 1, 2, 3.5, 4.5]) == [nil, 2, 2.5, 4, 5.5])
    #expect(segment.targetTime(at: t(4)) == t(3.5))
    let sound = SegmentSource.asset(Fixture.other(.audio))
    let back = Segment(source: sound, curve: try curve([(0, 9), (1, 5), (3, 4)]))
    #expect(back.isReversed && back.sourceRange == r(4, 9) && back.rate == Rational(5, 3))
  }

  @Test("a track refuses a curve beyond its source") func beyond() throws {
    let sound = SegmentSource.asset(Fixture.other(.audio, seconds: 5))
    let error = #expect(throws: MoonreelError.self) {
      try track([Segment(source: sound, curve: try curve([(0, 1), (1, 2), (2, 7)]))])
    }
    #expect(error?.message.contains("lasts from 0.000 s to 5.000 s") == true)
  }

  @Test("cuts keep every time, and halves that meet again are one") func cutting() throws {
    var track = try rampTrack()
    try track.insertEmpty(r(3.5, 4))
    #expect(track.segments.count == 4)
    #expect(shown(track, [2, 3.25, 3.75, 4, 4.25]) == [2.5, 3.5, nil, 4, 4.5])
    #expect(track.segments[1].rate == Rational(4, 5) && track.segments[3].sourceRange == r(4, 6))
    try track.remove(r(3.5, 4))
    #expect(track.segments.count == 2)
    #expect(shown(track, [2, 3.5, 4.5]) == [2.5, 4, 5.5])
    try track.remove(r(0, 2))
    #expect(shown(track, [0, 1, 1.5]) == [2.5, 3, 4])
  }

  @Test("retiming stretches the curve") func retiming() throws {
    var track = try rampTrack()
    try track.retime(r(1, 5), to: t(8))
    #expect(track.segments[1].targetRange == r(1, 9))
    #expect(shown(track, [1, 5, 6, 7, 8]) == [2, 3, 4, 5, 5.5])
    #expect(track.segments[1].curve?.speeds == 0.25...1)
    // A part alone: the rest keeps its speed.
    var other = try rampTrack()
    try other.retime(r(3, 4), to: t(2))
    #expect(shown(other, [2, 3, 4, 5, 5.5]) == [2.5, 3, 4, 5, 5.5])
    // Squeezed to two flicks, points fall together; what is left still rises.
    try track.retime(r(1, 9), to: Time(flicks: 2))
    let points = try #require(track.segments[1].curve?.points)
    #expect(zip(points, points.dropFirst()).allSatisfy { $0.target < $1.target })
    #expect(track.segments[1].sourceRange == r(2, 6))
  }

  @Test("reversing plays the curve backwards, twice is nothing") func reversing() throws {
    let before = try rampTrack()
    var track = before
    try track.reverse(r(1, 5))
    #expect(track.segments[1].isReversed && track.segments[1].curve?.isReversed == true)
    #expect(shown(track, [1, 1.5, 2, 3, 4]) == [6, 5.5, 5, 3, 2.5])
    try track.reverse(r(1, 5))
    #expect(track.segments[1].curve == before.segments[1].curve && !track.segments[1].isReversed)
    try track.reverse(r(0, 3))
    #expect(shown(track, [0, 1, 2.5, 3.5]) == [3, 2.5, nil, 4])
  }

  @Test("plans name the slowest and the fastest speed") func plans() throws {
    let segment = try #require(try rampTrack().segments.last)
    #expect(segment.targetRange == r(1, 5) && segment.sourceRange == r(2, 6))
    #expect(segment.source?.name == "a.mp4#1" && segment.speedText == "0.5 to 2")
  }
}
