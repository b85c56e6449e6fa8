// SPDX-License-Identifier: MIT

import FaultyServer
import Foundation
import MoonreelCore
import Testing

@testable import MoonreelMedia

/// Films of DASH on a server, read as files.
struct ManifestTests {
  private func gate() -> FileGate { FileGate(folders: [], hosts: ["127.0.0.1"]) }

  private static let pictures =
    "-f lavfi -i testsrc2=s=64x48:r=25:d=4 -pix_fmt yuv420p -c:v libx264 -g 25"
  private static let sound = "-f lavfi -i sine=d=4 -c:a aac"
  private static let dash = "-f dash -seg_duration 1"

  /// Compares frames of `track` with those of the `films`, one after the other.
  private func compare(
    _ track: AssetTrack, with films: [String], _ numbers: [Int], _ gate: FileGate
  ) throws {
    let frames = try films.flatMap { try Reference.frames($0) }
    let reader = try VideoReader(track: track, gate: gate)
    #expect(
      track.timeRange.duration == Time(flicks: Time.flicksPerSecond / 25 * Int64(frames.count)))
    for number in numbers {
      let time = Time(flicks: Time.flicksPerSecond / 25 * Int64(number))
      let frame = try reader.frame(at: track.timeRange.start + time)
      #expect(frame.buffer.checksum == frames[number].checksum, "frame \(number)")
    }
  }

  /// Ways in which ffmpeg writes a film.
  private static let forms = [
    "", "-use_timeline 0", "-use_template 0", "-single_file 1", "-single_file 1 -global_sidx 1",
    "-media_seg_name c-$RepresentationID$-$Time$.m4s",
    "-dash_segment_type webm -c:v libvpx-vp9 -c:a libopus",
  ]

  @Test(arguments: forms) func everyFrameIsThere(form: String) throws {
    let folder = try TemporaryFolder()
    let input = "\(Self.pictures) \(Self.sound)".replacing(" -f lavfi -i sine=d=4", with: "")
    // ffmpeg names pieces of sound by other times than its manifest has.
    let isSilent = form.contains("$Time$")
    let line = "-f lavfi -i sine=d=4 \(input) -map 1:v\(isSilent ? "" : " -map 0:a")"
    try FFmpegCommand.make("\(line) \(Self.dash) \(form) a.mpd", in: folder)
    let codec = form.contains("webm") ? "-c:v libvpx-vp9 -c:a libopus film.mkv" : "film.mkv"
    try FFmpegCommand.make("\(line) \(codec)", in: folder)
    let (server, gate) = (try FaultyServer(of: folder), gate())
    let asset = try Asset.load(path: server.address("/a.mpd"), gate: gate)
    #expect(asset.tracks.map(\.mediaType) == (isSilent ? [.video] : [.video, .audio]))
    let track = try #require(asset.video)
    #expect(track.path == server.address("/a.mpd") + "#stream=1.1")
    try compare(track, with: [folder.file("film.mkv")], [0, 99, 30, 31, 74, 1], gate)
    for track in asset.tracks.dropFirst() {
      let seconds = track.timeRange.duration.seconds
      #expect(abs(seconds - 4) < 0.1, "\(seconds) s of sound")
    }
  }

  @Test func aFileWithAnIndexIsReadAsItIs() throws {
    let folder = try TemporaryFolder()
    try FFmpegCommand.make(
      "\(Self.pictures) -movflags +frag_keyframe+empty_moov+dash+global_sidx film.mp4", in: folder)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: folder.file("film.mp4")))
    let movie = try #require(bytes.range(of: Data("moov".utf8))).lowerBound - 4
    let head = movie + Int(bytes[movie..<movie + 4].reduce(0) { $0 << 8 | UInt32($1) })
    let index = try #require(bytes.range(of: Data("sidx".utf8))).lowerBound - 4
    #expect(index == head)
    let end = index + Int(bytes[index..<index + 4].reduce(0) { $0 << 8 | UInt32($1) })
    let base = """
      <SegmentBase indexRange="\(index)-\(end - 1)"><Initialization range="0-\(head - 1)"/></SegmentBase>
      """
    _ = try folder.write(
      ManifestText.manifest(ManifestText.stream("<BaseURL>film.mp4</BaseURL>\(base)")), to: "a.mpd")
    let (server, gate) = (try FaultyServer(of: folder), gate())
    let asset = try Asset.load(path: server.address("/a.mpd"), gate: gate)
    try compare(try #require(asset.video), with: [folder.file("film.mp4")], [99, 0, 51], gate)
    #expect(server.requests.count { $0.path == "/film.mp4" } == 1, "one block is one request")
  }

  // MARK: Pieces that are elsewhere, or not there

  /// Four pieces of a film with their head, and what is answered with 404.
  private func counted(
    _ duration: String, missing: [String], _ attributes: String = "",
    _ answer: @escaping @Sendable (FaultyServer.Request, Data?) -> FaultyServer.Answer = {
      $1.map { .file($0) } ?? .status(404)
    }
  ) throws -> (folder: TemporaryFolder, server: FaultyServer) {
    let folder = try TemporaryFolder()
    try FFmpegCommand.make(
      "\(Self.pictures) \(Self.dash) -init_seg_name i.m4s -media_seg_name p-$Number$.m4s ffmpeg.mpd",
      in: folder)
    try FFmpegCommand.make("\(Self.pictures) film.mkv", in: folder)
    for name in missing { try FileManager.default.removeItem(atPath: folder.file(name)) }
    let text = ManifestText.template(
      "timescale=\"1\" duration=\"1\" initialization=\"i.m4s\" media=\"p-$Number$.m4s\" \(attributes)"
    )
    _ = try folder.write(text.replacing("PT4S", with: duration), to: "a.mpd")
    let path = folder.path
    let server = try FaultyServer { request in
      answer(request, FileManager.default.contents(atPath: path + request.path))
    }
    return (folder, server)
  }

  /// A gate that keeps what it gets in `blocks`.
  private func gate(_ blocks: TemporaryFolder, isOffline: Bool) -> FileGate {
    var gate = gate()
    var settings = RemoteFiles.Settings(folder: blocks.path)
    settings.isOffline = isOffline
    gate.remote = RemoteFiles(settings)
    return gate
  }

  @Test func theLastPieceMayBeMissingWhereOnlyTheLengthCountsIt() throws {
    let (folder, server) = try counted("PT4.6S", missing: [])
    let blocks = try TemporaryFolder()
    var asked = 0
    for isOffline in [false, false, true] {
      let gate = gate(blocks, isOffline: isOffline)
      let asset = try Asset.load(path: server.address("/a.mpd"), gate: gate)
      try compare(try #require(asset.video), with: [folder.file("film.mkv")], [99, 0, 75], gate)
      if asked == 0 { asked = server.requests.count { $0.path == "/p-5.m4s" } }
    }
    #expect(asked == 1, "that it is missing is known afterwards")
    #expect(server.requests.count { $0.path == "/p-5.m4s" } == 1)
  }

  @Test(arguments: [
    ("PT4S", "p-3.m4s", ""), ("PT5S", "p-4.m4s", ""), ("PT9S", "p-1.m4s", "endNumber=\"4\""),
    ("PT9S", "p-4.m4s", "endNumber=\"4\""),
  ])
  func anotherPieceThatIsMissingIsAnError(duration: String, name: String, more: String) throws {
    let (folder, server) = try counted(duration, missing: [name], more)
    defer { withExtendedLifetime(folder) {} }
    let error = #expect(throws: MoonreelError.self) {
      try Asset.load(path: server.address("/a.mpd"), gate: gate())
    }
    #expect(
      error?.message.contains("answers 404 (there is no such file)") == true,
      "\(String(describing: error))")
    #expect(server.requests.contains { $0.path == "/\(name)" }, "it is this one")
  }

  @Test func aLastPieceThatFailsOtherwiseIsAnError() throws {
    let (folder, server) = try counted("PT5S", missing: []) { request, bytes in
      request.path == "/p-5.m4s" ? .status(403) : bytes.map { .file($0) } ?? .status(404)
    }
    let error = #expect(throws: MoonreelError.self) {
      try Asset.load(path: server.address("/a.mpd"), gate: gate())
    }
    #expect(error?.message.contains("answers 403") == true, "\(String(describing: error))")
    withExtendedLifetime(folder) {}
  }

  @Test(arguments: ["http://localhost:1/", "ftp://127.0.0.1/", "gone/", "http://127.0.0.1:1/"])
  func anotherAddressIsTriedWhereOneFails(first: String) throws {
    let (folder, server) = try counted("PT4.6S", missing: [])
    let bases = ManifestText.stream(
      """
      <BaseURL>\(first)</BaseURL><BaseURL>./</BaseURL><SegmentTemplate timescale="1" duration="1" \
      initialization="i.m4s" media="p-$Number$.m4s"/>
      """)
    let text = ManifestText.manifest(bases).replacing("PT4S", with: "PT4.6S")
    _ = try folder.write(text, to: "a.mpd")
    let blocks = try TemporaryFolder()
    for isOffline in [false, true] {
      let gate = gate(blocks, isOffline: isOffline)
      let asset = try Asset.load(path: server.address("/a.mpd"), gate: gate)
      try compare(try #require(asset.video), with: [folder.file("film.mkv")], [99, 0, 40], gate)
    }
    let failed = server.requests.count { $0.path.hasPrefix("/gone/") }
    #expect(failed <= 5, "\(failed): an address that failed is asked last")
    try FileManager.default.removeItem(atPath: folder.file("p-2.m4s"))
    let error = #expect(throws: MoonreelError.self) {
      try Asset.load(path: server.address("/a.mpd"), gate: self.gate())
    }
    #expect(error?.message.contains("answers 404") == true, "\(String(describing: error))")
  }

  @Test func aManifestOnTheDiskIsOneSentence() throws {
    let (folder, server) = try counted("PT4S", missing: [])
    let error = #expect(throws: MoonreelError.self) {
      try Asset.load(path: folder.file("a.mpd"), gate: .unrestricted)
    }
    #expect(error?.code == .unsupportedFormat)
    #expect(
      error?.message.contains("read from a server only") == true
        && error?.message.contains("/a.mpd with --allow-net 127.0.0.1:8000.") == true,
      "\(String(describing: error))")
    #expect(server.requests.isEmpty)
  }

  // MARK: Several streams

  private func ladder(_ folder: TemporaryFolder) throws -> FaultyServer {
    for (height, rate) in [(24, 100_000), (48, 300_000)] {
      try FFmpegCommand.make(
        "-f lavfi -i testsrc2=s=\(height * 4 / 3)x\(height):r=25:d=2 -c:v libx264 -b:v \(rate) -pix_fmt yuv420p -g 25 \(Self.dash) -single_file 1 v\(height).mpd",
        in: folder)
    }
    for language in ["de", "en"] {
      try FFmpegCommand.make(
        "-f lavfi -i sine=d=2 -c:a aac \(language).mp4", in: folder)
    }
    _ = try folder.write("WEBVTT\n\n00:00.000 --> 00:01.000\none\n", to: "t.vtt")
    let sizes = [(24, 100_000), (48, 300_000)].map { height, rate in
      """
      <Representation id="\(height)" mimeType="video/mp4" bandwidth="\(rate)" width="\(height * 4 / 3)" \
      height="\(height)"><BaseURL>v\(height)-stream0.mp4</BaseURL></Representation>
      """
    }
    let sounds = ["de", "en"].map { language in
      """
      <AdaptationSet contentType="audio" lang="\(language)"><Label>Sound &amp; \(language)</Label>\
      <Representation mimeType="audio/mp4" bandwidth="1"><BaseURL>\(language).mp4</BaseURL></Representation>\
      </AdaptationSet>
      """
    }
    let text = """
      <AdaptationSet lang="fr"><Representation mimeType="text/vtt" bandwidth="1"><BaseURL>t.vtt</BaseURL>\
      </Representation></AdaptationSet>
      """
    let thumbnails = """
      <AdaptationSet contentType="video"><EssentialProperty schemeIdUri="urn:trick"/>\
      <Representation mimeType="video/mp4" height="9999" bandwidth="1"/></AdaptationSet>
      """
    _ = try folder.write(
      ManifestText.manifest(
        thumbnails + "<AdaptationSet>\(sizes.joined())</AdaptationSet>" + sounds.joined() + text),
      to: "all.mpd")
    return try FaultyServer(of: folder)
  }

  @Test func severalSetsAreOneAsset() throws {
    let folder = try TemporaryFolder()
    let server = try ladder(folder)
    let asset = try Asset.load(path: server.address("/all.mpd"), gate: gate())
    #expect(asset.tracks.map(\.mediaType) == [.video, .audio, .audio, .subtitle])
    #expect(asset.video?.video?.codedSize == PixelSize(64, 48))
    #expect(asset.tracks.map(\.languageCode).dropFirst() == ["de", "en", "fr"])
    #expect(asset.tracks[2].metadata["title"] == "Sound & en")
    let captions = try TimedTextReader(track: asset.tracks[3], gate: gate()).captions()
    #expect(captions.items.map { $0.spans.map(\.text).joined() } == ["one"])
    #expect(!server.requests.contains { $0.path.hasPrefix("/v24") }, "what is not chosen")
  }

  private static let choices: [(VariantChoice, Int)] = [
    (.highest, 48), (.lowest, 24), (.height(47), 24), (.bandwidth(299_999), 24),
  ]

  @Test(arguments: choices) func sizesAreChosen(choice: VariantChoice, height: Int) throws {
    let folder = try TemporaryFolder()
    let server = try ladder(folder)
    var options = AssetOptions()
    options.variant = choice
    let asset = try Asset.load(path: server.address("/all.mpd"), options: options, gate: gate())
    #expect(asset.video?.video?.codedSize.height == height)
  }

  @Test func allStreamsAreFetched() throws {
    let folder = try TemporaryFolder()
    let server = try ladder(folder)
    let items = try RemoteFetch(server.address("/all.mpd"), gate: gate()).items()
    #expect(items.map(\.name) == ["all-2-2.mp4", "all-3-1.mp4", "all-4-1.mp4", "all-5-1.vtt"])
  }

  // MARK: Periods

  /// A film in two periods, of other pictures and each with times from `origin` units of 12800 on.
  private func periods(_ folder: TemporaryFolder, origin: Int) throws -> FaultyServer {
    for (name, source) in [("p0", "testsrc2"), ("p1", "testsrc")] {
      let pictures =
        "-f lavfi -i \(source)=s=64x48:r=25:d=2 -pix_fmt yuv420p -c:v libx264 -bf 0 -g 25"
      try FFmpegCommand.make(
        "\(pictures) \(Self.dash) -init_seg_name \(name)-i.m4s -media_seg_name \(name)-$Number$.m4s \(name).mpd",
        in: folder)
      for number in 1...2 { try move(folder.file("\(name)-\(number).m4s"), by: origin) }
      try FFmpegCommand.make("\(pictures) \(name).mkv", in: folder)
    }
    let texts = ["p0", "p1"].map { name in
      """
      <Period duration="PT2S"><AdaptationSet><Representation id="v" mimeType="video/mp4" codecs="avc1">\
      <SegmentTemplate timescale="12800" duration="12800" presentationTimeOffset="\(origin)" \
      initialization="\(name)-i.m4s" media="\(name)-$Number$.m4s"/></Representation></AdaptationSet></Period>
      """
    }
    _ = try folder.write(ManifestText.outline(texts.joined()), to: "a.mpd")
    return try FaultyServer(of: folder)
  }

  /// Has the fragments of a piece begin `units` later.
  private func move(_ path: String, by units: Int) throws {
    var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    let time = try #require(bytes.range(of: Data("tfdt".utf8))).upperBound + 4
    let before = bytes[time..<time + 8].reduce(0) { $0 << 8 | Int($1) }
    let after = withUnsafeBytes(of: (before + units).bigEndian) { Data($0) }
    bytes.replaceSubrange(time..<time + 8, with: after)
    try bytes.write(to: URL(fileURLWithPath: path))
  }

  @Test(arguments: [0, 128_000]) func periodsFollowEachOther(origin: Int) throws {
    let folder = try TemporaryFolder()
    let (server, gate) = (try periods(folder, origin: origin), gate())
    let asset = try Asset.load(path: server.address("/a.mpd"), gate: gate)
    let track = try #require(asset.video)
    #expect(track.timeRange.start == .zero)
    try compare(
      track, with: [folder.file("p0.mkv"), folder.file("p1.mkv")], [0, 49, 50, 51, 99, 75, 25],
      gate)
  }

  // MARK: Words

  private static let lengths: [(String, Double?)] = [
    ("PT4.04S", 4.04), ("PT1H2M3.5S", 3723.5), ("P1DT1S", 86401), ("PT0S", 0), ("P2W", 1_209_600),
    ("P1Y", nil), ("PT", nil), ("P", nil), ("", nil), ("PT5", nil), ("PT-5S", nil), ("5S", nil),
    ("PT1M1D", nil), ("PT1e300S", nil), ("PT9999999999999S", nil), ("PTS", nil), ("PT1ST2S", nil),
  ]

  @Test(arguments: lengths) func lengthsOfTimeAreRead(text: String, seconds: Double?) {
    #expect((try? ISODuration.seconds(text)) == seconds)
  }

  @Test func templatesNamePieces() throws {
    let template = try PieceTemplate("$RepresentationID$/$Bandwidth%03d$-$Number%05d$-$Time$$$.m4s")
    #expect(
      try template.text(id: "a%b", bandwidth: 9, number: 7, time: 12800)
        == "a%b/009-00007-12800$.m4s")
  }

  @Test func placesAreReadAsTheyAreWritten() {
    let place = ManifestPlace(set: 1, representation: 0)
    #expect(
      place.suffix == "#stream=2.1" && ManifestPlace(of: "http://a/b.mpd#stream=2.1") == place)
    for text in ["#stream=0.1", "#stream=1", "#stream=1.-1", "#stream=1.1.1", "stream=1.1", ""] {
      #expect(ManifestPlace(of: text) == nil, "\(text)")
    }
  }
}
