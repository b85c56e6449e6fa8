// SPDX-License-Identifier: MIT

import Foundation
import MoonreelCore
import Testing

@testable import MoonreelMedia

/// Which track of a file is chosen, what the file says of itself, and how it likes to be played.
struct SelectionTests {
  /// A film with four sounds and three kinds of subtitles, made by ffmpeg.
  private func film(_ name: String) throws -> Asset {
    let folder = try TemporaryFolder()
    let cue = "1\n00:00:00,000 --> 00:00:00,500\nHello\n"
    try cue.write(toFile: folder.file("a.srt"), atomically: true, encoding: .utf8)
    let sounds: [(language: String, disposition: String)] = [
      ("ger", "0"), ("eng", "comment"), ("eng", "default"), ("fra", "0"),
    ]
    let texts = [("eng", "forced"), ("eng", "0"), ("deu", "hearing_impaired")]
    var line = "-f lavfi -i testsrc=s=32x32:d=0.5 -f lavfi -i sine=d=0.5 -i a.srt -map 0"
    for _ in sounds { line += " -map 1" }
    for _ in texts { line += " -map 2" }
    for (kind, entries) in [("a", sounds.map { ($0.language, $0.disposition) }), ("s", texts)] {
      for (index, entry) in entries.enumerated() {
        line +=
          " -metadata:s:\(kind):\(index) language=\(entry.0) -disposition:\(kind):\(index) \(entry.1)"
      }
    }
    line += " -c:v libx264 -c:a aac -c:s \(name.hasSuffix("mp4") ? "mov_text" : "srt")"
    try FFmpegCommand.make(line + " -metadata:s:a:1 title=Commentary \(name)", in: folder)
    return try Asset.load(path: folder.file(name), gate: .unrestricted)
  }

  /// Which of the film's tracks of a kind `languages` and `roles` choose, counted from 0; -1 for none.
  private func chosen(
    _ asset: Asset, _ kind: MediaCharacteristic, _ languages: [String], _ roles: Set<TrackRole>
  ) -> Int {
    let group = asset.selectionGroup(kind)
    return group.option(languages: languages, roles: roles)
      .flatMap { group.options.firstIndex(of: $0) } ?? -1
  }

