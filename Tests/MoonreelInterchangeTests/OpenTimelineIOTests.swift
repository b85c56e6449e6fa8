// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelInterchange
import Testing

@Suite("OpenTimelineIO")
struct OpenTimelineIOTests {
  @Test("what is written is read as it was, at every rate")
  func roundTrip() throws {
    for text in ["24", "25", "30000/1001", "24000/1001", "60", "12.5"] {
      let timeline = try Sample.timeline(rate: FrameRate(text: text))
      let read = try Editorial.Timeline(otio: timeline.otioText, named: "a.otio")
      #expect(read == timeline, "at \(text)")
      #expect(read.otioText == timeline.otioText)
    }
  }

  @Test("older schemas and files of other programs are read")
  func oldSchemas() throws {
    let read = try Editorial.Timeline(otio: Sample.old, named: "old.otio")
    #expect(read.rate == (try FrameRate(30_000, 1001)))
    guard case .track(let track)? = read.tracks.children.first, track.children.count == 3 else {
      Issue.record("no track of three")
      return
    }
    #expect(track.kind == .video)
    #expect(track.wholeDuration == read.rate.time(ofFrame: 45))
    guard case .clip(let clip) = track.children[0] else {
      Issue.record("no clip")
      return
    }
    #expect(clip.media.kind == .external(url: "file:///m/a%20b.mov"))
    #expect(clip.properties.effects.map(\.kind) == [.linearTimeWarp(-2)])
    #expect(clip.properties.markers.map(\.name) == ["here"])
  }

