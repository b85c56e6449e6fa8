// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import moonreel

@Suite("moonreel probe")
struct ProbeTests {
  @Test("a film's tracks, in words")
  func text() async throws {
    let folder = try TemporaryFolder()
    try await folder.write("clip.mp4", Clip.mp4.value)
    let result = try await Program.moonreel(["probe", "clip.mp4"], in: folder.url)
    #expect(result.code == 0)
    #expect(result.errors.isEmpty)
    for words in [
      "2 tracks", "video  h264", "64x48, yuv420p", "25.000 frames a second", "audio  aac",
      "44100 Hz, mono",
    ] {
      #expect(result.output.contains(words), "\(words) in \(result.output)")
    }
  }

  @Test("a film's tracks, as JSON")
  func json() async throws {
    let folder = try TemporaryFolder()
    try await folder.write("clip.mp4", Clip.mp4.value)
    let result = try await Program.moonreel(["probe", "--json", "clip.mp4"], in: folder.url)
    #expect(result.code == 0)
    let asset = try #require(
      try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    let tracks = try #require(asset["tracks"] as? [[String: Any]])
    #expect(tracks.map { $0["type"] as? String } == ["video", "audio"])
    let video = try #require(tracks[0]["video"] as? [String: Any])
    #expect(video["display_size"] as? [Int] == [64, 48])
    #expect(video["nominal_frame_rate"] as? String == "25")
    let audio = try #require(tracks[1]["audio"] as? [String: Any])
    #expect(audio["sample_rate"] as? Int == 44100)
  }

  @Test("--loudness says how loud each track is, in words and as JSON") func loudness() async throws
  {
    let folder = try TemporaryFolder()
    try await folder.write("clip.mp4", Clip.mp4.value)
    let text = try await Program.moonreel(["probe", "--loudness", "clip.mp4"], in: folder.url)
    // A sine of ffmpeg's has an eighth of full scale, -18 dB: 3 less on one loudspeaker.
    #expect(
      text.output.contains(
        #/sound: -2[12]\.[0-9] LUFS, range 0\.0 LU, true peak -1[78]\.[0-9] dBTP/#),
      "\(text.output)")
    #expect(
      !(try await Program.moonreel(["probe", "clip.mp4"], in: folder.url)).output.contains("LUFS"))
    let result = try await Program.moonreel(
      ["probe", "--loudness", "--json", "clip.mp4"], in: folder.url)
    let asset = try #require(
      try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    let tracks = try #require(asset["tracks"] as? [[String: Any]])
    #expect(tracks[0]["loudness"] == nil)
    let levels = try #require(tracks[1]["loudness"] as? [String: Double])
    #expect(
      Set(levels.keys) == [
        "integrated", "range", "max_momentary", "max_short_term", "true_peak", "sample_peak",
      ])
    #expect(abs(try #require(levels["integrated"]) + 21.8) < 0.5)
  }

  @Test("numbered pictures are one film")
  func pictures() async throws {
    let folder = try TemporaryFolder()
    for number in 1...5 { try await folder.write("shot_000\(number).png", Clip.png.value) }
    let result = try await Program.moonreel(
      ["probe", "shot_%04d.png", "--fps", "10"], in: folder.url)
    #expect(result.code == 0, "\(result.errors)")
    #expect(result.output.contains("0.500 s"))
  }

  @Test("what a playlist names outside is refused")
  func gate() async throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "list.m3u8", "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\n/etc/passwd\n#EXT-X-ENDLIST\n")
    let result = try await Program.moonreel(["probe", "list.m3u8"], in: folder.url)
    #expect(
      result.code == moonreel.ExitStatus.file.rawValue
        || result.code == moonreel.ExitStatus.media.rawValue)
    #expect(result.errors.hasPrefix("error: Cannot "))
  }
}
