// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelInterchange
import MoonreelMedia
import Testing

/// What other programs write and Moonreel does not understand is a warning, wherever it stands.
@Suite("What is left out of cuts")
struct LeftOutTests {
  private static func seconds(_ count: Int64) -> TimeRange {
    TimeRange(start: .zero, duration: Time(wholeSeconds: count))
  }

  private static let clip = Editorial.Clip(
    Editorial.Properties(name: "a", sourceRange: seconds(2)),
    Editorial.MediaReference(.generator(kind: "x", parameters: Editorial.Metadata())))

  private static func timeline(_ children: [Editorial.Element]) throws -> Editorial.Timeline {
    let track = Editorial.Track("V1", kind: .video, children)
    return Editorial.Timeline(
      name: "t", rate: try FrameRate(25), tracks: Editorial.Stack([.track(track)]))
  }

  private static func warnings(_ timeline: Editorial.Timeline) throws -> [String] {
    let finder = MediaFinder(beside: "/", folders: [], gate: FileGate(folders: []))
    return try CutScript(timeline, CutScript.Options(fileName: "a.otio"), finder: finder).warnings
      .filter { !$0.contains("placeholder") && !$0.contains("offline") }
  }

  /// A change of a plain cut, and the warning that it makes.
  static let changes:
    [(words: String, change: @Sendable (inout Editorial.Track, inout Editorial.Stack) -> Void)] = [
      (
        "clip 'a': its effect 'Blur' is left out",
        { track, _ in change(&track) { $0.effects = [Editorial.Effect(.other, "Blur")] } }
      ),
      (
        "clip 'a': its effect 'TimeEffect' is left out",
        { track, _ in change(&track) { $0.effects = [Editorial.Effect(.timeEffect, "TimeEffect")] }
        }
      ),
      (
        "clip 'a': its effect 'Blur' is left out",
        { track, _ in
          change(&track) {
            $0.metadata.own = .members(["options": .members(["opacity": .number(0.5)])])
            $0.effects = [Editorial.Effect(.other, "Blur")]
          }
        }
      ),
      (
        "track 'V1': its effect 'Blur' is left out",
        { track, _ in track.properties.effects = [Editorial.Effect(.other, "Blur")] }
      ),
      (
        "the timeline: its effect 'Grade' is left out",
        { _, stack in stack.properties.effects = [Editorial.Effect(.other, "Grade")] }
      ),
      (
        "track 'V1': the part of it that the cut uses is left out",
        { track, _ in track.properties.sourceRange = seconds(1) }
      ),
      (
        "markers of clips, tracks and timelines inside are left out: 1",
        { track, _ in
          change(&track) { $0.markers = [Editorial.Marker(name: "m", range: seconds(1))] }
        }
      ),
      (
        "track 'V1': the transition 'x' is beside no clip",
        { track, _ in
          let gap = Editorial.Element.gap(Editorial.Properties(sourceRange: seconds(1)))
          let transition = Editorial.Transition(
            name: "x", inOffset: .zero, outOffset: .zero, isDissolve: true)
          track.children += [gap, .transition(transition), gap]
        }
      ),
      (
        "'a': the transition 'Iris' is shown as a dissolve",
        { track, _ in
          let transition = Editorial.Transition(
            name: "Iris", inOffset: .zero, outOffset: Time(wholeSeconds: 1), isDissolve: false)
          track.children.insert(.transition(transition), at: 0)
        }
      ),
    ]

  private static func change(
    _ track: inout Editorial.Track, _ body: (inout Editorial.Properties) -> Void
  ) {
    guard case .clip(var clip) = track.children[0] else { return }
    body(&clip.properties)
    track.children[0] = .clip(clip)
  }

  @Test("effects, markers, parts of tracks and transitions are named", arguments: changes.indices)
  func parts(index: Int) throws {
    var timeline = try Self.timeline([.clip(Self.clip)])
    #expect(try Self.warnings(timeline) == [])
    guard case .track(var track) = timeline.tracks.children[0] else { return }
    Self.changes[index].change(&track, &timeline.tracks)
    timeline.tracks.children[0] = .track(track)
    let found = try Self.warnings(timeline)
    #expect(found.count == 1 && found[0].hasPrefix(Self.changes[index].words), "\(found)")
    let text = timeline.otioText
    let read = try Editorial.Timeline(otio: text, named: "a.otio")
    #expect(try Self.warnings(read) == found, "\(text)")
  }

  @Test("a member of OpenTimelineIO that is not known is named in every object")
  func members() throws {
    var clip = Self.clip
    clip.properties.effects = [Editorial.Effect(.linearTimeWarp(2), "LinearTimeWarp")]
    clip.properties.markers = [Editorial.Marker(name: "m", range: Self.seconds(1))]
    let file = Editorial.Clip(
      Editorial.Properties(name: "b", sourceRange: Self.seconds(2)),
      Editorial.MediaReference(.external(url: "b.mov")))
    let transition = Editorial.Transition(
      name: "", inOffset: .zero, outOffset: Time(wholeSeconds: 1), isDissolve: true)
    let timeline = try Self.timeline([
      .clip(clip), .gap(Editorial.Properties(sourceRange: Self.seconds(1))),
      .transition(transition), .clip(file),
      .stack(Editorial.Stack([.track(Editorial.Track("V", kind: .video, [.clip(file)]))])),
    ])
    let text = timeline.otioText
    #expect(try Editorial.Timeline(otio: text, named: "a.otio").omissions == [])
    var count = 0
    for place in text.ranges(of: "\"OTIO_SCHEMA\"") {
      let rest = text[place.upperBound...].prefix(30)
      if rest.contains("RationalTime") || rest.contains("TimeRange") { continue }
      let garbled =
        text[..<place.lowerBound] + "\"zebra\": 1, " + text[place.lowerBound...]
      let read = try Editorial.Timeline(otio: String(garbled), named: "a.otio")
      #expect(read.omissions.contains { $0.contains("its member 'zebra'") }, "\(rest)")
      count += 1
    }
    #expect(count >= 12)
    for (known, unknown) in [
      ("\"Video\"", "\"Data\""), ("ExternalReference.1", "TapeReference.1"),
    ] {
      let read = try Editorial.Timeline(otio: text.replacing(known, with: unknown), named: "a.otio")
      #expect(!read.omissions.isEmpty, "\(unknown)")
    }
  }

