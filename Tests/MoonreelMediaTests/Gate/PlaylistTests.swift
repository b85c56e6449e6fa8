// SPDX-License-Identifier: MIT

import Foundation
import MoonreelCore
import Testing

@testable import MoonreelMedia

/// Playlists that ask for too much: themselves, each other, any number of entries.
struct PlaylistTests {
  private func refusal(_ files: [String: String]) throws -> MoonreelError? {
    let folder = try TemporaryFolder()
    for (name, text) in files { _ = try folder.write(text, to: name) }
    return #expect(throws: MoonreelError.self) {
      try Asset.load(path: folder.file("a.m3u8"), gate: FileGate(folders: [folder.path]))
    }
  }

  private func master(_ names: [String]) -> String {
    "#EXTM3U\n" + names.map { "#EXT-X-STREAM-INF:BANDWIDTH=1000\n\($0)\n" }.joined()
  }

  private func list(_ entries: [String], end: String = "#EXT-X-ENDLIST\n") -> String {
    "#EXTM3U\n#EXT-X-TARGETDURATION:2\n" + entries.map { "#EXTINF:2.0,\n\($0)\n" }.joined() + end
  }

  @Test func circlesAreRefused() throws {
    for files in [
      ["a.m3u8": master(["a.m3u8"])], ["a.m3u8": master(["b.m3u8"]), "b.m3u8": master(["a.m3u8"])],
      ["a.m3u8": master(["a.m3u8?1", "a.m3u8", "b.m3u8"]), "b.m3u8": master(["b.m3u8"])],
    ] {
      let error = try refusal(files)
      #expect(error?.code == .limitExceeded, "\(files): \(String(describing: error))")
      #expect(error?.message.contains("playlist of playlists") == true)
    }
  }

  @Test func countsAndLengthsAreBounded() throws {
    let limits: [(String, String)] = [
      (master((0...200).map { "s\($0).m3u8" }), "more than 200 streams"),
      (list(Array(repeating: "a.ts", count: 50_001)), "more than 50000 entries"),
      (list([], end: String(repeating: "#\n", count: 3 << 20)), "longer than 4 MiB"),
      (list(["a.ts"], end: ""), "it is a live stream"),
    ]
    for (text, words) in limits {
      let error = try refusal(["a.m3u8": text])
      #expect(error?.message.contains(words) == true, "\(String(describing: error))")
    }
  }

  @Test func missingEntriesEndSoon() throws {
    let began = ContinuousClock.now
    _ = try refusal(["a.m3u8": list((0..<40_000).map { "missing\($0).ts" })])
    _ = try refusal(["a.m3u8": list(Array(repeating: "a.m3u8", count: 40_000))])
    #expect(ContinuousClock.now - began < .seconds(30))
  }

  /// Lists of songs, without the marks of HLS, are none of its business.
  @Test func otherListsAreNoMedia() throws {
    let error = try refusal(["a.m3u8": "#EXTM3U\n#EXTINF:123,A song\nsong.mp3\n"])
    #expect(error?.code == .unsupportedFormat)
    #expect(error?.message.contains("live") == false, "\(String(describing: error))")
  }
}
