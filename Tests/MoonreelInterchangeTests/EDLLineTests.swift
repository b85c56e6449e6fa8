// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelInterchange
import MoonreelMedia
import Testing

/// Every line of a list is read, or named with its number.
@Suite("Lines of edit decision lists")
struct EDLLineTests {
  /// An event of ten frames that begins at frame `start` of the second hour.
  private static func event(_ words: String, at start: Int = 0) -> String {
    func code(_ frame: Int) -> String { "01:00:00:\(frame < 10 ? "0" : "")\(frame)" }
    return "001  \(words)  00:00:10:00 00:00:10:10 \(code(start)) \(code(start + 10))"
  }

  private static func read(_ text: String) throws -> Editorial.Timeline {
    try Editorial.Timeline(edl: text, rate: FrameRate(25), named: "a.edl")
  }

  /// The tracks in a line each: `V1: gap 5, TAPE 10`.
  private static func words(_ timeline: Editorial.Timeline) throws -> [String] {
    let rate = try FrameRate(25)
    func frames(_ time: Time) -> Int64 { rate.frameCount(in: time) }
    return timeline.tracks.children.compactMap { element in
      guard case .track(let track) = element else { return nil }
      let parts = track.children.compactMap { child -> String? in
        switch child {
        case .clip(let clip): return "\(clip.properties.name) \(frames(child.duration))"
        case .gap: return child.duration == .zero ? nil : "gap \(frames(child.duration))"
        case .transition(let transition):
          return "\(frames(transition.inOffset))/\(frames(transition.outOffset))"
        case .stack, .track: return "?"
        }
      }
      return "\(track.properties.name): \(parts.joined(separator: ", "))"
    }
  }

  private static let understood: [(lines: [String], tracks: [String])] = [
    ([event("TAPE V C")], ["V1: TAPE 10"]),
    ([event("TAPE V1 C"), event("OVER V2 C", at: 5)], ["V1: TAPE 10", "V2: gap 5, OVER 10"]),
    ([event("MY OLD REEL V C")], ["V1: MY OLD REEL 10"]),
    ([event("A V V C")], ["V1: A V 10"]),
    ([event("TAPE B C")], ["V1: TAPE 10", "A1: TAPE 10"]),
    ([event("TAPE A C"), event("MIC A2 C")], ["A1: TAPE 10", "A2: MIC 10"]),
    ([event("TAPE AA C")], ["A1: TAPE 10", "A2: TAPE 10"]),
    ([event("TAPE AA/V C")], ["V1: TAPE 10", "A1: TAPE 10", "A2: TAPE 10"]),
    ([event("TAPE A2/V C")], ["V1: TAPE 10", "A2: TAPE 10"]),
    ([event("TAPE V1A1A2 C")], ["V1: TAPE 10", "A1: TAPE 10", "A2: TAPE 10"]),
    ([event("TAPE VA12 C")], ["V1: TAPE 10", "A1: TAPE 10", "A2: TAPE 10"]),
    ([event("TAPE V C"), "AUD   3   4"], ["V1: TAPE 10", "A3: TAPE 10", "A4: TAPE 10"]),
    (
      [event("TAPE V K B"), event("LOGO V K 005")],
      ["V1: TAPE 10", "V1 key: 0/5, LOGO 10"]
    ),
    ([event("TAPE V KB"), event("LOGO V K")], ["V1: TAPE 10", "V1 key: LOGO 10"]),
    (
      [event("MY TAPE V K B"), event("MY LOGO V K O 004")],
      ["V1: MY TAPE 10", "V1 key: MY LOGO 10, 4/0"]
    ),
    (
      [event("TAPE V C"), event("LOGO V KO 000"), event("SUB V2 C"), event("TOP V2 K 000")],
      ["V1: TAPE 10", "V1 key: LOGO 10", "V2: SUB 10", "V2 key: TOP 10"]
    ),
    (
      [event("LOGO V K O 004"), event("LOGO V K 005", at: 10)],
      ["V1 key: LOGO 10, 4/0, 0/5, LOGO 10"]
    ),
    (
      [event("TAPE V K B"), event("LOGO V K 000"), "* KEY CLIP NAME: logo.png"],
      ["V1: TAPE 10", "V1 key: logo.png 10"]
    ),
    (
      [event("MY TAPE V C"), "M2   MY TAPE   050.0   00:00:10:00", "* COMMENT: take 2", "*"],
      ["V1: MY TAPE 10"]
    ),
    (["TITLE: a", "FCM: NON-DROP FRAME", "", event("TAPE V C")], ["V1: TAPE 10"]),
  ]

  @Test("these are read", arguments: understood)
  func reads(lines: [String], tracks: [String]) throws {
    let timeline = try Self.read(lines.joined(separator: "\n"))
    #expect(try Self.words(timeline) == tracks, "\(lines)")
    #expect(timeline.omissions == [], "\(lines)")
  }

  @Test("what is keyed fades over what it lies on, and a marker lies where it says")
  func keys() throws {
    let text = [
      Self.event("TAPE V K B"), Self.event("LOGO V K 005"), "* LOC: 01:00:00:05 RED   here",
    ].joined(separator: "\n")
    let timeline = try Self.read(text)
    let markers = timeline.tracks.properties.markers
    #expect(markers.map(\.name) == ["here"] && markers.map(\.color) == ["RED"])
    #expect(markers.first?.range.start == Time(flicks: Time.flicksPerSecond / 5))
    let finder = MediaFinder(beside: "/", folders: [], gate: FileGate(folders: []))
    let script = try CutScript(timeline, CutScript.Options(fileName: "a.edl"), finder: finder)
    #expect(script.text.contains("opacity = { { 0, 0 }, { 0.2, 1 } }"), "\(script.text)")
  }

