// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelExport
import MoonreelInterchange
import MoonreelMedia
import MoonreelScript
import Testing

@testable import MoonreelModel

/// Transitions from and to nothing, and from and to other clips, in every kind of file.
@Suite("Fades of cuts")
struct FadeTests {
  /// What lies beside the clip.
  enum Neighbor: String, CaseIterable {
    case nothing
    case gap
    case clip
  }

  /// A track of 25 frames a second: a clip of 50 frames between two neighbours of 50 frames.
  struct Cut: CustomStringConvertible {
    var before: Neighbor
    var after: Neighbor
    var rises: Bool
    var falls: Bool

    var description: String {
      "\(before.rawValue) \(rises ? "/" : "|")clip\(falls ? "\\" : "|") \(after.rawValue)"
    }

    var start: Int { before == .nothing ? 0 : 50 }
    var end: Int { start + 50 }

    static let all = Neighbor.allCases.flatMap { before in
      Neighbor.allCases.flatMap { after in
        [false, true].flatMap { rises in
          [false, true].map { Cut(before: before, after: after, rises: rises, falls: $0) }
        }
      }
    }
  }

  /// A cut as a file, and the frames before and after its ends over which its transitions go on.
  private struct File {
    var text: String
    var rise: (before: Int, after: Int)
    var fall: (before: Int, after: Int)
  }

  @Test("each is there, frame by frame", arguments: Cut.all, [CutFormat.otio, .fcpxml, .edl])
  func pictures(cut: Cut, format: CutFormat) throws {
    let file = Self.file(cut, format)
    let name = "cut.\(format.rawValue)"
    let timeline = try CutFile.timeline(
      format, Array(file.text.utf8), named: name, rate: FrameRate(25))
    let finder = MediaFinder(beside: "/", folders: [], gate: FileGate(folders: []))
    let script = try CutScript(timeline, CutScript.Options(fileName: name), finder: finder)
    let words = script.warnings.filter { !$0.contains("offline") }
    #expect(words.isEmpty, "\(words)")
    let film = try Films.run(script.text)
    let layered = try #require(film.result.request.film.layered)
    let layer = try #require(layered.layers.first { $0.name?.lowercased() == "main" })
    let joins = [cut.rises && cut.before == .clip, cut.falls && cut.after == .clip].filter { $0 }
    #expect(layered.changes.count == joins.count, "\(script.text)")
    let first = cut.start - (cut.rises ? file.rise.before : 0)
    let last = cut.end + (cut.falls ? file.fall.after : 0)
    #expect(layer.timeRange == Self.range(first, last), "\(script.text)")
    for frame in first...last {
      var level = 1.0
      if cut.rises, cut.before != .clip {
        level = min(level, Double(frame - first) / 10)
      }
      if cut.falls, cut.after != .clip {
        level = min(level, Double(last - frame) / 10)
      }
      let time = Self.time(frame)
      let found = try layer.opacity.value(at: time - layer.timeRange.start)
      #expect(abs(found - level) < 1e-9, "frame \(frame): \(found) \(level)\n\(script.text)")
    }
  }

  @Test("sound fades as well", arguments: [false, true], [false, true])
  func sound(rises: Bool, falls: Bool) throws {
    let media = try DemoMedia.made().path
    let clip = Editorial.Clip(
      Editorial.Properties(name: "main", sourceRange: Self.range(50, 100)),
      Editorial.MediaReference(.external(url: media + "/score.wav")))
    let rise = Self.transition(6, 4)
    let fall = Self.transition(5, 5)
    let children =
      [Self.gap] + (rises ? [rise] : []) + [.clip(clip)] + (falls ? [fall] : []) + [Self.gap]
    let track = Editorial.Track("A1", kind: .audio, children)
    let timeline = Editorial.Timeline(
      name: "a", rate: try FrameRate(25), tracks: Editorial.Stack([.track(track)]))
    let finder = MediaFinder(beside: "/", folders: [], gate: FileGate(folders: [media]))
    let script = try CutScript(timeline, CutScript.Options(fileName: "a.otio"), finder: finder)
    let film = try Films.run(script.text, allowing: [media])
    let audio = try #require(film.result.request.film.layered?.layers.first).audio
    #expect(audio.fadeIn == (rises ? Self.time(10) : .zero), "\(script.text)")
    #expect(audio.fadeOut == (falls ? Self.time(10) : .zero), "\(script.text)")
  }

  @Test("fades that meet before the top, and a clip that is half transparent")
  func short() throws {
    var properties = Editorial.Properties(name: "main", sourceRange: Self.range(0, 10))
    properties.metadata.own = .members(["options": .members(["opacity": .number(0.5)])])
    let clip = Editorial.Clip(properties, Editorial.MediaReference(.missing))
    let track = Editorial.Track(
      "V1", kind: .video,
      [Self.gap, Self.transition(0, 10), .clip(clip), Self.transition(10, 0), Self.gap])
    let timeline = Editorial.Timeline(
      name: "a", rate: try FrameRate(25), tracks: Editorial.Stack([.track(track)]))
    let finder = MediaFinder(beside: "/", folders: [], gate: FileGate(folders: []))
    let script = try CutScript(timeline, CutScript.Options(fileName: "a.otio"), finder: finder)
    let film = try Films.run(script.text)
    let layer = try #require(film.result.request.film.layered?.layers.first)
    for frame in 0...10 {
      let level = 0.5 * min(Double(frame), Double(10 - frame)) / 10
      let found = try layer.opacity.value(at: Self.time(frame))
      #expect(abs(found - level) < 1e-9, "frame \(frame): \(found) \(level)\n\(script.text)")
    }
  }

