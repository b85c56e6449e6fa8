// SPDX-License-Identifier: MIT

import FaultyServer
import Foundation
import MoonreelCore
import Testing

@testable import MoonreelMedia

/// Manifests that are wrong, or want more than they may.
struct HostileManifestTests {
  private func gate() -> FileGate { FileGate(folders: [], hosts: ["127.0.0.1"]) }

  private static let list = ManifestText.manifest(
    ManifestText.stream(
      "<SegmentList><SegmentURL media=\"a.m4s\" mediaRange=\"RANGE\"/></SegmentList>"))

  private static let refusals: [(text: String, words: String)] = [
    ("<MPD type=\"dynamic\"/>", "it is a live stream (type='dynamic')"),
    ("<MPD/>", "it has no period"),
    ("<MPD><Period>", "line 1 of the XML text: expected the end of 'Period'"),
    ("<MPD><Period></MPD>", "expected the end of an open element, not '</MPD>'"),
    (String(repeating: "<MPD>", count: 100), "nested more than 20 deep"),
    (
      "<!DOCTYPE MPD [<!ENTITY x SYSTEM \"file:///etc/passwd\">]><MPD>&x;</MPD>",
      "it is not media that can be read"
    ),
    (
      "<MPD><!DOCTYPE MPD [<!ENTITY x SYSTEM \"file:///etc/passwd\">]>&x;</MPD>",
      "stands in another file, which is not read"
    ),
    (
      "<MPD><!DOCTYPE MPD [<!ENTITY a \"x\"><!ENTITY b \"&a;&a;\">]>&b;</MPD>",
      "is made of others"
    ),
    (ManifestText.outline(String(repeating: "<Period/>", count: 201)), "more than 200 periods"),
    (
      ManifestText.outline("<Period xlink:href=\"http://other/\"/>"),
      "stands in another file (xlink:href)"
    ),
    (ManifestText.outline("<Period/><Period/>"), "nothing says where its period 2 begins"),
    (ManifestText.outline("<Period start=\"P1Y\"/>"), "'P1Y' is no length of time"),
    (ManifestText.manifest(""), "it names no pictures and no sound"),
    (
      ManifestText.manifest(
        String(repeating: "<AdaptationSet><Representation/></AdaptationSet>", count: 201)),
      "more than 200 streams"
    ),
    (ManifestText.manifest(ManifestText.stream("")), "its stream 'v' names no pieces"),
    (
      ManifestText.manifest(ManifestText.stream("<BaseURL>a.m4s</BaseURL><ContentProtection/>")),
      "is encrypted (ContentProtection)"
    ),
    (ManifestText.template(""), "says not how pieces are named"),
    (ManifestText.template("media=\"$Number$\" duration=\"0\""), "lasts no time (duration='0')"),
    (
      ManifestText.template("media=\"$Number$\" timescale=\"0\" duration=\"1\""),
      "last no time (timescale='0')"
    ),
    (
      ManifestText.template("media=\"$Number$\" duration=\"1\" timescale=\"4000000000\""),
      "more than 50000 pieces"
    ),
    (
      ManifestText.template("media=\"$Number$\" duration=\"1\" endNumber=\"9223372036854775807\""),
      "'9223372036854775807' is no number for 'endNumber'"
    ),
    (
      ManifestText.template("media=\"$Number$\" duration=\"-9223372036854775808\""),
      "is no number for 'duration'"
    ),
    (
      ManifestText.template("media=\"$Number$\"", "<S d=\"1\" r=\"9223372036854775807\"/>"),
      "than 50000 pieces"
    ),
    (
      ManifestText.template("media=\"$Number$\"", "<S d=\"70368744177665\"/>"),
      "is no number for 'd'"
    ),
    (ManifestText.template("media=\"$Number$\"", "<S t=\"1\"/>"), "has no length (<S> without d)"),
    (
      ManifestText.template("media=\"$Number$\"", "<S t=\"9\" d=\"1\" r=\"-1\"/><S d=\"1\"/>"),
      "nothing names"
    ),
    (ManifestText.template("media=\"$Number\" duration=\"1\""), "a '$' has no other"),
    (ManifestText.template("media=\"$Number%99999999999d$\" duration=\"1\""), "which is not known"),
    (
      ManifestText.template("media=\"$SubNumber$\" duration=\"1\""),
      "'$SubNumber$', which is not known"
    ),
    (
      ManifestText.template("media=\"a$Number$\" initialization=\"$Time$\" duration=\"1\""),
      "counts what there is only one of"
    ),
    (list.replacing("RANGE", with: "5-2"), "'5-2' is no range of bytes"),
    (list.replacing("RANGE", with: "400-409"), "wants the bytes 400 to 409"),
    (
      ManifestText.manifest(
        ManifestText.stream("<BaseURL>a.m4s</BaseURL><SegmentBase indexRange=\"0-159999\"/>")),
      "wants the bytes 0 to 159999"
    ),
    (ManifestText.manifest(ManifestText.stream("<BaseURL>nowhere.mp4</BaseURL>")), "404"),
    (
      ManifestText.manifest(ManifestText.stream("<BaseURL>http://localhost:1/a.mp4</BaseURL>")),
      "the network is closed"
    ),
    (
      ManifestText.manifest(ManifestText.stream("<BaseURL>file:///etc/passwd</BaseURL>")),
      "neither http:// nor https://"
    ),
    (ManifestText.manifest(ManifestText.stream("<BaseURL>a.mpd</BaseURL>")), "Cannot"),
    (ManifestText.manifest(ManifestText.stream("<BaseURL>loop.m3u8</BaseURL>")), "Cannot"),
    (
      ManifestText.outline(
        ["avc1", "hvc1"].map {
          "<Period duration=\"PT1S\"><AdaptationSet><Representation id=\"v\" mimeType=\"video/mp4\" codecs=\"\($0)\"><BaseURL>a.m4s</BaseURL></Representation></AdaptationSet></Period>"
        }.joined()), "its period 2 has nothing that goes on with 'v' of the first (avc1)"
    ),
    (
      ManifestText.outline(
        String(
          repeating:
            "<Period duration=\"PT1S\"><AdaptationSet><Representation mimeType=\"video/mp4\"><BaseURL>a.m4s</BaseURL></Representation></AdaptationSet></Period>",
          count: 2)), "files with a head of their own each"
    ),
  ]

