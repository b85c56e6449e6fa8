// SPDX-License-Identifier: MIT

import FaultyServer
import Foundation
import MoonreelCore
import Testing

@testable import MoonreelMedia

/// Streams of HLS on a server, read as files.
struct StreamTests {
  private func gate() -> FileGate { FileGate(folders: [], hosts: ["127.0.0.1"]) }

  private static let pictures =
    "-f lavfi -i testsrc2=s=64x48:r=25:d=4 -pix_fmt yuv420p -c:v libx264 -g 25"
  private static let sound = "-f lavfi -i sine=d=4 -c:a aac"

  /// Ways in which ffmpeg writes a stream of 100 frames.
  private static let forms = [
    "-hls_segment_filename p%d.ts", "-hls_segment_type fmp4",
    "-hls_flags single_file -hls_segment_filename all.ts",
    "-hls_flags single_file -hls_segment_type fmp4",
    "-hls_enc 1 -hls_enc_key 0123456789abcdef -hls_enc_key_url key",
  ]

  @Test(arguments: forms) func everyFrameIsThere(form: String) throws {
    let folder = try TemporaryFolder()
    try FFmpegCommand.make(
      "\(Self.pictures) -f hls -hls_time 1 -hls_list_size 0 \(form) a.m3u8", in: folder)
    if form.contains("key") {
      _ = try folder.write("0123456789abcdef", to: "key")
    }
    let server = try FaultyServer(of: folder)
    let asset = try Asset.load(path: server.address("/a.m3u8"), gate: gate())
    let track = try #require(asset.video)
    #expect(track.timeRange.duration == Time(wholeSeconds: 4), "\(track.timeRange)")
    let reader = try VideoReader(track: track, gate: gate())
    let reference = try Reference.frames(
      folder.file("a.m3u8"), input: ["-allowed_extensions", "ALL"])
    #expect(reference.count == 100)
    for number in [0, 99, 30, 31, 74, 1] where number < reference.count {
      let time = Time(flicks: Time.flicksPerSecond / 25 * Int64(number))
      let frame = try reader.frame(at: track.timeRange.start + time)
      #expect(frame.buffer.checksum == reference[number].checksum, "frame \(number)")
    }
  }

  @Test func piecesAreAskedForOnceAndNeverAgain() throws {
    let folder = try TemporaryFolder()
    try FFmpegCommand.make(
      "\(Self.pictures) -f hls -hls_time 1 -hls_list_size 0 -hls_segment_filename p%d.ts a.m3u8",
      in: folder)
    let server = try FaultyServer(of: folder)
    let cache = try TemporaryFolder()
    for round in 1...2 {
      var gate = gate()
      gate.remote = RemoteFiles(RemoteFiles.Settings(folder: cache.path))
      _ = try Asset.load(path: server.address("/a.m3u8"), gate: gate)
      #expect(server.requests.count { $0.path.hasPrefix("/p") } == 4, "round \(round)")
      #expect(server.requests.count { $0.path == "/a.m3u8" } == round)
    }
    var offline = RemoteFiles.Settings(folder: cache.path)
    offline.isOffline = true
    var gate = gate()
    gate.remote = RemoteFiles(offline)
    let before = server.requests.count
    let asset = try Asset.load(path: server.address("/a.m3u8"), gate: gate)
    #expect(asset.duration == Time(wholeSeconds: 4) && server.requests.count == before)
  }

