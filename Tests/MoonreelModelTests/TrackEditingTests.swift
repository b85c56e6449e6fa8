// SPDX-License-Identifier: MIT

import MoonreelCore
import Testing

@testable import MoonreelModel

private func r(_ from: Double, _ to: Double) -> TimeRange { Fixture.range(from, to) }
private func t(_ seconds: Double) -> Time { Fixture.time(seconds) }
private func clip(_ name: String) -> SegmentSource { .asset(Fixture.video(name)) }

/// One edit of A [0, 5) B [5, 10) C [10, 15), and the row that must come out.
struct EditCase: Sendable, CustomTestStringConvertible {
  var name: String
  var expected: String
  var edit: @Sendable (inout Track) throws -> Void
  var testDescription: String { name }
}

private let editCases: [EditCase] = [
  EditCase(
    name: "insert at a cut pushes",
    expected: "a[0 5)<0 5> x[5 7)<1 3> b[7 12)<0 5> c[12 17)<0 5>"
  ) { try $0.insert(r(1, 3), of: clip("x"), at: t(5)) },
  EditCase(
    name: "insert inside a segment splits it",
    expected: "a[0 2)<0 2> x[2 3)<0 1> a[3 6)<2 5> b[6 11)<0 5> c[11 16)<0 5>"
  ) { try $0.insert(r(0, 1), of: clip("x"), at: t(2)) },
  EditCase(
    name: "insert at zero", expected: "x[0 1)<0 1> a[1 6)<0 5> b[6 11)<0 5> c[11 16)<0 5>"
  ) { try $0.insert(r(0, 1), of: clip("x"), at: .zero) },
  EditCase(
    name: "nil time appends", expected: "a[0 5)<0 5> b[5 10)<0 5> c[10 15)<0 5> x[15 16)<0 1>"
  ) { try $0.insert(r(0, 1), of: clip("x")) },
  EditCase(
    name: "insert after the end leaves a gap",
    expected: "a[0 5)<0 5> b[5 10)<0 5> c[10 15)<0 5> gap[15 17) x[17 18)<0 1>"
  ) { try $0.insert(r(0, 1), of: clip("x"), at: t(17)) },
  EditCase(
    name: "a list goes in order, nil is a gap",
    expected: "a[0 5)<0 5> x[5 6)<0 1> gap[6 8) y[8 9)<2 3> b[9 14)<0 5> c[14 19)<0 5>"
  ) { try $0.insert([(r(0, 1), clip("x")), (r(0, 2), nil), (r(2, 3), clip("y"))], at: t(5)) },
  EditCase(
    name: "a list without source and time appends an empty edit",
    expected: "a[0 5)<0 5> b[5 10)<0 5> c[10 15)<0 5> gap[15 17)"
  ) { try $0.insert([(r(0, 2), nil)], at: nil) },
  EditCase(
    name: "an empty list is nothing", expected: "a[0 5)<0 5> b[5 10)<0 5> c[10 15)<0 5>"
  ) { try $0.insert([], at: t(3)) },
  EditCase(
    name: "insert a gap splits",
    expected: "a[0 1)<0 1> gap[1 3) a[3 7)<1 5> b[7 12)<0 5> c[12 17)<0 5>"
  ) { try $0.insertEmpty(r(1, 3)) },
  EditCase(
    name: "neighbouring gaps become one",
    expected: "a[0 5)<0 5> gap[5 8) b[8 13)<0 5> c[13 18)<0 5>"
  ) {
    try $0.insertEmpty(r(5, 7))
    try $0.insertEmpty(r(6, 7))
  },
  EditCase(name: "remove a whole segment", expected: "a[0 5)<0 5> c[5 10)<0 5>") {
    try $0.remove(r(5, 10))
  },
  EditCase(
    name: "remove truncates and pulls in", expected: "a[0 3)<0 3> b[3 6)<2 5> c[6 11)<0 5>"
  ) { try $0.remove(r(3, 7)) },
  EditCase(
    name: "remove inside a segment leaves two",
    expected: "a[0 1)<0 1> a[1 4)<2 5> b[4 9)<0 5> c[9 14)<0 5>"
  ) { try $0.remove(r(1, 2)) },
  EditCase(name: "remove everything keeps the track", expected: "") { try $0.remove(r(0, 15)) },
  EditCase(
    name: "a gap left at the end goes too", expected: "a[0 5)<0 5> b[5 10)<0 5>"
  ) {
    try $0.insertEmpty(r(10, 12))
    try $0.remove(r(12, 17))
  },
  EditCase(
    name: "retime one segment faster", expected: "a[0 5)<0 5> b[5 7.5)<0 5 x2> c[7.5 12.5)<0 5>"
  ) { try $0.retime(r(5, 10), to: t(2.5)) },
  EditCase(
    name: "retime across a cut",
    expected: "a[0 4)<0 4> a[4 6)<4 5 x1/2> b[6 8)<0 1 x1/2> b[8 12)<1 5> c[12 17)<0 5>"
  ) { try $0.retime(r(4, 6), to: t(4)) },
  EditCase(
    name: "rates multiply",
    expected: "a[0 5)<0 5> b[5 6.25)<0 5 x4> c[6.25 11.25)<0 5>"
  ) {
    try $0.retime(r(5, 10), to: t(2.5))
    try $0.retime(r(5, 7.5), to: t(1.25))
  },
  EditCase(
    name: "a gap is retimed as a gap",
    expected: "a[0 5)<0 5> gap[5 6) b[6 11)<0 5> c[11 16)<0 5>"
  ) {
    try $0.insertEmpty(r(5, 9))
    try $0.retime(r(5, 9), to: t(1))
  },
  EditCase(
    name: "reverse one segment",
    expected: "a[0 5)<0 5> b[5 10)<0 5 reversed> c[10 15)<0 5>"
  ) { try $0.reverse(r(5, 10)) },
  EditCase(
    name: "reverse across a cut changes the order",
    expected: "a[0 3)<0 3> b[3 5)<0 2 reversed> a[5 7)<3 5 reversed> b[7 10)<2 5> c[10 15)<0 5>"
  ) { try $0.reverse(r(3, 7)) },
  EditCase(
    name: "a cut reversed segment keeps its own frames",
    expected: "a[0 5)<0 5> b[5 6)<4 5 reversed> b[6 8)<0 2 reversed> c[8 13)<0 5>"
  ) {
    try $0.reverse(r(5, 10))
    try $0.remove(r(6, 8))
  },
]

