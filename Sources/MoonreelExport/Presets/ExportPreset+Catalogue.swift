// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia

extension ExportPreset {
  /// Every preset, in the order that documents list them.
  public static let all: [ExportPreset] =
    qualities + sizes + twoPasses + appleDevices + hevc + [hevcAlpha] + professional + web
    + soundOnly + [
      passthrough
    ]

  private static let file: [Container] = [.mp4, .mov, .mkv]
  private static let movie = file + [.cmaf]

  private static let qualities = [
    h264("low", "H.264 at low quality inside 640x360", 0.3, PixelSize(640, 360), 64),
    h264(
      "medium", "H.264 at medium quality inside 1280x720", 0.5,
      PixelSize(1280, 720), 128),
    h264("highest", "H.264 at high quality and full size", 0.75, nil, 192),
  ]

  private static let sizes = [
    ("480p", 640, 480), ("540p", 960, 540), ("720p", 1280, 720), ("1080p", 1920, 1080),
    ("2160p", 3840, 2160),
  ].map { name, width, height in
    h264(
      name, "H.264 inside \(width)x\(height)", nil, PixelSize(width, height), 160)
  }

  /// What goes to a service or a medium of a given size.
  private static let twoPasses = [
    ("720p-2pass", PixelSize(1280, 720), 5), ("1080p-2pass", PixelSize(1920, 1080), 10),
    ("2160p-2pass", PixelSize(3840, 2160), 40),
  ].map { name, size, megabits in
    preset(
      name, "H.264 inside \(size) in two passes at \(megabits) Mbit/s, \(aac(192))", file,
      video(.h264) {
        $0.maximumSize = size
        $0.bitRate = megabits * 1_000_000
        $0.passes = 2
      }, Audio(codec: .aac, bitRate: 192_000))
  }

  private static let hevc = [
    ("hevc", nil), ("hevc-1080p", PixelSize(1920, 1080)), ("hevc-2160p", PixelSize(3840, 2160)),
    ("hevc-4320p", PixelSize(7680, 4320)),
  ].map { name, size in
    preset(
      name, "HEVC \(size.map { "inside \($0)" } ?? "at full size"), \(aac(160))", movie,
      video(.hevc) { $0.maximumSize = size }, Audio(codec: .aac, bitRate: 160_000))
  }

  /// HEVC with alpha, for encoders that have it: x265 from 4.0 on, in FFmpeg from 7.1 on.
  private static let hevcAlpha = preset(
    "hevc-alpha", "HEVC with alpha where libx265 can, AAC 160 kbit/s", [.mov, .mp4],
    video(.hevc) { $0.hasAlpha = true }, Audio(codec: .aac, bitRate: 160_000))

  /// What the players of their time take: profile and level are limited.
  private static let appleDevices = [
    ("m4v-480p", PixelSize(640, 480), "main", "3.0", 128),
    ("m4v-720p", PixelSize(1280, 720), "main", "3.1", 160),
    ("m4v-1080p", PixelSize(1920, 1080), "high", "4.1", 160),
  ].map { name, size, profile, level, kilobits in
    preset(
      name, "H.264 \(profile) \(level) inside \(size) in .m4v, AAC \(kilobits) kbit/s", [.mp4],
      video(.h264) {
        $0.maximumSize = size
        $0.options = ["profile": profile, "level": level]
      }, Audio(codec: .aac, bitRate: kilobits * 1000))
  }

  private static let professional = [
    preset("prores422", "ProRes 422, 24-bit PCM", [.mov, .mkv], video(.prores422), pcm),
    preset(
      "prores4444", "ProRes 4444 with alpha, 24-bit PCM", [.mov, .mkv],
      video(.prores4444) { $0.hasAlpha = true }, pcm),
    preset(
      "dnxhr", "DNxHR HQ from 256x120 on, 24-bit PCM", [.mov, .mxf, .mkv], video(.dnxhr), pcm),
    preset(
      "mpeg2", "MPEG-2 at 15 Mbit/s, MP2 256 kbit/s, for broadcasting", [.ts, .mpg],
      video(.mpeg2) { $0.bitRate = 15_000_000 }, Audio(codec: .mp2, bitRate: 256_000)),
    preset(
      "ffv1", "FFV1 and FLAC: lossless, for archives", [.mkv], video(.ffv1), Audio(codec: .flac)),
  ]

  private static let web = [
    preset("webm", "VP9 and Opus", [.webm, .mkv], video(.vp9), opus),
    preset(
      "webm-alpha", "VP9 with alpha and Opus", [.webm, .mkv], video(.vp9) { $0.hasAlpha = true },
      opus),
    preset("av1", "AV1 and Opus", [.webm, .mp4, .mkv, .cmaf], video(.av1), opus),
    preset(
      "gif", "Animated GIF inside 480x480, without sound", [.gif],
      video(.gif) { $0.maximumSize = PixelSize(480, 480) }, nil),
    preset(
      "png", "One PNG picture a frame, with alpha, without sound", [.png],
      video(.png) { $0.hasAlpha = true }, nil),
  ]

  private static let soundOnly = [
    preset(
      "m4a", "AAC 192 kbit/s, without pictures", [.m4a], nil, Audio(codec: .aac, bitRate: 192_000)),
    preset(
      "mp3", "MP3 192 kbit/s, without pictures", [.mp3], nil, Audio(codec: .mp3, bitRate: 192_000)),
    preset("opus", "Opus 128 kbit/s, without pictures", [.opus, .ogg], nil, opus),
    preset("flac", "FLAC, 24 bits, without pictures", [.flac], nil, Audio(codec: .flac)),
    preset("wav", "PCM, 16 bits, without pictures", [.wav], nil, Audio(codec: .pcm16)),
  ]

  /// Copies packets: only for untouched segments; outside MP4 and MOV they begin at key frames.
  public static let passthrough = ExportPreset(
    name: "passthrough", summary: "Copies packets without decoding them; untouched segments only",
    containers: [.mp4, .mov, .mkv, .webm, .m4a], video: nil, audio: nil, isPassthrough: true)

  private static let pcm = Audio(codec: .pcm24)
  private static let opus = Audio(codec: .opus, bitRate: 128_000)

  private static func preset(
    _ name: String, _ summary: String, _ containers: [Container], _ video: Video?, _ audio: Audio?
  ) -> ExportPreset {
    ExportPreset(name: name, summary: summary, containers: containers, video: video, audio: audio)
  }

  private static func video(_ codec: VideoCodec, _ change: (inout Video) -> Void = { _ in })
    -> Video
  {
    var video = Video(codec: codec)
    change(&video)
    return video
  }

  /// The sound of films; see ``Audio/codec(in:)``.
  private static func aac(_ kilobits: Int) -> String { "AAC \(kilobits) kbit/s (Opus in .mkv)" }

  private static func h264(
    _ name: String, _ summary: String, _ quality: Double?, _ size: PixelSize?, _ kilobits: Int
  ) -> ExportPreset {
    let pictures = video(.h264) {
      $0.quality = quality
      $0.maximumSize = size
    }
    return preset(
      name, "\(summary), \(aac(kilobits))", movie, pictures,
      Audio(codec: .aac, bitRate: kilobits * 1000))
  }
}
