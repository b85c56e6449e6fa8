// SPDX-License-Identifier: MIT

import MoonreelCore
import Testing

@testable import MoonreelModel

private func r(_ from: Double, _ to: Double) -> TimeRange { Fixture.range(from, to) }
private func t(_ seconds: Double) -> Time { Fixture.time(seconds) }

/// Picture and sound of ten seconds, the sound a little shorter.
private let clip = Fixture.asset(
  "a.mp4", [Fixture.video("a.mp4"), Fixture.other(.audio, "a.mp4", seconds: 9)])

/// One edit of a timeline that holds `clip` once, and the plan that must come out.
struct TimelineCase: Sendable, CustomTestStringConvertible {
  var name: String
  var expected: [String]
  var edit: @Sendable (inout Timeline) throws -> Void
  var testDescription: String { name }
}

private let cases: [TimelineCase] = [
  TimelineCase(
    name: "the clip as it is",
    expected: ["1 video: a.mp4[0 10)<0 10>", "2 audio: a.mp4[0 9)<0 9>"]
  ) { _ in },
  TimelineCase(
    name: "appending keeps tracks in step",
    expected: [
      "1 video: a.mp4[0 10)<0 10> a.mp4[10 12)<0 2>",
      "2 audio: a.mp4[0 9)<0 9> gap[9 10) a.mp4[10 12)<0 2>",
    ]
  ) { try $0.insert(r(0, 2), of: clip, at: nil) },
  TimelineCase(
    name: "shorter sound leaves a gap where something follows",
    expected: [
      "1 video: a.mp4[0 2)<0 2> a.mp4[2 4)<8 10> a.mp4[4 12)<2 10>",
      "2 audio: a.mp4[0 2)<0 2> a.mp4[2 3)<8 9> gap[3 4) a.mp4[4 11)<2 9>",
    ]
  ) { try $0.insert(r(8, 10), of: clip, at: t(2)) },
  TimelineCase(
    name: "tracks without part in it move along",
    expected: [
      "1 video: a.mp4[0 1)<0 1> b.mp4[1 3)<0 2> a.mp4[3 12)<1 10>",
      "2 audio: a.mp4[0 1)<0 1> gap[1 3) a.mp4[3 11)<1 9>",
    ]
  ) { try $0.insert(r(0, 2), of: Fixture.asset("b.mp4", [Fixture.video("b.mp4")]), at: t(1)) },
  TimelineCase(
    name: "streams that begin and end almost together leave none",
    expected: [
      "1 video: a.mp4[0 10)<0 10> odd[10 13)<0 3>",
      "2 audio: a.mp4[0 9)<0 9> gap[9 10) odd[10 13)<0 3>",
    ]
  ) {
    let odd = Fixture.asset(
      "odd",
      [Fixture.video("odd", seconds: 3), Fixture.other(.audio, "odd", seconds: 2.5, start: 0.25)])
    try $0.insert(r(0, 3), of: odd, at: nil)
  },
  TimelineCase(
    name: "streams that begin late leave a gap first",
    expected: [
      "1 video: a.mp4[0 10)<0 10> late[10 14)<0 4>",
      "2 audio: a.mp4[0 9)<0 9> gap[9 11) late[11 13)<1 3>",
    ]
  ) {
    let late = Fixture.asset(
      "late", [Fixture.video("late"), Fixture.other(.audio, "late", seconds: 2, start: 1)])
    try $0.insert(r(0, 4), of: late, at: nil)
  },
  TimelineCase(
    name: "a second stream of a type gets its own track",
    expected: [
      "1 video: a.mp4[0 10)<0 10>", "2 audio: a.mp4[0 9)<0 9> gap[9 10) two[10 11)<0 1>",
      "3 audio: gap[0 10) two[10 11)<0 1>", "4 subtitle: gap[0 10) two[10 11)<0 1>",
    ]
  ) {
    let two = Fixture.asset(
      "two",
      [
        Fixture.other(.audio, "two", stream: 0), Fixture.other(.audio, "two", stream: 1),
        Fixture.other(.subtitle, "two", stream: 2),
      ])
    try $0.insert(r(0, 1), of: two, at: nil)
  },
  TimelineCase(
    name: "a still lasts as long as wanted",
    expected: [
      "1 video: a.mp4[0 10)<0 10> logo.png[10 100)<0 90>", "2 audio: a.mp4[0 9)<0 9>",
    ]
  ) {
    try $0.insert(
      r(0, 90), of: Fixture.asset("logo.png", [Fixture.video("logo.png", still: true)]))
  },
  TimelineCase(
    name: "a gap in all tracks",
    expected: [
      "1 video: a.mp4[0 1)<0 1> gap[1 2) a.mp4[2 11)<1 10>",
      "2 audio: a.mp4[0 1)<0 1> gap[1 2) a.mp4[2 10)<1 9>",
    ]
  ) { try $0.insertEmpty(r(1, 2)) },
  TimelineCase(
    name: "a gap after the end of one track",
    expected: [
      "1 video: a.mp4[0 9.75)<0 9.75> gap[9.75 10.75) a.mp4[10.75 11)<9.75 10>",
      "2 audio: a.mp4[0 9)<0 9>",
    ]
  ) { try $0.insertEmpty(r(9.75, 10.75)) },
  TimelineCase(
    name: "remove from all tracks",
    expected: ["1 video: a.mp4[0 9)<0 9>", "2 audio: a.mp4[0 9)<0 9>"]
  ) { try $0.remove(r(9, 10)) },
  TimelineCase(
    name: "retime all tracks by one ratio",
    expected: [
      "1 video: a.mp4[0 8)<0 8> a.mp4[8 12)<8 10 x1/2>",
      "2 audio: a.mp4[0 8)<0 8> a.mp4[8 10)<8 9 x1/2>",
    ]
  ) { try $0.retime(r(8, 10), to: t(4)) },
  TimelineCase(
    name: "reverse all tracks about one middle",
    expected: [
      "1 video: a.mp4[0 8)<0 8> a.mp4[8 10)<8 10 reversed>",
      "2 audio: a.mp4[0 8)<0 8> gap[8 9) a.mp4[9 10)<8 9 reversed>",
    ]
  ) { try $0.reverse(r(8, 10)) },
  TimelineCase(
    name: "copy of a part of a timeline",
    expected: [
      "1 video: a.mp4[0 10)<0 10> a.mp4[10 12)<1 2 x1/2> a.mp4[12 13)<2 3>",
      "2 audio: a.mp4[0 9)<0 9> gap[9 10) a.mp4[10 12)<1 2 x1/2> a.mp4[12 13)<2 3>",
    ]
  ) {
    var inner = $0
    try inner.retime(r(1, 2), to: t(2))
    try $0.insert(r(1, 4), of: inner, at: nil)
  },
]