  @Test func tracksAreChosenByLanguage() throws {
    let film = try film("a.mkv")
    let wishes: [(MediaCharacteristic, [String], Set<TrackRole>, Int)] = [
      (.audible, ["de"], [], 0), (.audible, ["deu", "en"], [], 0), (.audible, ["en"], [], 2),
      (.audible, ["en-GB"], [], 2), (.audible, ["fr"], [], 3), (.audible, ["ja", "fr"], [], 3),
      (.audible, ["ja"], [], 2), (.audible, [], [], 2), (.audible, ["en"], [.commentary], 1),
      (.audible, [], [.commentary], 1), (.audible, ["de"], [.commentary], -1),
      (.legible, ["en"], [], 1), (.legible, ["en"], [.forced], 0), (.legible, ["de"], [], -1),
      (.legible, ["de"], [.hearingImpaired], 2), (.legible, ["ja"], [], -1),
    ]
    for (kind, languages, roles, expected) in wishes {
      #expect(chosen(film, kind, languages, roles) == expected, "\(kind) \(languages) \(roles)")
    }
    let sounds = film.selectionGroup(.audible)
    #expect(!sounds.allowsEmptySelection && film.selectionGroup(.legible).allowsEmptySelection)
    #expect(
      sounds.options(in: ["fr", "en"]).map { sounds.options.firstIndex(of: $0) } == [3, 2, 1])
    #expect(sounds.options[1].title == "Commentary")
    #expect(sounds.options.map(\.roles) == [[], [.commentary], [.default], []])
  }

  @Test("MP4 keeps the languages and the mark of what is played") func mp4() throws {
    let film = try film("a.mp4")
    #expect(chosen(film, .audible, ["de"], []) == 0)
    #expect(chosen(film, .audible, ["ja"], []) == 2)
    #expect(chosen(film, .audible, ["fr-CA"], []) == 3)
  }

  @Test(
    "languages have several names",
    arguments: [
      ("de", "ger", 2), ("DEU", "de", 2), ("de-AT", "de", 1), ("pt", "pt_BR", 1),
      ("pt-PT", "pt-BR", 0), ("zh-Hant", "zh-hant", 2), ("en", "de", nil), ("gsw", "gsw", 2),
      ("", "", nil),
    ] as [(String, String, Int?)])
  func languages(_ one: String, _ other: String, _ match: Int?) {
    #expect(LanguageTag(one).match(LanguageTag(other)) == match)
    #expect(LanguageTag(other).match(LanguageTag(one)) == match)
  }

  @Test(
    "common names for what containers call otherwise",
    arguments: [
      (
        "a.mp4", "title=T,artist=A,album=L,copyright=C,description=D,date=2020,genre=G",
        [
          .title: "T", .artist: "A", .album: "L", .copyright: "C", .description: "D",
          .creationDate: "2020", .type: "G",
        ]
      ),
      (
        "a.mkv", "title=T,artist=A,DATE_RELEASED=1999,PUBLISHER=P,COPYRIGHT=C",
        [.title: "T", .artist: "A", .creationDate: "1999", .publisher: "P", .copyright: "C"]
      ),
      (
        "a.mov -movflags use_metadata_tags",
        "com.apple.quicktime.make=M,com.apple.quicktime.model=O,com.apple.quicktime.software=S,"
          + "com.apple.quicktime.location.ISO6709=+48+16/,com.apple.quicktime.creationdate=2021-01-02,"
          + "creation_time=2020-01-01T00:00:00Z",
        [
          .make: "M", .model: "O", .software: "S", .location: "+48+16/",
          .creationDate: "2021-01-02",
        ]
      ),
      ("a.wav", "title=T,artist=A,date=2001", [.title: "T", .artist: "A", .creationDate: "2001"]),
      (
        "a.mp3", "title=T,artist=A,album=L,publisher=P",
        [.title: "T", .album: "L", .publisher: "P"]
      ),
      (
        "a.flac", "title=T,organization=P,composer=W", [.title: "T", .publisher: "P", .author: "W"]
      ),
    ] as [(String, String, [CommonMetadataKey: String])])
  func commonKeys(_ output: String, _ tags: String, _ expected: [CommonMetadataKey: String]) throws
  {
    let folder = try TemporaryFolder()
    let name = output.split(separator: " ").first.map(String.init) ?? ""
    let options = output.split(separator: " ").dropFirst().joined(separator: " ")
    let metadata = tags.split(separator: ",").map { "-metadata \($0)" }.joined(separator: " ")
    let isSound = ["wav", "mp3", "flac"].contains { name.hasSuffix($0) }
    let source = isSound ? "sine=d=0.2" : "testsrc=s=32x32:d=0.2"
    try FFmpegCommand.make("-f lavfi -i \(source) \(metadata) \(options) \(name)", in: folder)
    let asset = try Asset.load(path: folder.file(name), gate: .unrestricted)
    for (key, value) in expected {
      #expect(asset.common(key) == value, "\(key) of \(asset.metadata)")
      #expect(asset.commonMetadata[key] == value)
    }
    #expect(asset.common(.identifier) == nil)
  }

  /// The file with the movie header's rate and volume set, in 16.16 and 8.8 bits.
  private func header(_ name: String, rate: [UInt8], volume: [UInt8]) throws -> Asset {
    let folder = try TemporaryFolder()
    try FFmpegCommand.make("-f lavfi -i testsrc=s=32x32:d=0.2 \(name)", in: folder)
    let path = folder.file(name.split(separator: " ").last.map(String.init) ?? "")
    var data = try Data(contentsOf: URL(fileURLWithPath: path))
    let box = try #require(data.range(of: Data("mvhd".utf8)))
    let start = box.upperBound + (data[box.upperBound] == 1 ? 32 : 20)
    #expect(Array(data[start..<start + 6]) == [0, 1, 0, 0, 1, 0], "what ffmpeg writes is usual")
    data.replaceSubrange(start..<start + 6, with: rate + volume)
    try data.write(to: URL(fileURLWithPath: path))
    return try Asset.load(path: path, gate: .unrestricted)
  }

  @Test(
    "rate and volume of the movie header",
    arguments: ["a.mp4", "-movflags +faststart a.mp4", "a.mov", "-movflags frag_keyframe a.mp4"])
  func movieHeaders(_ name: String) throws {
    let slow = try header(name, rate: [0, 0, 0x80, 0], volume: [0, 0x40])
    #expect(slow.preferredRate == 0.5 && slow.preferredVolume == 0.25)
    let unknown = try header(name, rate: [0, 0, 0, 0], volume: [0, 0])
    #expect(unknown.preferredRate == 1 && unknown.preferredVolume == 1)
    #expect(slow.video?.timeRange == unknown.video?.timeRange)
  }

  @Test func otherContainersSayNothing() throws {
    let folder = try TemporaryFolder()
    try FFmpegCommand.make("-f lavfi -i testsrc=s=32x32:d=0.2 a.mkv", in: folder)
    let asset = try Asset.load(path: folder.file("a.mkv"), gate: .unrestricted)
    #expect(asset.preferredRate == 1 && asset.preferredVolume == 1)
  }
}
