// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia
import MoonreelScript
import Testing

@testable import MoonreelInterchange

@Suite("Final Cut Pro's XML")
struct FCPXMLTests {
  private func cut(_ body: String, size: String = "{ 160, 90 }") throws -> FilmCut {
    let media = try DemoMedia.made().path
    let film = try Films.run(
      """
      local mr = require "moonreel"
      local tr = require "moonreel.transitions"
      local show = mr.composition { size = \(size), fps = 30 }
      local function clip(name) return "\(media)/" .. name .. ".mp4" end
      local clips = { clip "dunes", clip "tide", clip "lanterns" }
      \(body)
      return show
      """, allowing: [media])
    var options = CutOptions(name: "film & <title>")
    (options.dialects, options.startTime) = ([.finalCut], Time(wholeSeconds: 3600))
    options.chapters = [
      Chapter(range: try TimeRange(seconds: 0.5, 1), title: "\"one\" & two")
    ]
    return try FilmCut(film.result.request.film, options, gate: film.gate)
  }

  private func tree(_ cut: FilmCut) throws -> XMLTree {
    try XMLTree.read(Array(try cut.text(.fcpxml).text.utf8), named: "a.fcpxml")
  }

  /// All elements called `name` below `root`.
  private func all(_ name: String, in root: XMLTree) -> [XMLTree] {
    (root.name == name ? [root] : []) + root.children.flatMap { all(name, in: $0) }
  }

  @Test("what is written keeps the rules of the document's type", arguments: RoundTripTests.films)
  func schema(name: String, body: String) throws {
    let root = try tree(try cut(body, size: "{ 1280, 720 }"))
    #expect(FCPXMLSchema.violations(in: root).isEmpty, "\(name)")
  }

  @Test("the rules find what breaks them")
  func rules() throws {
    let text = try cut(RoundTripTests.films[0].body).text(.fcpxml).text
    for (old, new, words) in [
      ("<spine>", "<spine zebra=\"1\">", "spine with zebra"),
      ("srcEnable=\"video\">", "srcEnable=\"video\"><metadata/>", "may not stand"),
      ("tcStart=\"3600s\"", "tcStart=\"soon\"", "tcStart of sequence is soon"),
      ("format=\"r1\"", "format=\"zebra\"", "refers to zebra"),
      ("<library>", "text<library>", "text in fcpxml"),
    ] {
      let broken = text.replacing(old, with: new)
      try #require(broken != text, "\(old)\n\(text)")
      let root = try XMLTree.read(Array(broken.utf8), named: "a.fcpxml")
      let found = FCPXMLSchema.violations(in: root)
      #expect(found.contains { $0.contains(words) }, "\(words): \(found)")
    }
  }