  @Test(arguments: refusals) func wrongManifestsAreOneSentence(text: String, words: String) throws {
    let folder = try TemporaryFolder()
    _ = try folder.write(text, to: "a.mpd")
    _ = try folder.write(String(repeating: "x", count: 160), to: "a.m4s")
    _ = try folder.write("#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\na.mpd\n", to: "loop.m3u8")
    let server = try FaultyServer(of: folder)
    let error = #expect(throws: MoonreelError.self) {
      try Asset.load(path: server.address("/a.mpd"), gate: gate())
    }
    #expect(error?.message.contains(words) == true, "\(String(describing: error))")
    let isNamed = error?.message.contains("/a.mpd") ?? false
    let namesTarget = ["the network is closed", "neither http:// nor https://"].contains(words)
    #expect(isNamed || namesTarget, "\(String(describing: error))")
  }

  /// A manifest with everything in it, of which a few bytes are others: it is read or refused, and never traps.
  @Test func changedManifestsAreReadOrRefused() throws {
    let text = ManifestText.outline(
      """
      <Period start="PT0S" duration="PT2S"><BaseURL>a/</BaseURL><AdaptationSet lang="de"><SegmentTemplate \
      timescale="25" presentationTimeOffset="3" startNumber="2" media="$Number%03d$-$Time$" \
      initialization="$Bandwidth$-i"><SegmentTimeline><S t="3" d="25" r="1"/><S d="9" r="-1"/></SegmentTimeline>\
      </SegmentTemplate><Representation id="v" mimeType="video/mp4" width="4" height="3" bandwidth="7"/></AdaptationSet>\
      <AdaptationSet><Representation mimeType="audio/mp4"><SegmentList duration="5"><Initialization range="0-8"/>\
      <SegmentURL media="b" mediaRange="9-20"/></SegmentList></Representation><Representation mimeType="audio/mp4">\
      <SegmentBase indexRange="9-20"><Initialization range="0-8"/></SegmentBase></Representation></AdaptationSet>\
      </Period>
      """)
    let base = try NetworkAddress("http://127.0.0.1:1/a.mpd")
    let all = Array(text.utf8)
    #expect(try addresses(of: all, base) == 5)
    var dice = Dice(state: 24)
    let letters = Array("0123456789-<>/\"'&;$%#PTS. ".utf8) + [0, 0xC3, 0xFF]
    var readable = 0
    for _ in 0..<3000 {
      var bytes = all
      for _ in 0...dice.roll(4) {
        let place = dice.roll(bytes.count)
        switch dice.roll(3) {
        case 0: bytes[place] = letters[dice.roll(letters.count)]
        case 1: bytes.remove(at: place)
        default:
          let copy = Array(repeating: bytes[place], count: 1 + dice.roll(20))
          bytes.insert(contentsOf: copy, at: place)
        }
      }
      do {
        _ = try addresses(of: bytes, base)
        readable += 1
      } catch is MoonreelError {} catch is ManifestFault {}
    }
    #expect(readable > 100, "most changes would be found at once")
  }

  /// How many pieces all streams of a manifest have.
  private func addresses(of bytes: [UInt8], _ base: NetworkAddress) throws -> Int {
    let manifest = try DASHManifest(bytes, name: "a.mpd")
    return try manifest.periods.flatMap { period in
      try period.sets.flatMap(\.representations).map {
        try ManifestPieces($0, in: period, of: base).pieces.count
      }
    }.reduce(0, +)
  }

  @Test func aLongManifestIsRefused() throws {
    let folder = try TemporaryFolder()
    let text = ManifestText.manifest(String(repeating: " ", count: PlaylistRules.longest))
    _ = try folder.write(text, to: "a.mpd")
    let server = try FaultyServer(of: folder)
    let error = #expect(throws: MoonreelError.self) {
      try Asset.load(path: server.address("/a.mpd"), gate: gate())
    }
    #expect(error?.message.contains("it is longer than 4 MiB") == true)
  }

  @Test func aStreamThatIsNotThereIsNamed() throws {
    let folder = try TemporaryFolder()
    _ = try folder.write(
      ManifestText.manifest(ManifestText.stream("<BaseURL>a.mp4</BaseURL>")), to: "a.mpd")
    let server = try FaultyServer(of: folder)
    let error = #expect(throws: MoonreelError.self) {
      try Asset.load(path: server.address("/a.mpd#stream=2.1"), gate: gate())
    }
    #expect(error?.message.contains("it has no stream 2.1") == true, "\(String(describing: error))")
  }
}
