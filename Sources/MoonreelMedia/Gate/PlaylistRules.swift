// SPDX-License-Identifier: MIT

import MoonreelCore

/// What playlists of HLS (`.m3u8`) may ask for. libav would follow one for ever that names itself, keep any
/// number of entries, and wait at the end of a live one until its stream ends.
struct PlaylistRules {
  /// The most bytes of one playlist.
  static let longest = 4 << 20
  /// The most entries of one: 28 hours of two seconds each.
  static let mostEntries = 50_000
  /// The most streams that the first may name.
  static let mostStreams = 200

  /// How many playlists were opened so far.
  private var count = 0

  /// Whether a file that begins with `bytes` is one.
  static func isPlaylist(_ bytes: some Collection<UInt8>) -> Bool {
    bytes.starts(with: "#EXTM3U".utf8)
  }

  /// Whether `text` is a playlist of HLS, not a list of songs.
  static func isStream(_ text: [UInt8]) -> Bool { Lines(text).isHLS }

  /// Checks the playlist `text` of the file `name`.
  ///
  /// - Throws: `MoonreelError`: `unsupportedFormat` for a live stream, `limitExceeded` else.
  mutating func admit(_ text: [UInt8], name: String) throws {
    func refusal(_ reason: String) -> MoonreelError {
      MoonreelError(.limitExceeded, "Cannot open '\(name)': \(reason).")
    }
    guard text.count <= Self.longest else {
      throw refusal("the playlist is longer than \(Self.longest >> 20) MiB")
    }
    let lines = Lines(text)
    guard lines.isHLS else { return }
    count += 1
    guard lines.streams == 0 || count == 1 else {
      throw refusal("it is a playlist of playlists that stands in another, or in itself")
    }
    guard lines.streams <= Self.mostStreams, count <= Self.mostStreams + 1 else {
      throw refusal("the playlist names more than \(Self.mostStreams) streams")
    }
    guard lines.entries <= Self.mostEntries else {
      throw refusal("the playlist has more than \(Self.mostEntries) entries")
    }
    guard lines.streams > 0 || lines.hasEnd else {
      throw MoonreelError(
        .unsupportedFormat,
        "Cannot open '\(name)': it is a live stream, a playlist without an end (#EXT-X-ENDLIST). "
          + "Record it first, 30 seconds for example, and use the file: "
          + ShellWord.line(["moonreel", "fetch", "--for", "30", "-o", "recorded", name]) + ".")
    }
  }

  /// What the lines of a playlist are about.
  private struct Lines {
    var isHLS = false
    var hasEnd = false
    var (entries, streams) = (0, 0)

    init(_ text: [UInt8]) {
      text.withUnsafeBufferPointer { text in
        for line in text.split(whereSeparator: { $0 == 10 || $0 == 13 }) {
          note(line)
        }
      }
    }

    private mutating func note(_ line: Slice<UnsafeBufferPointer<UInt8>>) {
      if line.starts(with: "#EXTINF:".utf8) { entries += 1 }
      guard line.starts(with: "#EXT-X-".utf8) else { return }
      let tag = line.dropFirst("#EXT-X-".utf8.count)
      if tag.starts(with: "ENDLIST".utf8) { hasEnd = true }
      if tag.starts(with: "STREAM-INF:".utf8) || tag.starts(with: "MEDIA:".utf8) { streams += 1 }
      let marks = ["STREAM-INF:", "TARGETDURATION:", "MEDIA-SEQUENCE:"]
      if marks.contains(where: { tag.starts(with: $0.utf8) }) { isHLS = true }
    }
  }
}
