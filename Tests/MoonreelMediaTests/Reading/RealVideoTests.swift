// SPDX-License-Identifier: MIT

import MoonreelCore
import Testing

@testable import MoonreelMedia

/// Every real clip, decoded to the same frames as the ffmpeg command line gives.
@Suite(.enabled(if: SharedMedia.isPresent, "the real clips of ../shared/media are not here"))
struct RealVideoTests {
  static let clips: [(name: String, input: [String])] = [
    ("bokeh-1080p2997-h264.mp4", []), ("bunny-1080p30-h264.mp4", []),
    ("bunny-1080p30-hevc10.mp4", []), ("cups-720p-vfr-h264.mp4", []),
    ("cups-720p2997-vp9-opus.webm", []), ("dog-1080p2997-h264-aac-up.mp4", []),
    ("flower-540p2997-h264.mp4", []), ("hands-540p2997-prores4444-alpha.mov", []),
    ("hands-720p2997-vp9-alpha.webm", ["-c:v", "libvpx-vp9"]),
    ("iphone-portrait-hlg-hevc10-rot90-vfr.mp4", []), ("juggle-720p24-h264.mp4", []),
    ("phone-portrait-720p-hdr10-av1.mp4", []), ("photo-camera-4032x3024-exif-rot.jpg", []),
    ("photo-pittaway.jpg", []), ("road-1080p25-h264-aac-up.mp4", []),
    ("street-480x270-anim.gif", []), ("hands-960x540-alpha.png", []),
    ("lizard-320x229-alpha.png", []),
  ]

  @Test(arguments: clips.map(\.name))
  func decodesAsTheCommandLine(name: String) throws {
    let path = SharedMedia.clip(name)
    let input = Self.clips.first { $0.name == name }?.input ?? []
    let expected = try Reference.frames(path, input: input)
    try FrameComparison.expectEqual(path, expected)
  }
}
