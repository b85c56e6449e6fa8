// SPDX-License-Identifier: MIT

import Foundation
import MoonreelCore
import Testing

@testable import MoonreelMedia

/// Chapters of each kind of file that has a place for them: what ffprobe and Moonreel find there.
@Suite("Chapters of files") struct ChapterTests {
  private let folder = TestFolder()

  /// A chapter in seconds.
  struct Entry: Sendable, Equatable {
    var (start, end): (Double, Double)
    var title: String?

    init(_ start: Double, _ end: Double, _ title: String? = nil) {
      (self.start, self.end, self.title) = (start, end, title)
    }
  }

  /// Chapters that are written, and those that come of them; `joined`: in MPEG-4 files, where each lasts until the next.
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var given: [Entry]
    var found: [Entry]?
    var joined: [Entry]?
  }

  static let accents = String(repeating: "é", count: 200)

  static let cases = [
    Case(
      testDescription: "titled",
      given: [Entry(0, 0.5, "One"), Entry(0.5, 0.75, "Two"), Entry(0.75, 1, "Three")]),
    Case(
      testDescription: "none is titled", given: [Entry(0, 0.5), Entry(0.5, 0.75), Entry(0.75, 1)]),
    Case(
      testDescription: "the second is not titled",
      given: [Entry(0, 0.5, "One"), Entry(0.5, 0.75), Entry(0.75, 1, "Three")]),
    Case(
      testDescription: "the first is not titled",
      given: [Entry(0, 0.5), Entry(0.5, 0.75, "Two"), Entry(0.75, 1, "Three")]),
    Case(
      testDescription: "the last is not titled, and one has an empty title",
      given: [Entry(0, 0.5, "One"), Entry(0.5, 0.75, ""), Entry(0.75, 1)],
      found: [Entry(0, 0.5, "One"), Entry(0.5, 0.75), Entry(0.75, 1)]),
    Case(
      testDescription: "titles are long, of several lines, and in other letters",
      given: [Entry(0, 0.5, accents), Entry(0.5, 0.75, "a\nb; c=d"), Entry(0.75, 1, "海と月 🌙")]),
    Case(
      testDescription: "in another order",
      given: [Entry(0.75, 1, "Three"), Entry(0, 0.5, "One"), Entry(0.5, 0.75)],
      found: [Entry(0, 0.5, "One"), Entry(0.5, 0.75), Entry(0.75, 1, "Three")]),
    Case(
      testDescription: "with gaps",
      given: [Entry(0.25, 0.5, "One"), Entry(0.75, 1, "Two")],
      joined: [Entry(0, 0.25), Entry(0.25, 0.75, "One"), Entry(0.75, 1, "Two")]),
    Case(
      testDescription: "over each other",
      given: [Entry(0, 0.75, "One"), Entry(0.5, 1, "Two")],
      joined: [Entry(0, 0.5, "One"), Entry(0.5, 1, "Two")]),
    Case(
      testDescription: "a hundred",
      given: (0..<100).map { Entry(Double($0) / 100, Double($0 + 1) / 100, "\($0)") }),
  ]

  static let containers: [Container] = [.mp4, .mov, .m4a, .mkv, .webm, .mp3]

  /// A second of sound in a file of its own.
  @discardableResult private func write(
    _ chapters: [Chapter], to path: String, _ container: Container,
    warnings: WarningLog? = nil
  ) throws -> OutputSummary {
    let codec = try #require(EncoderCatalogue.audioCodecs(in: container).first)
    var settings = OutputSettings(
      container: container, video: nil, audio: AudioEncoding(codec: codec))
    settings.chapters = chapters
    settings.metadata = ["title": "Film", "artist": "Ünïcödé"]
    let writer = try MediaWriter(
      path: path, settings: settings, gate: .unrestricted, warnings: warnings)
    try writer.append(TestPictures.tone(0, 48_000, rate: 48_000, channels: 2))
    return try writer.finish()
  }

  private func chapters(_ entries: [Entry]) throws -> [Chapter] {
    try entries.map {
      Chapter(range: try TimeRange(seconds: $0.start, $0.end), title: $0.title)
    }
  }

  /// What ffprobe says of the chapters of `path`.
  private func probed(_ path: String) throws -> [Entry] {
    let json = try TestShell.output(
      "ffprobe", ["-v", "error", "-show_chapters", "-of", "json", path])
    let object = try JSONSerialization.jsonObject(with: json) as? [String: Any]
    return try #require(object?["chapters"] as? [[String: Any]]).map { chapter in
      let title = (chapter["tags"] as? [String: Any])?["title"] as? String
      return Entry(
        try #require(Double(chapter["start_time"] as? String ?? "")),
        try #require(Double(chapter["end_time"] as? String ?? "")),
        title?.isEmpty == true ? nil : title)
    }
  }

  @Test("chapters come back as they were given", arguments: cases, containers)
  func roundTrip(_ film: Case, _ container: Container) throws {
    let path = folder.file("a.\(container.rawValue)")
    let warnings = WarningLog()
    try write(try chapters(film.given), to: path, container, warnings: warnings)
    let usual = film.found ?? film.given
    let expected = container.traits.isMPEG4 ? film.joined ?? usual : usual
    let asset = try Asset.load(path: path, gate: .unrestricted)
    #expect(asset.chapters == (try chapters(expected)))
    // ffprobe knows chapters of MP3 files that have no title by a name of its own.
    let named = expected.enumerated().map { index, entry in
      container == .mp3 && entry.title == nil ? Entry(entry.start, entry.end, "ch\(index)") : entry
    }
    #expect(try probed(path) == named)
    #expect(asset.metadata["title"] == "Film" && asset.metadata["artist"] == "Ünïcödé")
    #expect(warnings.all.isEmpty)
    #expect(asset.tracks.count == 1)
  }

  @Test("what has no place is cut off in whole characters, and said")
  func losses() throws {
    let long = String(repeating: "é", count: 40_000)
    let list = ChapterList(
      try chapters([Entry(0, 0.5, "a" + long), Entry(0.5, 1, "b")]), in: .mp4)
    #expect(list.chapters[0].title?.utf8.count == 65_535 && list.losses.count == 1)
    #expect(list.chapters[0].title.map { ("a" + long).hasPrefix($0) } == true)
    let many = try chapters((0..<300).map { Entry(Double($0), Double($0 + 1)) })
    let warnings = WarningLog()
    try write(many, to: folder.file("a.mp3"), .mp3, warnings: warnings)
    #expect(
      warnings.all.map(\.message) == [
        "A mp3 file has a place for 255 chapters: 45 are left out."
      ])
    #expect(try Asset.load(path: folder.file("a.mp3"), gate: .unrestricted).chapters.count == 255)
    for container in [Container.mp4, .mkv] {
      let path = folder.file("b.\(container.rawValue)")
      try write(many, to: path, container)
      #expect(try Asset.load(path: path, gate: .unrestricted).chapters == many)
    }
  }
}
