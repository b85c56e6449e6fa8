// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelInterchange
import MoonreelMedia
import Testing

@Suite("Edit decision lists")
struct EDLTests {
  private static let body = """
    local mr = require "moonreel"
    local tr = require "moonreel.transitions"
    local show = mr.composition { size = { 160, 90 }, fps = 30 }
    local folder = mr.params { media = { "string", required = true } }.media
    local function clip(name) return folder .. "/" .. name .. ".mp4" end
    local cut = show:sequence { {
      { source = clip "dunes", trim = { 0, 2 } }, { source = clip "tide", trim = { 1, 3 }, speed = 2 },
    }, at = 1 }
    show:add { source = clip "lanterns", trim = { 1, 2 }, speed = 0.5, reverse = true, at = 4, duration = 2 }
    local last = show:add { source = clip "dunes", trim = { 2, 4 }, at = 5.5 }
    show:transition(show.layers[3], last, tr.dissolve())
    show:add { source = clip "tide", at = 1, duration = 1, scale = 0.5 }
    return show
    """

  private func cut(startTime: Time = .zero) throws -> FilmCut {
    let media = try DemoMedia.made()
    let film = try Films.load(
      "film.lua", text: Self.body, sets: [("media", media.path)], allowing: [media.path])
    var options = CutOptions(name: "list")
    options.startTime = startTime
    return try FilmCut(film.result.request.film, options, gate: film.gate)
  }

  @Test("a list says what the lowest track shows, frame by frame")
  func written() throws {
    let written = try cut(startTime: Time(wholeSeconds: 3600)).text(.edl)
    let lines = written.text.split(separator: "\n").map(String.init)
    #expect(lines.prefix(2) == ["TITLE: list", "FCM: NON-DROP FRAME"])
    let events = lines.filter { $0.first?.isNumber == true && $0.contains(" V ") }
    let expected = [
      "001  DUNES    V     C        00:00:00:00 00:00:02:00 01:00:01:00 01:00:03:00",
      "002  TIDE     V     C        00:00:01:00 00:00:03:00 01:00:03:00 01:00:04:00",
      "003  LANTERNS V     C        00:00:01:00 00:00:01:26 01:00:04:00 01:00:05:22",
    ]
    #expect(Array(events.prefix(2)) == Array(expected.prefix(2)))
    #expect(events.contains { $0.contains("D    015") }, "\(written.text)")
    #expect(lines.contains { $0.hasPrefix("M2   TIDE     060.0") })
    #expect(lines.contains { $0.hasPrefix("M2   LANTERNS -015.0") })
    #expect(written.losses.contains { $0.reason.contains("one track of pictures") })
  }

  @Test("a list that is read back has the same clips at the same frames")
  func roundTrip() throws {
    let cut = try cut()
    let text = try cut.text(.edl).text
    let read = try Editorial.Timeline(edl: text, rate: FrameRate(30), named: "a.edl")
    #expect(shown(read) == shown(cut.timeline), "\(text)")
  }

  /// When which file is on screen, and from which frame on; a dissolve counts for the second.
  private func shown(_ timeline: Editorial.Timeline) -> [String] {
    guard case .track(let track)? = timeline.tracks.children.first else { return [] }
    var (cursor, rows) = (Time.zero, [String]())
    var early = Time.zero
    for child in track.children {
      if case .transition(let transition) = child {
        early = transition.inOffset
        rows.append("over \((transition.inOffset + transition.outOffset).seconds) s")
      }
      if case .clip(let clip) = child, case .external(let url) = clip.media.kind {
        let start = (clip.properties.sourceRange?.start ?? .zero) - early
        let isReversed = clip.properties.effects.contains { effect in
          if case .linearTimeWarp(let factor) = effect.kind { factor < 0 } else { false }
        }
        // What runs backwards and is cut off by a dissolve begins its media elsewhere.
        let from = isReversed ? "backwards" : "\(start.seconds)"
        rows.append("\((cursor - early).seconds) \(url.split(separator: "/").last ?? "") \(from)")
        early = .zero
      }
      cursor = cursor + child.duration
    }
    return rows
  }

  static let malformed: [(text: String, words: String)] = [
    ("TITLE: x\n", "line 2: it has no events"),
    (
      "001 A V C 00:00:00:00 00:00:01:00 00:00:00:00 00:00:99:00",
      "line 1: '00:00:99:00' is no timecode"
    ),
    (
      "001 A V C 00:00:02:00 00:00:01:00 00:00:00:00 00:00:01:00",
      "line 1: an event ends before it begins"
    ),
    ("001 A V D xx 00:00:00:00 00:00:01:00 00:00:00:00 00:00:01:00", "has no length in frames"),
    (
      "\n\n001 A V C 00:00:00:00 00:00:01:00 00:00:00:00 00:00:01:00\nM2 A fast 00:00:00:00",
      "line 4: M2 needs"
    ),
  ]

  @Test("a malformed list is refused with one sentence", arguments: malformed)
  func refusals(text: String, words: String) throws {
    let error = #expect(throws: MoonreelError.self) {
      _ = try Editorial.Timeline(edl: text, rate: FrameRate(25), named: "bad.edl")
    }
    #expect(error?.code == .unsupportedFormat)
    #expect(error?.message.contains(words) ?? false, "\(error?.message ?? "")")
  }

  @Test("the rate has to be known, or follows from drop-frame timecode")
  func rates() throws {
    let event = "001 A V C 00:00:59;28 00:01:00;02 01:00:00;00 01:00:00;02"
    #expect(throws: MoonreelError.self) {
      _ = try Editorial.Timeline(edl: "TITLE: x\n\(event)", rate: nil, named: "a.edl")
    }
    let read = try Editorial.Timeline(edl: "FCM: DROP FRAME\n\(event)", rate: nil, named: "a.edl")
    #expect(read.rate == (try FrameRate(30_000, 1001)))
    // 00:01:00;00 and ;01 do not exist: two frames, not four.
    #expect(read.tracks.wholeDuration == read.rate.time(ofFrame: 2))
  }
}
