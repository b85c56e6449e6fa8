// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// Small media files made by the ffmpeg command line, once for all tests.
enum Clip {
  /// One second of moving bars with a tone: H.264 and AAC at 25 frames a second, 64x48.
  static let mp4 = made(
    "clip.mp4",
    "-f lavfi -i testsrc=size=64x48:rate=25:duration=1 -f lavfi -i sine=duration=1"
      + " -c:v libx264 -preset ultrafast -pix_fmt yuv420p -c:a aac")
  /// Three seconds of moving bars with a tone.
  static let card = made(
    "card.mp4",
    "-f lavfi -i testsrc=size=64x36:rate=30:duration=3 -f lavfi -i sine=duration=3"
      + " -c:v libx264 -preset ultrafast -pix_fmt yuv420p -c:a aac")
  /// The first in WebM, VP9 and Opus.
  static let webm = made(
    "clip.webm",
    "-f lavfi -i testsrc=size=64x48:rate=25:duration=1 -f lavfi -i sine=duration=1"
      + " -c:v libvpx-vp9 -deadline realtime -c:a libopus")
  /// A tone alone.
  static let wav = made("tone.wav", "-f lavfi -i sine=duration=1")
  /// One picture.
  static let png = made("still.png", "-f lavfi -i testsrc=size=64x48 -frames:v 1")
  /// Moving pictures in the oldest way.
  static let gif = made("moving.gif", "-f lavfi -i testsrc=size=32x24:rate=5:duration=1")

  private static let folder = Result { try TemporaryFolder() }

  private static func made(_ name: String, _ arguments: String) -> Task<Data, any Error> {
    Task {
      let folder = try folder.get()
      let path = folder.path(name)
      let ffmpeg = try await Program.shell(
        "ffmpeg -nostdin -v error -y \(arguments) '\(path)'", in: folder.url)
      try #require(ffmpeg.code == 0, "ffmpeg made no \(name): \(ffmpeg.errors)")
      return folder.data(name)
    }
  }
}