@Suite struct Timelines {
  static func lines(_ timeline: Timeline) -> [String] {
    timeline.tracks.map { "\($0.id) \($0.mediaType.rawValue): \($0.line)" }
  }

  @Test("Edits of all tracks", arguments: cases)
  func edit(_ testCase: TimelineCase) throws {
    var timeline = Timeline()
    try timeline.insert(r(0, 10), of: clip)
    try testCase.edit(&timeline)
    #expect(Self.lines(timeline) == testCase.expected)
    for track in timeline.tracks { try track.validateSegments() }
  }

  static let refusals: [TimelineCase] = [
    TimelineCase(
      name: "past the end of the file",
      expected: [
        "Cannot insert [8.000 s, 11.000 s) of 'a.mp4': it lasts 10.000 s. Choose a range inside it."
      ]
    ) { try $0.insert(r(8, 11), of: clip) },
    TimelineCase(
      name: "a file without tracks",
      expected: ["Cannot insert [0.000 s, 1.000 s) of 'none': the file has no tracks."]
    ) { try $0.insert(r(0, 1), of: Fixture.asset("none", [])) },
    TimelineCase(
      name: "before zero",
      expected: [
        "Cannot insert [0.000 s, 1.000 s) of 'a.mp4' at -1.000 s: timelines begin at zero."
      ]
    ) { try $0.insert(r(0, 1), of: clip, at: t(-1)) },
    TimelineCase(
      name: "no length",
      expected: ["Cannot insert [1.000 s, 1.000 s) of 'a.mp4': the range has no length."]
    ) { try $0.insert(r(1, 1), of: clip) },
    TimelineCase(
      name: "before the file",
      expected: ["Cannot insert [-1.000 s, 1.000 s) of 'a.mp4': files begin at zero."]
    ) { try $0.insert(r(-1, 1), of: clip) },
    TimelineCase(
      name: "past the end of a timeline",
      expected: [
        "Cannot insert [0.000 s, 1.000 s) of a timeline: it lasts 0.000 s. Choose a range inside it."
      ]
    ) { try $0.insert(r(0, 1), of: Timeline()) },
    TimelineCase(
      name: "remove past the end",
      expected: ["Cannot remove [9.000 s, 10.500 s): the timeline ends at 10.000 s."]
    ) { try $0.remove(r(9, 10.5)) },
    TimelineCase(
      name: "a gap at the end",
      expected: [
        "Cannot insert a gap over [10.000 s, 11.000 s): the timeline ends at 10.000 s, and an empty "
          + "range cannot be added at the end. Insert the next clip at the later time instead."
      ]
    ) { try $0.insertEmpty(r(10, 11)) },
    TimelineCase(
      name: "retime to nothing",
      expected: ["Cannot retime [0.000 s, 1.000 s) to 0.000 s: the new duration must be positive."]
    ) { try $0.retime(r(0, 1), to: .zero) },
  ]