  // MARK: Files

  private static func time(_ frame: Int) -> Time {
    Time(flicks: Time.flicksPerSecond / 25 * Int64(frame))
  }

  private static func range(_ first: Int, _ last: Int) -> TimeRange {
    TimeRange(start: time(first), end: time(last))
  }

  private static let gap = Editorial.Element.gap(Editorial.Properties(sourceRange: range(0, 50)))

  private static func transition(_ before: Int, _ after: Int) -> Editorial.Element {
    .transition(
      Editorial.Transition(
        name: "", inOffset: time(before), outOffset: time(after), isDissolve: true))
  }

  private static func file(_ cut: Cut, _ format: CutFormat) -> File {
    switch format {
    case .edl: File(text: list(cut), rise: (0, 10), fall: (0, 10))
    case .fcpxml:
      File(
        text: project(cut), rise: cut.before == .clip ? (5, 5) : (0, 10),
        fall: cut.after == .clip ? (5, 5) : (10, 0))
    case .otio, .otioz, .srt:
      File(
        text: timeline(cut).otioText, rise: cut.before == .nothing ? (0, 10) : (4, 6),
        fall: (6, 4))
    }
  }

  private static func timeline(_ cut: Cut) -> Editorial.Timeline {
    func clip(_ name: String) -> Editorial.Element {
      .clip(
        Editorial.Clip(
          Editorial.Properties(name: name, sourceRange: range(100, 150)),
          Editorial.MediaReference(.missing)))
    }
    func neighbor(_ kind: Neighbor) -> [Editorial.Element] {
      switch kind {
      case .nothing: []
      case .gap: [gap]
      case .clip: [clip("other")]
      }
    }
    let rise = cut.before == .nothing ? transition(0, 10) : transition(4, 6)
    let track = Editorial.Track(
      "V1", kind: .video,
      neighbor(cut.before) + (cut.rises ? [rise] : []) + [clip("main")]
        + (cut.falls ? [transition(6, 4)] : []) + neighbor(cut.after))
    return Editorial.Timeline(
      name: "a", rate: FrameRate.sample, tracks: Editorial.Stack([.track(track)]))
  }

  private static func list(_ cut: Cut) -> String {
    func code(_ frame: Int) -> String {
      let (seconds, frames) = frame.quotientAndRemainder(dividingBy: 25)
      return "00:00:0\(seconds):\(frames < 10 ? "0" : "")\(frames)"
    }
    func event(_ number: Int, _ reel: String, _ kind: String, _ first: Int, _ last: Int) -> String {
      "00\(number)  \(reel)  V  \(kind)  00:00:04:00 \(code(100 + last - first)) \(code(first)) \(code(last))"
    }
    var lines: [String] = []
    if cut.before == .clip { lines.append(event(1, "OTHER", "C", 0, 50)) }
    if cut.rises {
      lines.append(event(2, cut.before == .clip ? "OTHER" : "BL", "C", cut.start, cut.start))
    }
    lines.append(event(2, "MAIN", cut.rises ? "D 010" : "C", cut.start, cut.end))
    if cut.falls { lines.append(event(3, "MAIN", "C", cut.end, cut.end)) }
    let kind = cut.falls ? "D 010" : "C"
    switch cut.after {
    case .clip: lines.append(event(3, "OTHER", kind, cut.end, cut.end + 50))
    case .gap, .nothing: lines.append(event(3, "BL", kind, cut.end, cut.end + 50))
    }
    return lines.joined(separator: "\n")
  }

  private static func project(_ cut: Cut) -> String {
    func element(_ name: String, _ first: Int, _ last: Int, _ more: String = "") -> String {
      "<\(name) offset=\"\(first)/25s\" duration=\"\(last - first)/25s\" \(more)/>"
    }
    func clip(_ name: String, _ first: Int) -> String {
      element("asset-clip", first, first + 50, "ref=\"a\" start=\"4s\" name=\"\(name)\"")
    }
    func neighbor(_ kind: Neighbor, _ first: Int) -> String {
      switch kind {
      case .nothing: ""
      case .gap: element("gap", first, first + 50)
      case .clip: clip("other", first)
      }
    }
    let dissolve = "name=\"Cross Dissolve\""
    let (early, late) = (cut.before == .clip ? 5 : 0, cut.after == .clip ? 5 : 10)
    return HostileCutTests.fcpxml(
      [
        neighbor(cut.before, 0),
        cut.rises
          ? element("transition", cut.start - early, cut.start - early + 10, dissolve) : "",
        clip("main", cut.start),
        cut.falls ? element("transition", cut.end - late, cut.end - late + 10, dissolve) : "",
        neighbor(cut.after, cut.end),
      ].joined(separator: "\n"))
  }
}

extension FrameRate {
  /// 25 frames a second.
  fileprivate static let sample: FrameRate = {
    guard let rate = try? FrameRate(25) else { preconditionFailure("25 is a rate") }
    return rate
  }()
}
