// SPDX-License-Identifier: MIT

import CFFmpeg
import Foundation
import MoonreelCore
import Testing

@testable import MoonreelMedia

/// Every encoder of pictures that libav has here, in a container that holds it: what is read is what ffmpeg
/// decodes from the beginning on, frame by frame, and the same again in any order.
///
/// With `MOONREEL_WIDE_SWEEP=1` every encoder is tried in every container.
struct PictureSweepTests {
  /// What an encoder needs beside the usual.
  private static let special: [String: String] = [
    "dvvideo": "-s 720x576 -pix_fmt yuv420p", "dnxhd": "-s 1280x720 -pix_fmt yuv422p -b:v 60M",
    "libtheora": "-b:v 300k", "libsvtav1": "-preset 12", "libaom-av1": "-cpu-used 8",
    "librav1e": "-speed 10", "libvpx-vp9": "-cpu-used 8", "libvpx": "-auto-alt-ref 1 -b:v 300k",
    "libx265": "-x265-params log-level=none", "h261": "-b:v 200k",
    // Its B-frames get no times of their own from libav's encoder.
    "libxvid": "-bf 0",
  ]
  /// Those that no decoder of ours reads: hardware's, frames in memory, and what libav 5.1 only writes.
  private static let unread: Set = [
    "a64multi", "a64multi5", "wrapped_avframe", "vnull", "vbn", "xface",
  ]
  private static let containers = [
    "mkv", "mov", "avi", "nut", "webm", "mp4", "ts", "mpg", "flv", "ogg", "asf", "rm", "gxf", "mxf",
    "swf", "gif", "apng", "ivf", "amv", "webp",
  ]
  /// Where a narrow sweep looks, but for encoders that have a container of their own.
  private static let usualContainers = ["mkv", "mov", "avi"]
  private static let ownContainers = [
    "gif": "gif", "apng": "apng", "rv10": "rm", "rv20": "rm", "flashsv2": "flv",
  ]

  /// Names of libav's software encoders of pictures, one of each codec that it can decode.
  static let encoders: [String] = {
    var names: [String] = []
    var state: UnsafeMutableRawPointer?
    while let codec = av_codec_iterate(&state) {
      let name = String(cString: codec.pointee.name)
      let hardware = AV_CODEC_CAP_HARDWARE | AV_CODEC_CAP_HYBRID
      guard av_codec_is_encoder(codec) != 0, codec.pointee.type == AVMEDIA_TYPE_VIDEO,
        codec.pointee.capabilities & hardware == 0, !unread.contains(name),
        !["_v4l2m2m", "_omx", "_vaapi", "_qsv", "_nvenc", "_mf", "_amf"].contains(
          where: name.hasSuffix),
        avcodec_find_decoder(codec.pointee.id) != nil
      else { continue }
      names.append(name)
    }
    return names
  }()

  private static func has(_ property: Int32, _ encoder: String) -> Bool {
    guard let codec = avcodec_find_encoder_by_name(encoder) else { return false }
    return (avcodec_descriptor_get(codec.pointee.id)?.pointee.props ?? 0) & property != 0
  }

  @Test(arguments: encoders) func framesAreWhatTheDecoderGives(encoder: String) throws {
    let isWide = ProcessInfo.processInfo.environment["MOONREEL_WIDE_SWEEP"] == "1"
    let narrow = Self.ownContainers[encoder].map { [$0] } ?? Self.usualContainers
    var tried = 0
    for container in isWide ? Self.containers : narrow {
      let folder = try TemporaryFolder()
      guard let (path, expected) = Self.make(encoder, container, folder) else { continue }
      try Self.check(path, expected, "\(encoder) in \(container)")
      tried += 1
      if !isWide { return }
    }
    if tried == 0 { print("pictures of \(encoder): no file here holds them; not tested") }
  }