  @Test("Edits that make no sense", arguments: refusals)
  func refused(_ testCase: TimelineCase) throws {
    var timeline = Timeline()
    try timeline.insert(r(0, 10), of: clip)
    let before = Self.lines(timeline)
    #expect(refusal { try testCase.edit(&timeline) } == testCase.expected[0])
    #expect(Self.lines(timeline) == before)
  }

  @Test func trackIdentifiersAreNeverUsedTwice() throws {
    var timeline = Timeline()
    let asked = [nil, nil, 7, 2, 7, 0, nil, nil].map { $0.map { TrackID($0) } }
    let got = asked.map { timeline.addTrack(.video, preferredID: $0) }
    #expect(got == [1, 2, 7, 3, 4, 5, 6, 8].map { TrackID($0) })
    timeline.removeTrack(TrackID(7))
    timeline.removeTrack(TrackID(8))
    #expect(timeline.unusedTrackID == TrackID(9))
    #expect(timeline.addTrack(.audio, preferredID: TrackID(7)) == TrackID(9))
    #expect(timeline[TrackID(7)] == nil)
    #expect(timeline[TrackID(9)]?.mediaType == .audio)
    let message = refusal { try timeline.updateTrack(TrackID(7)) { $0.isEnabled = false } }
    #expect(message == "Cannot edit track 7: the timeline has tracks 1, 2, 3, 4, 5, 6, 9.")
  }

  @Test func aNewTrackHasAVFoundationsDefaults() {
    let track = Track(id: TrackID(1), mediaType: .video)
    #expect(track.naturalTimeScale == 600)
    #expect(track.isEnabled)
    #expect(track.preferredVolume == 1)
    #expect(track.duration == .zero)
    #expect(track.segments.isEmpty)
  }

  @Test func compatibleTracksAreFoundByTypeThenLanguage() throws {
    var timeline = Timeline()
    for language in ["deu", "eng"] {
      let id = timeline.addTrack(.audio)
      try timeline.updateTrack(id) { $0.languageCode = language }
    }
    func found(_ language: String?, _ type: MediaType, _ taken: Set<TrackID> = []) -> Int? {
      let source = SegmentSource.asset(Fixture.other(type, language: language))
      return timeline.compatibleTrack(for: source, excluding: taken)?.id.rawValue
    }
    #expect(found("eng", .audio) == 2)
    #expect(found("fra", .audio) == 1)
    #expect(found("eng", .audio, [TrackID(2)]) == 1)
    #expect(found(nil, .subtitle) == nil)
    let english = try #require(timeline[TrackID(2)])
    let asset = Fixture.asset(
      "x", [Fixture.other(.audio, "x"), Fixture.other(.audio, "x", stream: 2, language: "eng")])
    #expect(asset.compatibleTrack(for: english)?.streamIndex == 2)
    #expect(asset.unusedTrackID == 4)
  }

