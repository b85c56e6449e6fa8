// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelExport
import MoonreelMedia
import MoonreelModel

/// Media files: their headers are read, two pictures and a block of sound are decoded. The first byte says
/// which ending the file has.
enum MediaTarget: FuzzTarget {
  static let name = "media"
  static let shortRunCount = 300

  private static let endings = [
    "mp4", "mov", "mkv", "webm", "avi", "ts", "flv", "gif", "png", "webp", "jpg", "wav", "flac",
    "mp3",
    "ogg", "m3u8", "wmv", "bin", "avif",
  ]

  /// Tiny films that ffmpeg makes.
  static func seeds() throws -> [[UInt8]] {
    let folder = try ScratchFolder()
    let picture = "-f lavfi -i testsrc=size=32x18:rate=25:duration=0.2"
    let sound = "-f lavfi -i sine=frequency=440:duration=0.2"
    let codecs = [
      ("mp4", "\(picture) \(sound) -c:v libx264 -c:a aac"), ("mov", "\(picture) -c:v prores_ks"),
      ("mkv", "\(picture) \(sound) -c:v ffv1 -c:a libvorbis"),
      ("webm", "\(picture) \(sound) -c:v libvpx-vp9 -c:a libopus"),
      ("avi", "\(picture) \(sound) -c:v mpeg4 -c:a pcm_s16le"),
      ("ts", "\(picture) \(sound) -c:v mpeg2video -c:a mp2"), ("flv", "\(picture) -c:v flv1"),
      ("gif", picture), ("png", "\(picture) -frames:v 1"), ("webp", "\(picture) -c:v libwebp_anim"),
      ("jpg", "\(picture) -frames:v 1 -pix_fmt yuvj420p"), ("wav", sound), ("flac", sound),
      ("mp3", sound),
      ("ogg", sound), ("avif", "\(picture) -frames:v 1 -c:v libaom-av1 -still-picture 1"),
    ]
    return try codecs.map { ending, words in
      try folder.ffmpeg("\(words) film.\(ending)")
      return [kind(ending)] + (try folder.read("film.\(ending)"))
    }
  }

  private static func kind(_ ending: String) -> UInt8 { UInt8(endings.firstIndex(of: ending) ?? 0) }

  static func take(_ input: [UInt8]) throws {
    var source = ByteSource(input)
    let ending = source.pick(endings)
    let folder = try ScratchFolder()
    let path = try folder.write(source.rest(), to: "film.\(ending)")
    let gate = FileGate(folders: [folder.path])
    let asset = try Asset.load(path: path, gate: gate)
    if !asset.tracks(.video).isEmpty {
      var timeline = Timeline()
      let duration = asset.duration > .zero ? asset.duration : Time(wholeSeconds: 1)
      try timeline.insert(TimeRange(start: .zero, duration: duration), of: asset, at: nil)
      try Drawn.film(ExportRequest(timeline: timeline), gate: gate)
    }
    if let track = asset.tracks(.audio).first {
      let reader = try AudioReader(track: track, sampleRate: 48_000, layout: .stereo, gate: gate)
      _ = try reader.read(from: 100, frameCount: 4096)
    }
  }
}
