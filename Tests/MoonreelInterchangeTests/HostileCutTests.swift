// SPDX-License-Identifier: MIT

import Foundation
import MoonreelCore
import MoonreelMedia
import Testing

@testable import MoonreelInterchange

/// What nobody means well with, for every kind of file that is read.
@Suite("Hostile cuts")
struct HostileCutTests {
  struct Case: CustomStringConvertible {
    var format: CutFormat
    var what: String
    /// What the sentence about it says.
    var words: String
    var bytes: [UInt8]

    var description: String { "\(format.rawValue): \(what)" }

    init(_ format: CutFormat, _ what: String, _ words: String, _ text: String) {
      self.init(format, what, words, Array(text.utf8))
    }

    init(_ format: CutFormat, _ what: String, _ words: String, _ bytes: [UInt8]) {
      (self.format, self.what, self.words, self.bytes) = (format, what, words, bytes)
    }
  }

  @Test("each gets one sentence that names the file", arguments: cases)
  func refusals(hostile: Case) {
    let name = "bad.\(hostile.format.rawValue)"
    let error = #expect(throws: MoonreelError.self) {
      _ = try CutFile.timeline(hostile.format, hostile.bytes, named: name, rate: FrameRate(25))
    }
    let message = error?.message ?? ""
    #expect(error?.code == .unsupportedFormat)
    #expect(message.hasPrefix("Cannot read '\(name)': ") && message.hasSuffix("."), "\(message)")
    #expect(message.contains(hostile.words) && !message.contains("\n"), "\(message)")
    #expect(message.utf8.count < 400)
  }

  @Test("no kind of file that is read is left out")
  func everyFormat() {
    for format in CutFormat.readable {
      #expect(Self.cases.contains { $0.format == format }, "\(format.rawValue)")
    }
  }

  @Test("files outside the gate stay shut, by whatever name", arguments: CutFormat.readable)
  func outside(format: CutFormat) throws {
    let scratch = try Scratch()
    for path in ["/etc/passwd", "../../../../../../../../etc/passwd", "file:///etc/passwd"] {
      let bytes = try Self.naming(path, format)
      let timeline = try CutFile.timeline(format, bytes, named: "a", rate: FrameRate(25))
      let finder = MediaFinder(
        beside: scratch.path, folders: [scratch.path], gate: FileGate(folders: [scratch.path]))
      let script = try CutScript(timeline, CutScript.Options(fileName: "a"), finder: finder)
      #expect(script.warnings.contains { $0.contains("offline") }, "\(path): \(script.warnings)")
      #expect(!script.text.contains("source = \"\(path)"), "\(script.text)")
    }
  }

  /// A cut of `format` with one clip of the file at `path`.
  private static func naming(_ path: String, _ format: CutFormat) throws -> [UInt8] {
    let otio = Sample.withClip(
      child: #"""
        {"OTIO_SCHEMA": "Clip.2", "name": "a", "source_range": {"OTIO_SCHEMA": "TimeRange.1",
          "start_time": {"OTIO_SCHEMA": "RationalTime.1", "rate": 25, "value": 0},
          "duration": {"OTIO_SCHEMA": "RationalTime.1", "rate": 25, "value": 50}},
         "media_references": {"DEFAULT_MEDIA": {"OTIO_SCHEMA": "ExternalReference.1", "target_url": "\#(path)"}}}
        """#)
    switch format {
    case .otio: return Array(otio.utf8)
    case .otioz: return try zip([("content.otio", Array(otio.utf8))])
    case .edl:
      return Array(
        """
        TITLE: a
        001  A  V  C  00:00:00:00 00:00:02:00 00:00:00:00 00:00:02:00
        * FROM CLIP NAME: a
        * SOURCE FILE: \(path)
        """.utf8)
    case .fcpxml:
      return Array(
        fcpxml(#"<asset-clip ref="a" offset="0s" duration="2s"/>"#, source: path).utf8)
    case .srt: return []
    }
  }

  // MARK: What is tried

  static let cases: [Case] = otio + edl + fcpxml + ((try? otioz()) ?? [])

  private static let otio: [Case] = [
    Case(.otio, "nothing", "line 1 of the JSON text", ""),
    Case(.otio, "no text", "no text in UTF-8", [0xFF, 0xFE, 0x00]),
    Case(.otio, "NaN", "no finite number", Sample.withClip(start: "NaN")),
    Case(.otio, "infinity", "no finite number", Sample.withClip(duration: "Infinity")),
    Case(.otio, "a million stacks", "fewer than 64 levels", Sample.nested(1_000_000)),
    Case(.otio, "a rate of nothing", "no number of frames", Sample.withClip(rate: "1e-300")),
    Case(
      .otio, "a century of centuries", "longer than 10 years",
      Sample.withClip(
        child: Array(
          repeating:
            #"{"OTIO_SCHEMA": "Gap.1", "source_range": {"OTIO_SCHEMA": "TimeRange.1", "start_time": \#(year), "duration": \#(year)}}"#,
          count: 600
        ).joined(separator: ","))),
  ]

  private static let year =
    #"{"OTIO_SCHEMA": "RationalTime.1", "rate": 1, "value": 31557600}"#

  private static let edl: [Case] = [
    Case(.edl, "nothing", "it has no events", ""),
    Case(.edl, "no text", "no text in UTF-8", [0xFF, 0xFE, 0x00]),
    Case(.edl, "a speed that is none", "M2 needs", event + "M2 A nan 00:00:00:00"),
    Case(.edl, "an infinite speed", "M2 needs", event + "M2 A inf 00:00:00:00"),
    Case(
      .edl, "a dissolve without end", "no length in frames",
      "001 A V D 99999999999999999999 00:00:00:00 00:00:01:00 00:00:00:00 00:00:01:00"),
    Case(
      .edl, "a timecode without end", "is no timecode",
      "001 A V C 99999999999999999:00:00:00 00:00:01:00 00:00:00:00 00:00:01:00"),
    Case(
      .edl, "too many events", "more than 100000 events", String(repeating: event, count: 100_001)),
  ]

  private static let event = "001 A V C 00:00:00:00 00:00:01:00 00:00:00:00 00:00:01:00\n"

  /// A project whose spine holds `spine`, with resources beside a format and a file.
  static func fcpxml(
    _ spine: String, _ resources: String = "", source: String = "file:///m/a.mov",
    sequence: String = "format=\"f\""
  ) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE fcpxml>
    <fcpxml version="1.10"><resources>
      <format id="f" frameDuration="1/25s" width="1280" height="720"/>
      <asset id="a" name="a" start="0s" duration="10s" hasVideo="1" format="f"><media-rep src="\(source)"/></asset>
      \(resources)
    </resources><library><event><project name="p"><sequence \(sequence)><spine>
    \(spine)
    </spine></sequence></project></event></library></fcpxml>
    """
  }

  private static let clip = #"<ref-clip ref="m" offset="0s" duration="1s"/>"#

  private static func media(_ id: String, _ spine: String) -> String {
    #"<media id="\#(id)"><sequence format="f"><spine>\#(spine)</spine></sequence></media>"#
  }

  private static let fcpxml: [Case] = [
    Case(.fcpxml, "nothing", "line 1 of the XML text", ""),
    Case(.fcpxml, "no XML", "line 1 of the XML text", "{}"),
    Case(.fcpxml, "half of it", "of the XML text", String(fcpxml(clip).prefix(400))),
    Case(.fcpxml, "another document", "expected an fcpxml document, got 'svg'", "<svg/>"),
    Case(.fcpxml, "no project", "holds no project", "<fcpxml version='1.10'/>"),
    Case(
      .fcpxml, "entities in entities", "is made of others",
      "<!DOCTYPE fcpxml [<!ENTITY a 'aaaa'><!ENTITY b '&a;&a;'>]><fcpxml>&b;</fcpxml>"),
    Case(
      .fcpxml, "an entity that is a file", "stands in another file, which is not read",
      "<!DOCTYPE fcpxml [<!ENTITY a SYSTEM 'file:///etc/passwd'>]><fcpxml>&a;</fcpxml>"),
    Case(
      .fcpxml, "a million levels", "nested more than 128 deep",
      String(repeating: "<gap>", count: 1_000_000)),
    Case(
      .fcpxml, "too many elements", "more than 200000 elements",
      "<fcpxml>" + String(repeating: "<gap/>", count: 200_001) + "</fcpxml>"),
    Case(
      .fcpxml, "a timeline in itself", "lies in itself", fcpxml(clip, media("m", clip))),
    Case(
      .fcpxml, "a circle of timelines", "lies in itself",
      fcpxml(
        clip,
        media("m", #"<ref-clip ref="n" duration="1s"/>"#)
          + media("n", #"<ref-clip ref="m" duration="1s"/>"#))),
    Case(
      .fcpxml, "a chain of timelines", "more than 64 timelines",
      fcpxml(
        #"<ref-clip ref="m0" duration="1s"/>"#,
        (0..<5000).map { media("m\($0)", "<ref-clip ref=\"m\($0 + 1)\" duration=\"1s\"/>") }
          .joined())),
    Case(
      .fcpxml, "little that becomes much", "more than 100000 elements",
      fcpxml(
        #"<ref-clip ref="m0" duration="1s"/>"#,
        (0..<12).map { level in
          media(
            "m\(level)",
            String(repeating: "<ref-clip ref=\"m\(level + 1)\" duration=\"1s\"/>", count: 10))
        }.joined() + media("m12", #"<asset-clip ref="a" duration="1s"/>"#))),
    Case(
      .fcpxml, "a resource that is not there", "is no resource",
      fcpxml(#"<asset-clip ref="zebra" duration="1s"/>"#)),
    Case(.fcpxml, "no ref", "has no ref", fcpxml(#"<asset-clip duration="1s"/>"#)),
    Case(.fcpxml, "NaN", "which is no time", fcpxml(#"<gap duration="nans"/>"#)),
    Case(.fcpxml, "infinity", "which is no time", fcpxml(#"<gap duration="infs"/>"#)),
    Case(.fcpxml, "divided by zero", "which is no time", fcpxml(#"<gap duration="1/0s"/>"#)),
    Case(.fcpxml, "a negative length", "is negative", fcpxml(#"<gap duration="-1s"/>"#)),
    Case(.fcpxml, "no length", "has no duration", fcpxml("<gap/>")),
    Case(
      .fcpxml, "far away", "more than 10 years",
      fcpxml(#"<gap offset="3000000000s" duration="1s"/>"#)),
    Case(
      .fcpxml, "long", "longer than 10 years",
      fcpxml(#"<asset-clip ref="a" duration="3000000000s"/>"#)),
    Case(
      .fcpxml, "a rate that is none", "no frameDuration",
      fcpxml(clip, #"<format id="g"/>"#, sequence: "format=\"g\"")),
    Case(
      .fcpxml, "time that stands still", "do not rise",
      fcpxml(
        #"<asset-clip ref="a" duration="1s"><timeMap><timept time="1s" value="0s"/><timept time="1s" value="5s"/></timeMap></asset-clip>"#
      )),
  ]

  /// An archive of `files`.
  private static func zip(_ files: [(String, [UInt8])]) throws -> [UInt8] {
    let scratch = try Scratch()
    let gate = FileGate(folders: [scratch.path])
    let file = try AtomicOutputFile(path: scratch.path("a.zip"), gate: gate)
    var writer = ZipWriter(file, gate: gate)
    for (name, bytes) in files { try writer.add(name, bytes) }
    try writer.finish()
    try file.commit()
    return try scratch.bytes("a.zip")
  }

  private static func otioz() throws -> [Case] {
    let good = try zip([("content.otio", Array(Sample.withClip().utf8)), ("media/a.bin", [1, 2])])
    // The directory's record of the last file begins here.
    let record = try #require(
      good.indices.last { good[$0...].starts(with: [0x50, 0x4b, 0x01, 0x02]) })
    func changed(_ offset: Int, _ bytes: [UInt8]) -> [UInt8] {
      var copy = good
      copy.replaceSubrange((record + offset)..<(record + offset + bytes.count), with: bytes)
      return copy
    }
    var cases = [
      Case(.otioz, "nothing", "no ZIP archive", [UInt8]()),
      Case(.otioz, "half of it", "no ZIP archive", Array(good.prefix(good.count / 2))),
      Case(.otioz, "no cut", "holds no content.otio", try zip([("media/a.bin", [1])])),
      Case(
        .otioz, "one name twice", "twice", try zip([("content.otio", [1]), ("content.otio", [2])])),
      Case(.otioz, "a bad cut", "of the JSON text", try zip([("content.otio", [0x7b])])),
      Case(.otioz, "packed to nothing", "as large as it says", changed(24, [0, 0, 0, 0x7F])),
      Case(
        .otioz, "bytes of others", "directory is damaged", changed(20, [0xF0, 0xFF, 0xFF, 0x7F])),
    ]
    for name in ["../x", "/etc/x", "media/../../x", "media\\x", "a\u{0}b", ""] {
      cases.append(
        Case(
          .otioz, "a file called '\(name)'", "leads out of a folder",
          try zip([("content.otio", Array(Sample.withClip().utf8)), (name, [1])])))
    }
    return cases
  }
}