  /// A film of `encoder` in `container` with short groups; `nil` where ffmpeg does not write or read it.
  private static func make(
    _ encoder: String, _ container: String, _ folder: TemporaryFolder
  ) -> (path: String, frames: [ReferenceFrame])? {
    let path = folder.file("a." + container)
    let isIntraOnly = Self.has(AV_CODEC_PROP_INTRA_ONLY, encoder)
    let codec = avcodec_find_encoder_by_name(encoder)
    let reorders = codec.map { $0.pointee.capabilities & AV_CODEC_CAP_DELAY != 0 } ?? false
    let own = (special[encoder] ?? "").split(separator: " ").map(String.init)
    let plain = isIntraOnly ? [] : ["-g", "7"]
    for groups in reorders && !isIntraOnly ? [plain + ["-bf", "2"], plain] : [plain] {
      let line =
        [
          "-f", "lavfi", "-i", "testsrc2=s=176x144:r=25:d=\(isIntraOnly ? 0.2 : 0.68)", "-c:v",
          encoder, "-strict", "-2",
        ]
        + groups + own + [path]
      if (try? FFmpegCommand.run(line)) != nil, let frames = try? Reference.frames(path),
        frames.count > 4
      {
        return (path, frames)
      }
    }
    return nil
  }

  static func check(
    _ path: String, _ expected: [ReferenceFrame], _ what: String
  ) throws {
    let log = WarningLog()
    let asset = try Asset.load(
      path: path, options: AssetOptions(deinterlacing: .never), gate: .unrestricted, warnings: log)
    let track = try #require(asset.video, "\(what)")
    func open() throws -> VideoReader {
      try VideoReader(track: track, gate: .unrestricted, warnings: log)
    }
    let linear = try open()
    let times = linear.index.slots.map(\.time)
    #expect(times.count == expected.count, "\(what): frames")
    let found = try times.map { try linear.frame(at: $0).buffer.checksum }
    let decoded = av_get_pix_fmt(track.video?.pixelFormatName ?? "")
    if let format = track.video?.format, PixelFormat(native: decoded) == format {
      let wrong = zip(found, expected).enumerated().filter { $1.0 != $1.1.checksum }.map(\.offset)
      #expect(wrong.isEmpty, "\(what): other frames than ffmpeg's: \(wrong)")
    }
    let shuffled = try open()
    var wrong: [Int] = []
    for number in order(times.count) {
      let frame = try shuffled.frame(at: times[number])
      if frame.buffer.checksum != found[number] || frame.time != times[number] {
        wrong.append(number)
      }
    }
    #expect(wrong.isEmpty, "\(what): other frames after jumps: \(wrong)")
    let reverse = try open()
    wrong = try times.indices.reversed().filter { number in
      let end = number + 1 < times.count ? times[number + 1] : times[number] + Time(wholeSeconds: 1)
      return try reverse.frame(before: end).buffer.checksum != found[number]
    }
    #expect(wrong.isEmpty, "\(what): other frames backwards: \(wrong)")
    #expect(log.all.isEmpty, "\(what): \(log.all.map(\.message))")
  }

  /// Every number below `count` once, out of order.
  private static func order(_ count: Int) -> [Int] {
    var state: UInt64 = 42
    return (0..<count).map { number in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return (key: state >> 33, number: number)
    }.sorted { $0.key < $1.key }.map(\.number)
  }

  /// Where every packet is flagged a key frame, the pictures' own headers say which are.
  @Test(arguments: ["cinepak", "h263"]) func falseKeyFramesAreFoundOut(encoder: String) throws {
    let folder = try TemporaryFolder()
    guard let (path, expected) = Self.make(encoder, "avi", folder) else {
      print("pictures of \(encoder): ffmpeg does not write them; not tested")
      return
    }
    var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    // The index at the end: 16 bytes for each packet, the second word its flags.
    let start = try #require(bytes.range(of: Data("idx1".utf8), options: .backwards)).upperBound + 4
    for entry in stride(from: start, to: start + 16 * expected.count, by: 16) {
      bytes[entry + 4] = 0x10
    }
    try bytes.write(to: URL(fileURLWithPath: path))
    try Self.check(path, expected, "\(encoder) with false key frames")
  }
}
