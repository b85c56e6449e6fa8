// SPDX-License-Identifier: MIT

import MoonreelCore
import Testing

@testable import MoonreelMedia

/// The sound of every real clip, equal to the ffmpeg command line's decode.
@Suite(.enabled(if: SharedMedia.isPresent, "the real clips of ../shared/media are not here"))
struct RealSoundTests {
  /// What samples after a jump may be off by: AAC's noise filling and Opus's prediction depend on all
  /// that was decoded before.
  static let clips: [(name: String, jumpTolerance: Float)] = [
    ("bunny-1080p30-h264.mp4", 0.02), ("cups-720p2997-vp9-opus.webm", 0.001),
    ("dog-1080p2997-h264-aac-up.mp4", 0.02), ("flower-540p2997-h264.mp4", 0.02),
    ("iphone-portrait-hlg-hevc10-rot90-vfr.mp4", 0.02),
    ("phone-portrait-720p-hdr10-av1.mp4", 0.02), ("music-hungarian-dance-5.ogg", 0),
    ("music-vibe-ace-40s.mp3", 0), ("speech-female-48k.wav", 0),
  ]

  @Test(arguments: clips.map(\.name))
  func decodesAsTheCommandLine(name: String) throws {
    let tolerance = Self.clips.first { $0.name == name }?.jumpTolerance ?? 0
    try SoundComparison.expectEqual(SharedMedia.clip(name), jumpTolerance: tolerance)
  }
}