  @Test func naturalSizeIsTheFirstPicturesUntilSet() throws {
    var timeline = Timeline()
    #expect(timeline.naturalSize == PixelSize(0, 0))
    let portrait = Fixture.video("p", size: PixelSize(1920, 1080), turned: 90)
    try timeline.insert(r(0, 1), of: Fixture.asset("p", [portrait]))
    try timeline.insert(r(0, 1), of: clip)
    #expect(timeline.naturalSize == PixelSize(1080, 1920))
    timeline.naturalSize = PixelSize(640, 360)
    #expect(timeline.naturalSize == PixelSize(640, 360))
  }

  @Test func timelinesNestAsSources() throws {
    var inner = Timeline()
    try inner.insert(r(0, 10), of: clip)
    var outer = Timeline()
    let video = outer.addTrack(.video)
    try outer.updateTrack(video) { try $0.insert(r(2, 6), of: .timeline(inner), at: t(1)) }
    #expect(outer[video]?.line == "gap[0 1) timeline[1 5)<2 6>")
    #expect(outer[video]?.wanted(at: t(2))?.time == t(3))
    #expect(outer.naturalSize == PixelSize(1920, 1080))
    #expect(outer.frameRate == (try? FrameRate(30)))
    #expect(
      refusal { try outer.updateTrack(video) { try $0.insert(r(2, 11), of: .timeline(inner)) } }
        == "Cannot insert [2.000 s, 11.000 s) of 'timeline': its content lasts from 0.000 s to "
        + "10.000 s. Choose a range inside it.")
  }

  @Test func timelinesNestOnlySoDeep() throws {
    var timeline = Timeline()
    try timeline.insert(r(0, 1), of: clip)
    func wrapped(_ inner: Timeline, times: Int) throws -> Timeline {
      var outer = Timeline()
      let id = outer.addTrack(.video)
      try outer.updateTrack(id) { track in
        for _ in 0..<times { try track.insert(r(0, 0.5), of: .timeline(inner)) }
      }
      return outer
    }
    var deep = timeline
    for _ in 0..<32 { deep = try wrapped(deep, times: 1) }
    #expect(deep.naturalSize == PixelSize(1920, 1080))
    #expect(
      refusal { deep = try wrapped(deep, times: 1) }
        == "Cannot insert [0.000 s, 0.500 s) of 'timeline': timelines may lie 32 deep in one another, "
        + "not deeper.")
    var wide = timeline
    let message = refusal { for _ in 0..<64 { wide = try wrapped(wide, times: 2) } }
    #expect(
      message
        == "Cannot insert [0.000 s, 0.500 s) of 'timeline': with all that it holds it comes to "
        + "more than 1000000 segments.")
  }

  @Test("however they come to lie in one another, one sentence refuses it", arguments: [0, 1, 2])
  func oneLimitOfNesting(_ way: Int) throws {
    func outer(_ inner: SegmentSource) throws -> SegmentSource {
      var timeline = Timeline()
      switch way {
      case 0:
        try timeline.updateTrack(timeline.addTrack(.video)) { try $0.insert(r(0, 1), of: inner) }
      case 1:
        try timeline.updateTrack(timeline.addTrack(.audio)) { try $0.insert(r(0, 1), of: inner) }
      default:
        var show = Composition(size: PixelSize(4, 2), frameRate: try FrameRate(10))
        show.add(Layer(.media(video: inner, audio: nil), over: r(0, 1)))
        return .composed(try show.lowered(isNested: true))
      }
      return .timeline(timeline)
    }
    var film = SegmentSource.custom(way == 1 ? Tone() : Blank())
    for _ in 0..<33 { film = try outer(film) }
    let error = #expect(throws: MoonreelError.self) { for _ in 0..<8 { film = try outer(film) } }
    #expect(error?.code == .limitExceeded)
    #expect(
      error?.message.hasSuffix(": timelines may lie 32 deep in one another, not deeper.") == true)
  }

  @Test func assetTracksHaveSegments() throws {
    let late = Fixture.other(.audio, "x", seconds: 2, start: 1)
    #expect(late.segments.map(\.isEmpty) == [true, false])
    #expect(late.segment(at: t(0.5))?.isEmpty == true)
    #expect(late.segment(at: t(1.5))?.mapping.target == r(1, 3))
    #expect(late.segment(at: t(3)) == nil)
    #expect(Fixture.video(still: true).segments.isEmpty)
  }

  @Test func aThousandClipsKeepLookUpsExact() throws {
    var track = Track(id: TrackID(1), mediaType: .video)
    for number in 0..<1000 {
      try track.insert(r(Double(number % 9), Double(number % 9) + 0.5), of: .asset(Fixture.video()))
    }
    for number in 0..<1000 {
      let wanted = track.wanted(at: t(Double(number) * 0.5 + 0.25))
      #expect(wanted?.time == t(Double(number % 9) + 0.25))
    }
    #expect(track.segments(in: r(10, 11)).count == 2)
    #expect(track.segments(in: r(10.25, 11.25)).count == 3)
    #expect(track.segments(in: r(600, 601)).isEmpty)
  }
}