  /// What is wrong with a file, and what the sentence about it says.
  static let malformed: [(text: String, words: String)] = [
    ("", "line 1 of the JSON text"), ("{", "line 1 of the JSON text"),
    ("[]", "expected a timeline, got a list"),
    ("{}", "expected a Timeline, got an object without OTIO_SCHEMA"),
    (#"{"OTIO_SCHEMA": "Clip.2"}"#, "expected a Timeline, got Clip.2"),
    (#"{"OTIO_SCHEMA": "Timeline.1"}"#, "expected the tracks of the timeline, got nothing"),
    (#"{"OTIO_SCHEMA": "SerializableCollection.1", "children": []}"#, "holds no timeline"),
    (Sample.withClip(start: "NaN"), "which is no finite number"),
    (Sample.withClip(start: "Infinity"), "which is no finite number"),
    (Sample.withClip(start: "\"0\""), "has to be a number, got the text '0'"),
    (Sample.withClip(start: "1e300"), "more than 100 years"),
    (Sample.withClip(duration: "-1"), "the duration of source_range is negative"),
    (Sample.withClip(rate: "-24"), "no number of frames a second"),
    (Sample.withClip(rate: "0"), "no number of frames a second"),
    (Sample.withClip(child: #"{"OTIO_SCHEMA": "Clip.2"}"#), "neither a source_range nor media"),
    (
      Sample.withClip(child: #"{"OTIO_SCHEMA": "Zebra.1"}"#),
      "no element of a cut is called Zebra.1"
    ),
    (Sample.withClip(child: "3"), "expected a child, got a number"),
    (Sample.nested(1_000_000), "fewer than 64 levels"),
  ]

  @Test("a malformed file is refused with one sentence that names it", arguments: malformed)
  func refusals(text: String, words: String) throws {
    let error = #expect(throws: MoonreelError.self) {
      _ = try Editorial.Timeline(otio: text, named: "bad.otio")
    }
    #expect(error?.code == .unsupportedFormat)
    let message = error?.message ?? ""
    #expect(message.hasPrefix("Cannot read 'bad.otio': "))
    #expect(message.contains(words), "\(message)")
    #expect(message.hasSuffix(".") && !message.contains("\n"))
  }

  @Test("too many elements are refused")
  func tooMany() throws {
    let gap = #"{"OTIO_SCHEMA": "Gap.1"}"#
    let text = Sample.withClip(child: Array(repeating: gap, count: 100_001).joined(separator: ","))
    let error = #expect(throws: MoonreelError.self) {
      _ = try Editorial.Timeline(otio: text, named: "long.otio")
    }
    #expect(error?.message.contains("more than 100000 elements") ?? false)
  }
}

/// Cuts for tests.
enum Sample {
  /// A cut with one of everything.
  static func timeline(rate: FrameRate) throws -> Editorial.Timeline {
    func frames(_ start: Int64, _ count: Int64) -> TimeRange {
      TimeRange(start: rate.time(ofFrame: start), end: rate.time(ofFrame: start + count))
    }
    var first = Editorial.Properties(name: "first", sourceRange: frames(30, 60))
    first.effects = [
      Editorial.Effect(.linearTimeWarp(-0.5), "LinearTimeWarp"),
      Editorial.Effect(
        .other, "Resolve Effect",
        metadata: Editorial.Metadata([JSONValue.Member("Resolve_OTIO", .members(["Type": .int(2)]))]
        )),
    ]
    first.metadata.own = .members(["options": .members(["opacity": .number(0.5)])])
    var still = Editorial.Properties(name: "still \"quoted\" 漢", sourceRange: frames(7, 12))
    still.effects = [Editorial.Effect(.freezeFrame, "FreezeFrame"), Editorial.Effect(.timeEffect)]
    still.isEnabled = false
    var media = Editorial.MediaReference(
      .external(url: "file:///m/a.mov"), name: "a.mov", availableRange: frames(0, 300), rate: rate)
    media.metadata.own = .members(["reel": .string("A001")])
    let generator = Editorial.MediaReference(
      .generator(
        kind: "SolidColor", parameters: Editorial.Metadata([JSONValue.Member("x", .int(1))])))
    let sequence = Editorial.MediaReference(
      .imageSequence(
        .init(folder: "file:///m/", prefix: "s_", suffix: ".png", start: 5, padding: 4, rate: rate))
    )
    var video = Editorial.Track("V1", kind: .video)
    video.children = [
      .clip(Editorial.Clip(first, media)),
      .transition(
        Editorial.Transition(
          name: "dissolve", inOffset: rate.time(ofFrame: 5), outOffset: rate.time(ofFrame: 6),
          isDissolve: true)),
      .clip(Editorial.Clip(still, sequence)),
      .gap(Editorial.Properties(sourceRange: frames(0, 9))),
      .clip(Editorial.Clip(Editorial.Properties(name: "c", sourceRange: frames(0, 3)), generator)),
      .clip(
        Editorial.Clip(
          Editorial.Properties(name: "m", sourceRange: frames(0, 3)),
          Editorial.MediaReference(.missing))),
    ]
    var inner = Editorial.Stack([.track(Editorial.Track("A", kind: .audio))])
    inner.properties = Editorial.Properties(name: "inner", sourceRange: frames(1, 2))
    let upper = Editorial.Track("V2", kind: .video, [.stack(inner)])
    var stack = Editorial.Stack([.track(video), .track(upper)])
    var marker = Editorial.Marker(name: "chapter", range: frames(10, 20))
    (marker.color, marker.comment) = ("RED", "here")
    stack.properties.markers = [marker]
    return Editorial.Timeline(
      name: "cut", rate: rate, startTime: rate.time(ofFrame: 86_400), tracks: stack)
  }

  private static func time(_ value: String, _ rate: String) -> String {
    #"{"OTIO_SCHEMA": "RationalTime.1", "rate": \#(rate), "value": \#(value)}"#
  }

  /// A timeline with a clip whose range is written so, or with `child` in its place.
  static func withClip(
    start: String = "0", duration: String = "10", rate: String = "24", child: String? = nil
  ) -> String {
    let range =
      #"{"OTIO_SCHEMA": "TimeRange.1", "start_time": \#(time(start, rate)), "duration": \#(time(duration, rate))}"#
    let clip = child ?? #"{"OTIO_SCHEMA": "Clip.2", "name": "a", "source_range": \#(range)}"#
    return #"""
      {"OTIO_SCHEMA": "Timeline.1", "tracks": {"OTIO_SCHEMA": "Stack.1", "children": [
        {"OTIO_SCHEMA": "Track.1", "name": "V1", "kind": "Video", "children": [\#(clip)]}]}}
      """#
  }

  /// So many stacks in each other, closed or not.
  static func nested(_ count: Int) -> String {
    let open = #"{"OTIO_SCHEMA":"Stack.1","children":["#
    return #"{"OTIO_SCHEMA":"Timeline.1","tracks":"# + String(repeating: open, count: count)
      + String(repeating: "]}", count: count) + "}"
  }

  /// Clip.1, Sequence.1, Marker.1 and metadata that is no number.
  static let old = #"""
    {"OTIO_SCHEMA": "Timeline.1", "name": "old", "metadata": {"other": {"x": NaN, "y": -Infinity}},
     "tracks": {"OTIO_SCHEMA": "Stack.1", "children": [
      {"OTIO_SCHEMA": "Sequence.1", "kind": "Video", "children": [
       {"OTIO_SCHEMA": "Clip.1", "name": "A", "source_range":
         {"OTIO_SCHEMA": "TimeRange.1", "start_time": \#(time("10", "29.97002997002997")),
          "duration": \#(time("30", "29.97"))},
        "effects": [{"OTIO_SCHEMA": "LinearTimeWarp.1", "time_scalar": -2.0}],
        "markers": [{"OTIO_SCHEMA": "Marker.1", "name": "here"}],
        "media_reference": {"OTIO_SCHEMA": "ExternalReference.1", "target_url": "file:///m/a%20b.mov"}},
       {"OTIO_SCHEMA": "Transition.1", "transition_type": "SMPTE_Dissolve",
        "in_offset": \#(time("2", "29.97")), "out_offset": \#(time("2", "29.97"))},
       {"OTIO_SCHEMA": "Filler.1", "source_range":
         {"OTIO_SCHEMA": "TimeRange.1", "start_time": \#(time("0", "0")), "duration": \#(time("15", "29.97"))}}]}]}}
    """#
}
