// SPDX-License-Identifier: MIT

import MoonreelCore

@testable import MoonreelModel

/// Made-up files, times in tests' own short words, and numbers that look random but never change.
enum Fixture {
  static func video(
    _ path: String = "a.mp4", seconds: Double = 10, start: Double = 0,
    size: PixelSize = PixelSize(1920, 1080), rate: FrameRate? = try? FrameRate(30),
    turned degrees: Double = 0, still: Bool = false, stream: Int = 0
  ) -> AssetTrack {
    let turn = AffineTransform(rotationDegrees: degrees)
    let box = turn.boundingBox(of: Rect(origin: .zero, size: size.size))
    let upright = turn.followed(by: AffineTransform(translationX: -box.minX, y: -box.minY))
    return AssetTrack(
      path: path, streamIndex: stream, trackID: stream + 1, mediaType: .video, codecName: "h264",
      timeRange: range(start, start + (still ? 0 : seconds)), timeBase: Rational(1, 15360),
      video: AssetTrack.Video(
        codedSize: size, pixelAspect: .one, preferredTransform: upright, nominalFrameRate: rate,
        minFrameDuration: nil, isVariableFrameRate: false, requiresFrameReordering: false,
        color: .bt709, isColorTagged: true, pixelFormatName: "yuv420p", format: .yuv420(),
        isNativeFormat: true, hasAlpha: false, isStillImage: still))
  }

  static func other(
    _ type: MediaType, _ path: String = "a.mp4", seconds: Double = 10, start: Double = 0,
    stream: Int = 1, language: String? = nil
  ) -> AssetTrack {
    AssetTrack(
      path: path, streamIndex: stream, trackID: stream + 1, mediaType: type,
      codecName: type == .audio ? "aac" : "text", timeRange: range(start, start + seconds),
      timeBase: Rational(1, 48000), languageCode: language,
      audio: type == .audio
        ? AssetTrack.Audio(sampleRate: 48000, layout: .stereo, layoutName: "stereo") : nil)
  }

  static func asset(_ path: String = "a.mp4", _ tracks: [AssetTrack]) -> Asset {
    Asset(
      path: path, formatName: "mov", duration: tracks.map(\.timeRange.end).max() ?? .zero,
      tracks: tracks)
  }

  static func time(_ seconds: Double) -> Time {
    guard let time = try? Time(seconds: seconds) else { preconditionFailure("not a time") }
    return time
  }

  static func range(_ from: Double, _ to: Double) -> TimeRange {
    TimeRange(start: time(from), end: time(to))
  }

  /// A video track on which A [0, 5), B [5, 10) and C [10, 15) follow each other.
  static func abc() throws -> Track {
    var track = Track(id: TrackID(1), mediaType: .video)
    for name in ["a", "b", "c"] {
      try track.insert(range(0, 5), of: .asset(video(name)))
    }
    return track
  }
}

extension Track {
  /// The segments as one line: `a[0 5) gap[5 6) b[1 2)x2`, sources with their own ranges where they differ
  /// from zero.
  var line: String {
    segments.map { segment in
      let target = segment.targetRange.line
      guard let source = segment.source else { return "gap\(target)" }
      let own =
        "\(segment.sourceRange.start.seconds.shortText) "
        + "\(segment.sourceRange.end.seconds.shortText)"
      let rate = segment.rate == .one ? "" : " x\(segment.rate)"
      let name = source.name.split(separator: "#").first.map(String.init) ?? source.name
      return "\(name)\(target)<\(own)\(rate)\(segment.isReversed ? " reversed" : "")>"
    }.joined(separator: " ")
  }
}

/// SplitMix64: the same numbers on every run.
struct Dice: RandomNumberGenerator {
  var state: UInt64
  init(_ seed: UInt64) { state = seed }
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

/// The message of the error that `body` throws; `nil` where it throws none.
func refusal(_ body: () throws -> Void) -> String? {
  do {
    try body()
    return nil
  } catch let error as MoonreelError {
    return error.message
  } catch {
    return "\(error)"
  }
}

/// Ten seconds of sound.
struct Tone: Source {
  var mediaType: MediaType { .audio }
  var duration: Time? { Fixture.time(10) }
  var naturalSize: PixelSize { PixelSize(0, 0) }
}