@Test("Edits give the expected row", arguments: editCases)
func edit(_ testCase: EditCase) throws {
  var track = try Fixture.abc()
  try testCase.edit(&track)
  #expect(track.line == testCase.expected)
  try track.validateSegments()
}

private let refusals: [EditCase] = [
  EditCase(
    name: "range past the source's end",
    expected:
      "Cannot insert [5.000 s, 11.000 s) of 'x#0': its video lasts from 0.000 s to 10.000 s. "
      + "Choose a range inside it."
  ) { try $0.insert(r(5, 11), of: clip("x")) },
  EditCase(
    name: "range before the source's start",
    expected: "Cannot insert [-1.000 s, 1.000 s) of 'x#0': its video lasts from 0.000 s to "
      + "10.000 s. Choose a range inside it."
  ) { try $0.insert(r(-1, 1), of: clip("x")) },
  EditCase(
    name: "no length",
    expected:
      "Cannot insert [1.000 s, 1.000 s) of 'x#0' into video track 1: the range has no length."
  ) { try $0.insert(r(1, 1), of: clip("x")) },
  EditCase(
    name: "negative time",
    expected: "Cannot insert [0.000 s, 1.000 s) of 'x#0' into video track 1 at -0.500 s: tracks "
      + "begin at zero."
  ) { try $0.insert(r(0, 1), of: clip("x"), at: t(-0.5)) },
  EditCase(
    name: "sound on a video track",
    expected:
      "Cannot insert [0.000 s, 1.000 s) of 'a.mp4#1' into video track 1: the source carries "
      + "no video."
  ) { try $0.insert(r(0, 1), of: .asset(Fixture.other(.audio))) },
  EditCase(
    name: "a gap at the end",
    expected:
      "Cannot insert a gap over [15.000 s, 16.000 s) in track 1: it ends at 15.000 s, and an "
      + "empty range cannot be added at the end. Insert the next clip at the later time instead."
  ) { try $0.insertEmpty(r(15, 16)) },
  EditCase(
    name: "a gap without length",
    expected: "Cannot insert a gap over [1.000 s, 1.000 s) in track 1: the range has no length."
  ) { try $0.insertEmpty(r(1, 1)) },
  EditCase(
    name: "remove past the end",
    expected: "Cannot remove [14.000 s, 16.000 s) in track 1: the track ends at 15.000 s."
  ) { try $0.remove(r(14, 16)) },
  EditCase(
    name: "remove nothing",
    expected: "Cannot remove [4.000 s, 4.000 s) in track 1: the range has no length."
  ) { try $0.remove(r(4, 4)) },
  EditCase(
    name: "remove before zero",
    expected: "Cannot remove [-1.000 s, 4.000 s) in track 1: timelines begin at zero."
  ) { try $0.remove(r(-1, 4)) },
  EditCase(
    name: "retime to nothing",
    expected: "Cannot retime [0.000 s, 1.000 s) to 0.000 s: the new duration must be positive."
  ) { try $0.retime(r(0, 1), to: .zero) },
  EditCase(
    name: "retime to a negative duration",
    expected: "Cannot retime [0.000 s, 1.000 s) to -2.000 s: the new duration must be positive."
  ) { try $0.retime(r(0, 1), to: t(-2)) },
  EditCase(
    name: "retime past the end",
    expected: "Cannot retime [14.500 s, 15.001 s) in track 1: the track ends at 15.000 s."
  ) { try $0.retime(r(14.5, 15.001), to: t(1)) },
  EditCase(
    name: "longer than times go",
    expected: "Cannot make track 1 that long: times may be at most 100 years."
  ) { try $0.retime(r(0, 15), to: .distantFuture + t(1)) },
  EditCase(
    name: "all or nothing",
    expected:
      "Cannot insert [0.000 s, 20.000 s) of 'y#0': its video lasts from 0.000 s to 10.000 s. "
      + "Choose a range inside it."
  ) { try $0.insert([(r(0, 1), clip("x")), (r(0, 20), clip("y"))], at: t(5)) },
]