  private static let leftOut: [(lines: [String], words: String)] = [
    (["GPI GPI-T PULSE 001"], "line 2: 'GPI GPI-T PULSE 001' is not understood"),
    (["SPLIT:    AUDIO DELAY=  00:00:00:05"], "line 2: 'SPLIT:"),
    (["* AUDIO LEVEL AT 00:00:10:00 IS -3.5 DB"], "line 2: '* AUDIO LEVEL"),
    (["* ASC_SAT 0.9"], "line 2: '* ASC_SAT"),
    (["* EFFECT NAME: RESIZE"], "line 2: '* EFFECT NAME: RESIZE'"),
    (["FCM: FILM"], "line 2: 'FCM: FILM'"), (["FCM: DROP FRAME"], "line 2: 25 frames a second"),
    (["AUD  x"], "line 2: 'AUD  x'"),
    (["M2 OTHER 050.0 00:00:10:00"], "line 2: no event of the reel 'OTHER'"),
    ([event("TAPE NONE C", at: 10)], "line 2: the event is recorded on no channel"),
    ([event("TAPE X9 C", at: 10)], "line 2: 'X9' is no channel"),
    ([event("TAPE V Q", at: 10)], "line 2: '001  TAPE V Q"),
    ([event("TAPE V C ?", at: 10)], "line 2: '?' is not understood"),
    ([event("TAPE V K B (F)", at: 10)], "line 2: '(F)' is not understood"),
    (["002 TAPE V C 00:00:10:00"], "line 2: '002 TAPE V C"),
    ([event("TAPE V C", at: 5)], "line 2: its first 5 frames are recorded where another event is"),
    ([event("TAPE V C")], "line 2: it is recorded where another event is"),
    (
      ["002 TAPE V C 00:00:10:00 00:00:10:00 01:00:01:00 01:00:01:00"],
      "line 2: the event lasts no frame"
    ),
    (
      ["002 TAPE V C 00:00:10:00 00:00:12:00 01:00:01:00 01:00:02:00"],
      "line 2: it shows 50 frames in 25 and no M2 says how fast"
    ),
  ]

  @Test("what is not is a warning with its line, of the import and of check", arguments: leftOut)
  func names(lines: [String], words: String) throws {
    let timeline = try Self.read(([Self.event("TAPE V C")] + lines).joined(separator: "\n"))
    #expect(
      timeline.omissions.count == 1 && timeline.omissions[0].hasPrefix(words),
      "\(timeline.omissions)")
    let finder = MediaFinder(beside: "/", folders: [], gate: FileGate(folders: []))
    let script = try CutScript(timeline, CutScript.Options(fileName: "a.edl"), finder: finder)
    #expect(script.warnings.contains { $0.hasPrefix(words) })
  }

  private static let whole = [
    "TITLE: film", "FCM: NON-DROP FRAME", "",
    "001  TAPE1    V     C        00:00:01:00 00:00:03:00 01:00:00:00 01:00:02:00",
    "* FROM CLIP NAME: one.mov",
    "002  TAPE1    V     C        00:00:03:00 00:00:03:00 01:00:02:00 01:00:02:00",
    "002  MY TAPE  V     D    010 00:00:01:00 00:00:05:00 01:00:02:00 01:00:04:00",
    "M2   MY TAPE  050.0          00:00:01:00", "* FROM CLIP NAME: one.mov",
    "* TO CLIP NAME: two.mov", "* SOURCE FILE: /media/two.mov",
    "003  SND      AA    C        00:00:01:00 00:00:03:00 01:00:00:00 01:00:02:00",
    "AUD  3",
  ]

  @Test("no word can be garbled without a word about it")
  func garbled() throws {
    let base = try Self.read(Self.whole.joined(separator: "\n"))
    #expect(base.omissions == [])
    for (index, line) in Self.whole.enumerated() where !line.isEmpty {
      let words = line.split(separator: " ").map(String.init)
      for place in words.indices {
        // The moment at which the speed of M2 begins is that of the event.
        if words[0] == "M2", place == words.count - 1 { continue }
        for other in ["XQ", "~~:~~", ""] {
          var garbled = words
          garbled[place] = other
          var lines = Self.whole
          lines[index] = garbled.joined(separator: " ")
          if lines[index].trimmingPrefix(" ").isEmpty { continue }
          // A name that is said twice, one without a star, and a reel that is not seen.
          if line.hasPrefix("* FROM"), index > 5 { continue }
          if words[0] == "*", place == 0, other.isEmpty { continue }
          if index == 5, place == 1 { continue }
          expectWord(lines, of: index, base)
        }
      }
    }
  }

  private func expectWord(_ lines: [String], of index: Int, _ base: Editorial.Timeline) {
    let mark = "line \(index + 1)"
    do {
      var read = try Self.read(lines.joined(separator: "\n"))
      let isNamed = read.omissions.contains { $0.hasPrefix("\(mark):") }
      read.omissions = []
      #expect(isNamed || read != base, "\(lines[index])")
    } catch {
      let message = (error as? MoonreelError)?.message ?? ""
      #expect(message.contains("\(mark):"), "\(lines[index]): \(message)")
    }
  }
}