@Suite struct SegmentLists {
  static func segment(_ from: Double, _ to: Double, _ a: Double, _ b: Double) -> Segment {
    Segment(
      source: .asset(Fixture.video("a")), mapping: TimeMapping(source: r(a, b), target: r(from, to))
    )
  }

  @Test func everyFaultIsNamed() {
    var track = Track(id: TrackID(3), mediaType: .video)
    let list = [
      Self.segment(0.5, 1, 0, 0.5), Self.segment(1, 2, 9, 11), Self.segment(1.5, 3, 0, 1.5),
      Segment(empty: r(3, 3)), Segment(empty: r(4, 5)),
      Segment(
        source: .asset(Fixture.other(.audio)),
        mapping: TimeMapping(source: r(0, 1), target: r(5, 6))),
    ]
    #expect(
      refusal { try track.setSegments(list) }
        == "Cannot set the segments of track 3: "
        + "Segment 1 at [0.500 s, 1.000 s) leaves a hole: the first segment begins at zero. "
        + "Segment 2 at [1.000 s, 2.000 s) is not possible: Cannot show [9.000 s, 11.000 s) of "
        + "'a#0': its video lasts from 0.000 s to 10.000 s. Choose a range inside it. "
        + "Segment 3 at [1.500 s, 3.000 s) overlaps the one before, which ends at 2.000 s. "
        + "Segment 4 at [3.000 s, 3.000 s) has no length. "
        + "Segment 5 at [4.000 s, 5.000 s) leaves a hole: the one before ends at 3.000 s. "
        + "Segment 6 at [5.000 s, 6.000 s) shows 'a.mp4#1', which carries no video.")
    #expect(track.segments.isEmpty)
  }

  @Test func validListsAreTakenAsTheyAre() throws {
    var track = Track(id: TrackID(3), mediaType: .video)
    try track.setSegments([
      Self.segment(0, 1, 0, 1), Self.segment(1, 2, 1, 2), Segment(empty: r(2, 3)),
      Self.segment(3, 4, 0, 2),
    ])
    #expect(track.line == "a[0 1)<0 1> a[1 2)<1 2> gap[2 3) a[3 4)<0 2 x2>")
    // Cuts that the list asked for are kept when an edit passes over them.
    try track.insert(r(0, 1), of: .asset(Fixture.video("x")), at: t(1))
    try track.remove(r(1, 2))
    #expect(track.line == "a[0 1)<0 1> a[1 2)<1 2> gap[2 3) a[3 4)<0 2 x2>")
  }
}

/// A second of nothing.
private struct Blank: Source {
  var mediaType: MediaType { .video }
  var duration: Time? { Time(wholeSeconds: 1) }
  var naturalSize: PixelSize { PixelSize(4, 2) }
}