  private func master(_ folder: TemporaryFolder) throws -> FaultyServer {
    for (height, rate) in [(24, 100_000), (48, 300_000)] {
      try FFmpegCommand.make(
        "-f lavfi -i testsrc2=s=\(height * 4 / 3)x\(height):r=25:d=2 -c:v libx264 -b:v \(rate) -pix_fmt yuv420p -f hls -hls_time 1 -hls_list_size 0 v\(height).m3u8",
        in: folder)
    }
    try FFmpegCommand.make(
      "-f lavfi -i sine=d=2 -c:a aac -f hls -hls_time 1 -hls_list_size 0 de.m3u8", in: folder)
    _ = try folder.write("WEBVTT\n\n00:00.000 --> 00:01.000\none", to: "t0.vtt")
    _ = try folder.write("WEBVTT\n\n00:01.000 --> 00:02.000\ntwo\n", to: "t1.vtt")
    _ = try folder.write(
      "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nt0.vtt\n#EXTINF:1,\nt1.vtt\n#EXT-X-ENDLIST\n",
      to: "t.m3u8")
    _ = try folder.write(
      """
      #EXTM3U
      #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="Deutsch, laut",LANGUAGE="de",DEFAULT=YES,URI="de.m3u8"
      #EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="t",NAME="Text",LANGUAGE="en",URI="t.m3u8"
      #EXT-X-STREAM-INF:BANDWIDTH=100000,RESOLUTION=32x24,AUDIO="a",SUBTITLES="t"
      v24.m3u8
      #EXT-X-STREAM-INF:BANDWIDTH=300000,RESOLUTION=64x48,AUDIO="a",SUBTITLES="t"
      v48.m3u8
      """, to: "all.m3u8")
    return try FaultyServer(of: folder)
  }