  private static let spine = """
    <asset-clip ref="a" name="A" offset="0s" start="2s" duration="2s">
      <adjust-transform position="50 0"><param name="scale"><keyframeAnimation>
        <keyframe time="2s" value="1 1"/>
        <keyframe time="3s" value="2 2"/></keyframeAnimation></param></adjust-transform>
      <adjust-blend amount="0.5"/>
      <video ref="a" lane="1" offset="3s" duration="1s"/>
      <marker start="3s" value="here"/>
    </asset-clip>
    <transition name="Cross Dissolve" offset="3/2s" duration="1s"/>
    <clip name="B" offset="2s" duration="2s"><spine><gap duration="1s"/></spine>
      <video ref="a" offset="0s" duration="2s"/>
    </clip>
    <asset-clip ref="a" offset="4s" duration="1s">
      <timeMap><timept time="0s" value="0s"/><timept time="5s" value="10s"/></timeMap>
      <adjust-volume amount="-6dB"><param name="amount"><fadeIn duration="1s"/></param></adjust-volume>
    </asset-clip>
    <ref-clip ref="m" offset="5s" duration="1s"/>
    """
  private static let inside =
    "<media id=\"m\"><sequence format=\"f\"><spine><asset-clip ref=\"a\" duration=\"1s\"/></spine></sequence></media>"

  @Test("an element or attribute of Final Cut's that is not known is named with its line")
  func elements() throws {
    let text = HostileCutTests.fcpxml(Self.spine, Self.inside)
    func omissions(_ text: String) throws -> [String] {
      try CutFile.timeline(.fcpxml, Array(text.utf8), named: "a.fcpxml").omissions
    }
    #expect(try omissions(text) == [])
    let resources = [
      "fcpxml", "resources", "format", "asset", "media-rep", "media", "library", "event", "project",
    ]
    var count = 0
    for match in text.matches(of: /<([a-zA-Z-]+)( [^<>\/]*[^<>]*?)?(\/?)>/) {
      let name = String(match.1)
      if resources.contains(name) { continue }
      let line = text[..<match.range.lowerBound].filter { $0 == "\n" }.count + 1
      let end = text.index(match.range.upperBound, offsetBy: match.3.isEmpty ? -1 : -2)
      let other = text[..<end] + " zz=\"1\"" + text[end...]
      let words = "line \(line): 'zz' of \(name) is not understood"
      #expect(try omissions(String(other)).contains { $0.hasPrefix(words) }, "\(words)")
      count += 1
      guard match.3.isEmpty else { continue }
      let inner = text[..<match.range.upperBound] + "<zebra/>" + text[match.range.upperBound...]
      let found = try omissions(String(inner))
      #expect(found.contains("line \(line): 'zebra' is not understood, and left out"), "\(name)")
    }
    #expect(count >= 24)
  }

  @Test("what finds no place in a storyline of Final Cut's is named")
  func places() throws {
    for (spine, words) in [
      (
        "<asset-clip ref=\"a\" offset=\"0s\" duration=\"4s\"/><transition offset=\"1s\" duration=\"1s\"/>",
        "lie over no cut are left out: 1"
      ),
      (
        "<asset-clip ref=\"a\" offset=\"0s\" duration=\"2s\"/><asset-clip ref=\"a\" offset=\"1s\" duration=\"2s\"/>",
        "overlaps what is before it"
      ),
      (
        "<asset-clip ref=\"a\" duration=\"2s\"><conform-rate srcFrameRate=\"24\"/></asset-clip>",
        "'conform-rate' is not understood"
      ),
      (
        "<asset-clip ref=\"a\" duration=\"2s\"><adjust-stabilization/></asset-clip>",
        "adjust-stabilization is left out"
      ),
    ] {
      let text = HostileCutTests.fcpxml(spine)
      let found = try CutFile.timeline(.fcpxml, Array(text.utf8), named: "a.fcpxml").omissions
      #expect(found.count == 1 && found[0].contains(words), "\(found)")
    }
  }

  @Test("fifty are named, and the rest is counted")
  func many() throws {
    let event = "001 TAPE V C 00:00:10:00 00:00:10:10 01:00:00:00 01:00:00:10\n"
    let lines = (0..<1000).map { "UNKNOWN \($0)" }.joined(separator: "\n")
    let read = try Editorial.Timeline(edl: event + lines, rate: FrameRate(25), named: "a.edl")
    #expect(read.omissions.count == 51)
    #expect(read.omissions.last == "950 more of its parts are left out or not understood")
  }
}