  @Test("tracks, transitions, speeds and chapters stand where Final Cut looks for them")
  func written() throws {
    let root = try tree(
      try cut(
        """
        local s = show:sequence { { { source = clip "dunes", trim = { 0, 2 } }, { source = clip "tide", trim = { 1, 2 } } },
          overlap = 0.5 }
        show:transition(s[1], s[2], tr.dissolve())
        show:add { source = clip "lanterns", at = 1, trim = { 0, 1 }, speed = 2, reverse = true, audio = false }
        """))
    #expect(FCPXMLSchema.violations(in: root).isEmpty)
    let sequence = try #require(all("sequence", in: root).first)
    #expect(sequence["tcStart"] == "3600s" && sequence["duration"] == "5/2s")
    let spine = try #require(sequence.first("spine"))
    #expect(spine.children.map(\.name) == ["asset-clip", "transition", "asset-clip"])
    #expect(spine.children.map { $0["offset"] ?? "" } == ["3600s", "7203/2s", "54026/15s"])
    #expect(
      spine.children[1]["duration"] == "1/2s" && spine.children[1]["name"] == "Cross Dissolve")
    let lanes = all("spine", in: root).compactMap { $0["lane"] }
    #expect(lanes.contains("1") && lanes.contains("-1"), "\(lanes)")
    let marker = try #require(all("chapter-marker", in: root).first)
    #expect(marker["value"] == "\"one\" & two" && marker["start"] == "1/2s")
    let fast = try #require(all("asset-clip", in: root).first { $0["name"] == "lanterns.mp4" })
    let points = all("timept", in: fast)
    #expect(points.count == 2 && points[0]["time"] == "0s" && points[1]["value"] == "0s")
    // The whole file backwards at twice the speed, of which the first second of media is seen last.
    #expect(points[0]["value"] == points[1]["time"].flatMap { twice($0) })
    #expect(all("project", in: root).first?["name"] == "film & <title>")
  }

  private func twice(_ text: String) -> String? {
    FCPXMLTime.time(text).map { FCPXMLTime.text($0 + $0) }
  }

  @Test(
    "places, opacity, blend modes and volumes are written in Final Cut's numbers, with their keys")
  func looks() throws {
    let root = try tree(
      try cut(
        """
        show:add { source = clip "dunes", duration = 2, x = { { 0, 80 }, { 1, 125 } }, y = 22.5, scale = 0.5, rotation = 30,
          opacity = { { 0, 0 }, { 1, 1 } }, blend = "screen", audio = { volume_db = -6, fade_in = 0.5 } }
        """))
    #expect(FCPXMLSchema.violations(in: root).isEmpty)
    let transform = try #require(all("adjust-transform", in: root).first)
    #expect(transform["scale"] == "0.5 0.5" && transform["rotation"] == "-30")
    let position = try #require(transform.first("param"))
    #expect(position.all("param").map { $0["name"] ?? "" } == ["X", "Y"])
    let across = all("keyframe", in: position.all("param")[0])
    #expect(across.first?["value"] == "0" && across.last?["value"] == "50", "45 of 90 pixels")
    #expect(position.all("param")[1]["value"] == "25", "22.5 of 90 pixels up")
    let blend = try #require(all("adjust-blend", in: root).first)
    #expect(blend["mode"] == "10 (Screen)")
    #expect(all("keyframe", in: blend).map { $0["value"] ?? "" } == ["0", "1", "1"])
    let volume = try #require(all("adjust-volume", in: root).first)
    #expect(volume["amount"] == "-6dB" && all("fadeIn", in: volume).first?["duration"] == "1/2s")
  }

  @Test(
    "what another program wrote is read: connected clips, speeds, looks, markers, timelines inside")
  func foreign() throws {
    let timeline = try CutFile.timeline(.fcpxml, Array(Self.foreignFile.utf8), named: "a.fcpxml")
    #expect(timeline.rate == (try FrameRate(25)) && timeline.name == "p")
    let tracks = timeline.tracks.children.compactMap { child -> Editorial.Track? in
      if case .track(let track) = child { track } else { nil }
    }
    #expect(tracks.map(\.kind) == [.video, .video, .audio])
    let shown = tracks.map { $0.children.map(Self.words) }
    #expect(
      shown[0] == [
        "clip A 2.0+2.0 ", "over 0.5 0.5", "clip B 1.0+2.0 2.0", "gap 1.0", "stack In 0.0+1.0 ",
      ],
      "\(shown[0])")
    #expect(shown[1] == ["gap 1.0", "clip Hello there 0.0+1.0 "], "\(shown[1])")
    #expect(shown[2] == ["clip A 2.0+2.0 "], "\(shown[2])")
    #expect(timeline.tracks.properties.markers.map(\.name) == ["here"])
    #expect(timeline.tracks.properties.markers.first?.range.start == Time(wholeSeconds: 1))
    #expect(
      timeline.omissions == ["the effect 'Gaussian' of 'B' is left out"], "\(timeline.omissions)")
    let finder = MediaFinder(beside: "/", folders: [], gate: FileGate(folders: []))
    let script = try CutScript(timeline, CutScript.Options(fileName: "a.fcpxml"), finder: finder)
    for line in [
      "opacity = 0.5", "rotation = -10", "x = 1000", "scale_x = { { 0, 1 }, { 1, 2 } }",
      "blend = \"multiply\"", "label(\"Hello there\")",
    ] {
      #expect(script.text.contains(line), "\(line)\n\(script.text)")
    }
    let film = try Films.run(script.text)
    #expect(film.result.request.film.duration == Time(wholeSeconds: 6))
  }

  @Test("a timeline inside may be shown longer than what lies in it", arguments: ["", "reversed"])
  func longInside(way: String) throws {
    let map = """
      <timeMap><timept time="0s" value="3s" interp="linear"/><timept time="3s" value="0s" interp="linear"/></timeMap>
      """
    let file = HostileCutTests.fcpxml(
      "<ref-clip ref=\"m\" duration=\"3s\">\(way.isEmpty ? "" : map)</ref-clip>",
      """
      <media id="m"><sequence format="f"><spine><asset-clip ref="a" duration="1s"/></spine></sequence></media>
      """)
    let timeline = try CutFile.timeline(.fcpxml, Array(file.utf8), named: "a.fcpxml")
    let finder = MediaFinder(beside: "/", folders: [], gate: FileGate(folders: []))
    let script = try CutScript(timeline, CutScript.Options(fileName: "a.fcpxml"), finder: finder)
    let film = try Films.run(script.text)
    #expect(film.result.request.film.duration == Time(wholeSeconds: 3))
  }

  private static func words(_ element: Editorial.Element) -> String {
    switch element {
    case .clip(let clip): "clip \(words(clip.properties))"
    case .gap: "gap \(element.duration.seconds)"
    case .transition(let transition):
      "over \(transition.inOffset.seconds) \(transition.outOffset.seconds)"
    case .stack(let stack): "stack \(words(stack.properties))"
    case .track: "track"
    }
  }

  private static func words(_ properties: Editorial.Properties) -> String {
    let range = properties.sourceRange ?? .zero
    let speeds = properties.effects.map { effect in
      if case .linearTimeWarp(let factor) = effect.kind { "\(factor)" } else { "still" }
    }
    return "\(properties.name) \(range.start.seconds)+\(range.duration.seconds) \(speeds.joined())"
  }

  private static let foreignFile = HostileCutTests.fcpxml(
    """
    <asset-clip ref="s" name="A" offset="3600s" start="2s" duration="2s">
      <adjust-transform position="50 0" rotation="10"><param name="scale"><keyframeAnimation>
        <keyframe time="2s" value="1 1"/><keyframe time="3s" value="2 2"/></keyframeAnimation></param></adjust-transform>
      <adjust-blend amount="0.5" mode="4 (Multiply)"/>
      <title ref="t" lane="1" offset="3s" duration="1s" name="T"><text><text-style>Hello there</text-style></text></title>
      <marker start="3s" value="here"/>
    </asset-clip>
    <transition name="Cross Dissolve" offset="7203/2s" duration="1s"/>
    <asset-clip ref="a" name="B" offset="3602s" start="1/2s" duration="2s" srcEnable="video">
      <timeMap><timept time="0s" value="0s" interp="linear"/><timept time="5s" value="10s" interp="linear"/></timeMap>
      <filter-video ref="x" name="Gaussian"/>
    </asset-clip>
    <gap offset="3604s" duration="1s"/>
    <ref-clip ref="m" name="In" offset="3605s" duration="1s"/>
    """,
    """
    <asset id="s" name="a" start="0s" duration="10s" hasVideo="1" hasAudio="1" format="f"><media-rep src="file:///m/b.mov"/></asset>
    <effect id="t" name="Basic Title" uid="x"/><effect id="x" name="Gaussian" uid="y"/>
    <media id="m"><sequence format="f"><spine><asset-clip ref="a" offset="0s" duration="1s"/></spine></sequence></media>
    """, sequence: "format=\"f\" tcStart=\"3600s\"")
}