  @Test func aMasterPlaylistIsOneAsset() throws {
    let folder = try TemporaryFolder()
    let server = try master(folder)
    let asset = try Asset.load(path: server.address("/all.m3u8"), gate: gate())
    #expect(asset.tracks.map(\.mediaType) == [.video, .audio, .subtitle])
    #expect(asset.video?.video?.codedSize == PixelSize(64, 48))
    #expect(
      asset.tracks[1].languageCode == "de" && asset.tracks[1].metadata["title"] == "Deutsch, laut")
    #expect(Set(asset.tracks.map(\.trackID)).count == 3)
    let captions = try TimedTextReader(track: asset.tracks[2], gate: gate()).captions()
    #expect(captions.items.map { $0.spans.map(\.text).joined() } == ["one", "two"])
    _ = try VideoReader(track: asset.tracks[0], gate: gate()).frame(at: .zero)
  }

  private static let choices: [(VariantChoice, Int)] = [
    (.highest, 48), (.lowest, 24), (.height(48), 48), (.height(47), 24), (.height(1), 24),
    (.bandwidth(299_999), 24), (.bandwidth(300_000), 48),
  ]

  @Test(arguments: choices) func variantsAreChosen(choice: VariantChoice, height: Int) throws {
    let offers: [(height: Int?, bandwidth: Int)] = [(48, 300_000), (24, 100_000)]
    let index = try #require(choice.index(among: offers))
    #expect(offers[index].height == height)
  }

  /// Two films, each with a clock of its own, in one stream.
  @Test(arguments: [
    "-hls_segment_filename NAME-%d.ts",
    "-hls_segment_type fmp4 -hls_fmp4_init_filename NAME-i.mp4 -hls_segment_filename NAME-%d.m4s",
  ])
  func discontinuitiesAreJoined(form: String) throws {
    let folder = try TemporaryFolder()
    var lines = ["#EXTM3U", "#EXT-X-VERSION:7", "#EXT-X-TARGETDURATION:1"]
    for (name, source) in [("p0", "testsrc2"), ("p1", "testsrc"), ("p2", "smptebars")] {
      let pictures =
        "-f lavfi -i \(source)=s=64x48:r=25:d=2 -pix_fmt yuv420p -c:v libx264 -g 25"
      try FFmpegCommand.make(
        "\(pictures) -f hls -hls_time 1 -hls_list_size 0 \(form.replacing("NAME", with: name)) \(name).m3u8",
        in: folder)
      try FFmpegCommand.make("\(pictures) \(name).mkv", in: folder)
      let text = try String(contentsOfFile: folder.file("\(name).m3u8"), encoding: .utf8)
      lines += lines.count > 3 ? ["#EXT-X-DISCONTINUITY"] : []
      lines += text.split(separator: "\n").map(String.init).filter {
        !$0.hasPrefix("#") || $0.hasPrefix("#EXTINF") || $0.hasPrefix("#EXT-X-MAP")
      }
    }
    _ = try folder.write((lines + ["#EXT-X-ENDLIST", ""]).joined(separator: "\n"), to: "a.m3u8")
    let server = try FaultyServer(of: folder)
    let asset = try Asset.load(path: server.address("/a.m3u8"), gate: gate())
    let track = try #require(asset.video)
    #expect(track.timeRange.duration == Time(wholeSeconds: 6), "\(track.timeRange)")
    let reader = try VideoReader(track: track, gate: gate())
    let frames = try ["p0", "p1", "p2"].flatMap { try Reference.frames(folder.file("\($0).mkv")) }
    for number in [0, 149, 49, 50, 51, 99, 100, 75] {
      let time = Time(flicks: Time.flicksPerSecond / 25 * Int64(number))
      let frame = try reader.frame(at: track.timeRange.start + time)
      #expect(frame.buffer.checksum == frames[number].checksum, "frame \(number)")
    }
  }

  private static let refusals: [(String, String)] = [
    (
      "#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"k\"\n#EXTINF:1,\na.ts\n#EXT-X-ENDLIST",
      "encrypted by SAMPLE-AES"
    ),
    (
      "#EXT-X-KEY:METHOD=AES-128,URI=\"short\"\n#EXTINF:1,\na.ts\n#EXT-X-ENDLIST",
      "has 5 bytes, not 16"
    ),
    (
      "#EXT-X-KEY:METHOD=AES-128,URI=\"key\"\n#EXTINF:1,\na.ts\n#EXT-X-ENDLIST",
      "cannot be decrypted"
    ),
    (
      "#EXT-X-KEY:METHOD=AES-128,URI=\"key\",IV=0x12\n#EXTINF:1,\na.ts\n#EXT-X-ENDLIST",
      "no vector of 16 bytes"
    ),
    ("#EXTINF:1,\n#EXT-X-BYTERANGE:10@400\na.ts\n#EXT-X-ENDLIST", "wants the bytes 400 to 409"),
    ("#EXTINF:1,\n#EXT-X-BYTERANGE:10\na.ts\n#EXT-X-ENDLIST", "says not where it begins"),
    ("#EXTINF:1,\n#EXT-X-BYTERANGE:-1@2\na.ts\n#EXT-X-ENDLIST", "no range of bytes"),
    (
      "#EXT-X-MAP:URI=\"a.ts\"\n#EXTINF:1,\na.ts\n#EXT-X-MAP:URI=\"key\"\n#EXTINF:1,\na.ts\n#EXT-X-ENDLIST",
      "different heads"
    ),
    ("#EXT-X-ENDLIST", "names no piece"),
    ("#EXTINF:1,\nnowhere.ts\n#EXT-X-ENDLIST", "404"),
    ("#EXTINF:1,\nhttp://localhost:1/a.ts\n#EXT-X-ENDLIST", "the network is closed"),
    ("#EXTINF:1,\nfile:///etc/passwd\n#EXT-X-ENDLIST", "neither http:// nor https://"),
    ("#EXTINF:1,\na.ts", "moonreel fetch --for 30"),
  ]

  @Test(arguments: refusals) func wrongPlaylistsAreOneSentence(lines: String, words: String) throws
  {
    let folder = try TemporaryFolder()
    _ = try folder.write("#EXTM3U\n#EXT-X-TARGETDURATION:1\n\(lines)\n", to: "a.m3u8")
    _ = try folder.write(String(repeating: "x", count: 160), to: "a.ts")
    _ = try folder.write("0123456789abcdef", to: "key")
    _ = try folder.write("12345", to: "short")
    let server = try FaultyServer(of: folder)
    let error = #expect(throws: MoonreelError.self) {
      try Asset.load(path: server.address("/a.m3u8"), gate: gate())
    }
    #expect(error?.message.contains(words) == true, "\(String(describing: error))")
  }
}
