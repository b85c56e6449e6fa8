// SPDX-License-Identifier: MIT

import MoonreelCore

/// A coded track of a stream that is complete, as playlists and manifests name it.
struct StreamTrack: Hashable, Sendable {
  /// One segment.
  struct Segment: Hashable, Sendable {
    /// When it begins, in units.
    var start: Int64
    /// How long it is, in units.
    var duration: Int64
    /// Its length in bytes.
    var bytes: Int64
  }

  /// What files of it are called behind the stream's name: `720p`.
  var id: String
  /// Its codec after RFC 6381.
  var codec: String
  /// Units a second.
  var timescale: Int64
  /// In order, without gaps.
  var segments: [Segment]
  /// What it holds.
  var content: Content

  /// What a track holds.
  enum Content: Hashable, Sendable {
    case pictures(VideoEncoding)
    case sound(AudioEncoding)
  }

  /// The seconds of a segment.
  func seconds(_ segment: Segment) -> Double { Double(segment.duration) / Double(timescale) }

  /// When it ends, in seconds.
  var end: Double {
    segments.last.map { Double($0.start + $0.duration) / Double(timescale) } ?? 0
  }

  /// Bits a second of the segment that has most.
  var peakBitRate: Int {
    segments.map { Int(limiting: (Double($0.bytes * 8) / max(seconds($0), 1e-3)).rounded(.up)) }
      .max() ?? 0
  }

  /// Bits a second of all of it.
  var averageBitRate: Int {
    let bytes = segments.reduce(0) { $0 + $1.bytes }
    let length = segments.reduce(0) { $0 + seconds($1) }
    return Int(limiting: (Double(bytes * 8) / max(length, 1e-3)).rounded(.up))
  }

  /// What the file that decoders need first is called behind the stream's name.
  var initEnding: String { Self.initEnding(id) }

  /// What segment `number`, counted from 1, is called behind the stream's name.
  func segmentEnding(_ number: Int) -> String { Self.segmentEnding(id, number) }

  static func initEnding(_ id: String) -> String { "-\(id)-init.mp4" }

  static func segmentEnding(_ id: String, _ number: Int) -> String {
    let digits = "\(number)"
    return "-\(id)-" + String(repeating: "0", count: max(0, 5 - digits.count)) + digits + ".m4s"
  }
}

/// Captions of a stream: one file.
struct StreamCaptions: Hashable, Sendable {
  /// What files of it are called behind the stream's name: `captions-en`.
  var id: String
  var encoding: SubtitleEncoding

  /// What the file is called behind the stream's name.
  var fileEnding: String { "-\(id).vtt" }
}