@Test("Edits that make no sense are refused and change nothing", arguments: refusals)
func refusedEdit(_ testCase: EditCase) throws {
  var track = try Fixture.abc()
  let before = track.line
  #expect(refusal { try testCase.edit(&track) } == testCase.expected)
  #expect(track.line == before)
}

/// The streams of one file begin and end at slightly different times; the file's range does for all.
@Test(
  "A stream's range may be passed by half a second, the file's zero not at all",
  arguments: [
    (0.007, r(0, 5), true), (0.5, r(0, 5), true), (0.6, r(0, 5), false), (0, r(8, 10.5), true),
    (0, r(8, 10.5009), true),
    (0, r(8, 10.6), false), (0, r(-0.1, 5), false), (-0.25, r(-0.25, 5), true),
    (0, r(10, 10.5), false),
  ])
func streamsEndsAreLenient(start: Double, range: TimeRange, isAccepted: Bool) throws {
  var track = Track(id: TrackID(1), mediaType: .video)
  let source = SegmentSource.asset(Fixture.video(seconds: 10 - start, start: start))
  let message = refusal { try track.insert(range, of: source) }
  #expect((message == nil) == isAccepted, "\(message ?? "accepted")")
}

@Test func stillsAndEndlessSourcesLastAsLongAsWanted() throws {
  var track = Track(id: TrackID(1), mediaType: .video)
  try track.insert(r(0, 3600), of: .asset(Fixture.video("logo.png", still: true)))
  try track.insert(r(100, 200), of: .custom(EndlessSource()))
  #expect(track.line == "logo.png[0 3600)<0 3600> endless[3600 3700)<100 200>")
  let message = refusal { try track.insert(r(-1, 1), of: .custom(EndlessSource())) }
  #expect(
    message == "Cannot insert [-1.000 s, 1.000 s) of 'endless': the source begins at zero.")
}

@Test("Sources that begin late or before zero", arguments: [-2.0, 0.021, 5])
func sourcesWithOtherStarts(_ start: Double) throws {
  var track = Track(id: TrackID(1), mediaType: .video)
  let source = SegmentSource.asset(Fixture.video("late", seconds: 4, start: start))
  try track.insert(r(start, start + 4), of: source)
  #expect(track.duration == t(4))
  #expect(track.wanted(at: t(1))?.time == t(start) + t(1))
  #expect(refusal { try track.insert(r(start - 1, start + 1), of: source) } != nil)
}

@Test(
  "Text and data tracks obey the same edits", arguments: [MediaType.subtitle, .metadata, .audio])
func otherMediaTypes(_ type: MediaType) throws {
  var track = Track(id: TrackID(1), mediaType: type)
  let source = SegmentSource.asset(Fixture.other(type, "t"))
  try track.insert(r(0, 6), of: source)
  try track.retime(r(2, 4), to: t(1))
  try track.remove(r(0, 1))
  try track.insertEmpty(r(1, 2))
  #expect(track.line == "t[0 1)<1 2> gap[1 2) t[2 3)<2 4 x2> t[3 5)<4 6>")
}

/// A generator that never ends.
struct EndlessSource: Source {
  var mediaType: MediaType { .video }
  var duration: Time? { nil }
  var naturalSize: PixelSize { PixelSize(640, 360) }
}
