// SPDX-License-Identifier: MIT

import CFFmpeg
import Dispatch
import Foundation
import MoonreelCore
import Testing

@testable import MoonreelMedia

/// What encoders make of qualities, options, tags and threads.
@Suite("Encoders") struct EncoderTests {
  private let folder = TestFolder()
  private static let size = PixelSize(160, 96)

  @discardableResult private func write(
    _ name: String, _ container: Container, frames: Int = 12, video: VideoEncoding
  ) throws -> OutputSummary {
    let writer = try MediaWriter(
      path: folder.file(name), settings: OutputSettings(container: container, video: video),
      gate: .unrestricted)
    for index in 0..<frames {
      try writer.append(
        TestPictures.frame(index, format: video.format, size: video.size, color: video.color),
        at: Int64(index))
    }
    return try writer.finish()
  }

  private func encoding(_ codec: VideoCodec) throws -> VideoEncoding {
    VideoEncoding(codec: codec, size: Self.size, frameRate: try FrameRate(25))
  }

  @Test("the same pictures give the same bytes", arguments: [VideoCodec.h264, .hevc, .prores422])
  func deterministic(_ codec: VideoCodec) throws {
    var encoding = try encoding(codec)
    encoding.threadCount = 3
    // x264's macroblock tree reads memory it has not set, so its decisions differ from run to run.
    if codec == .h264 { encoding.options = ["mbtree": "0"] }
    try write("a.mov", .mov, video: encoding)
    try write("b.mov", .mov, video: encoding)
    let (a, b) = (
      try Data(contentsOf: URL(fileURLWithPath: folder.file("a.mov"))),
      try Data(contentsOf: URL(fileURLWithPath: folder.file("b.mov")))
    )
    #expect(a == b)
  }

  /// Exports that are checked, or stopped early, close encoders that have seen nothing, or little.
  @Test(
    "every encoder closes without a picture, and after the first", arguments: VideoCodec.allCases)
  func closing(_ codec: VideoCodec) throws {
    for name in codec.traits.encoders where avcodec_find_encoder_by_name(name) != nil {
      var encoding = try encoding(codec)
      encoding.encoder = name
      guard HardwareKind(encoder: name) == nil, (try? EncoderChoice(encoding)) != nil else {
        continue
      }
      for pictures in 0...1 {
        let encoder = try VideoEncoder(encoding, globalHeader: false)
        for index in 0..<pictures {
          let picture = TestPictures.frame(
            index, format: encoding.format, size: encoding.size, color: encoding.color)
          try encoder.encode(picture, index: Int64(index)) { _ in }
        }
        encoder.close()
      }
    }
  }

  @Test(
    "more quality takes more bytes",
    arguments: [
      (VideoCodec.h264, Container.mp4), (.hevc, .mp4), (.vp9, .webm), (.prores422, .mov),
      (.jpeg, .mov),
    ])
  func quality(_ codec: VideoCodec, _ container: Container) throws {
    var encoding = try encoding(codec)
    let sizes = try [0.0, 0.5, 1.0].map { quality in
      encoding.quality = quality
      return try write("a", container, frames: 5, video: encoding).bytes
    }
    #expect(sizes[0] < sizes[1] && sizes[1] < sizes[2], "\(sizes)")
  }

  @Test("options reach the encoder")
  func options() throws {
    var encoding = try encoding(.h264)
    encoding.options = ["crf": "45", "bf": "0", "preset": "ultrafast", "profile": "baseline"]
    try write("a.mp4", .mp4, video: encoding)
    let found = try TestShell.stream(folder.file("a.mp4"), "v")
    #expect(found["profile"] == "Constrained Baseline")
    #expect(found["has_b_frames"] == "0")
  }

  struct TagCase: CustomTestStringConvertible, Sendable {
    var codec: VideoCodec
    var container: Container
    var format: PixelFormat
    var color: ColorTags
    /// Range, matrix, transfer and primaries in ffprobe's words.
    var words: [String]
    var testDescription: String { "\(codec.rawValue) \(words.joined(separator: " "))" }
  }

  private static let hdr = ColorTags(
    matrix: .bt2020, transfer: .pq, primaries: .bt2020, range: .limited, siting: .topLeft)
  private static let full = ColorTags(
    matrix: .bt601, transfer: .bt709, primaries: .bt601x625, range: .full, siting: .left)
  private static let hdrWords = ["tv", "bt2020nc", "smpte2084", "bt2020"]
  private static let fullWords = ["pc", "bt470bg", "bt709", "bt470bg"]

  static let tagCases: [TagCase] = [
    TagCase(codec: .h264, container: .mp4, format: .yuv420(10), color: hdr, words: hdrWords),
    TagCase(codec: .hevc, container: .mp4, format: .yuv420(10), color: hdr, words: hdrWords),
    TagCase(codec: .av1, container: .mp4, format: .yuv420(10), color: hdr, words: hdrWords),
    TagCase(codec: .prores422, container: .mov, format: .yuv422(10), color: hdr, words: hdrWords),
    TagCase(codec: .ffv1, container: .mkv, format: .yuv422(10), color: hdr, words: hdrWords),
    TagCase(codec: .h264, container: .mov, format: .yuv420(), color: full, words: fullWords),
    TagCase(codec: .hevc, container: .mov, format: .yuv420(), color: full, words: fullWords),
    TagCase(codec: .ffv1, container: .mkv, format: .yuv420(), color: full, words: fullWords),
    TagCase(codec: .h264, container: .mkv, format: .yuv420(), color: full, words: fullWords),
  ]

  @Test("colour tags and the pixel aspect arrive", arguments: tagCases)
  func tags(_ test: TagCase) throws {
    var encoding = VideoEncoding(
      codec: test.codec, size: Self.size, frameRate: try FrameRate(25), format: test.format,
      color: test.color)
    encoding.pixelAspect = Rational(16, 11)
    let name = "a.\(test.container.rawValue)"
    try write(name, test.container, frames: 3, video: encoding)
    let found = try TestShell.stream(folder.file(name), "v")
    let keys = ["color_range", "color_space", "color_transfer", "color_primaries"]
    var words = keys.map { found[$0] ?? "" }
    // See ContainerTests.checkTags.
    if test.codec == .prores422, words[0] == "unknown" { words[0] = "tv" }
    #expect(words == test.words)
    #expect(found["sample_aspect_ratio"] == "16:11")
    if test.color.siting == .topLeft, test.codec == .h264 || test.codec == .hevc {
      #expect(found["chroma_location"] == "topleft")
    }
  }

  @Test(
    "chroma siting arrives", arguments: [VideoCodec.h264, .hevc], ColorTags.ChromaSiting.allCases)
  func siting(_ codec: VideoCodec, _ siting: ColorTags.ChromaSiting) throws {
    var color = ColorTags.bt709
    color.siting = siting
    let encoding = VideoEncoding(
      codec: codec, size: Self.size, frameRate: try FrameRate(25), format: .yuv420(), color: color)
    try write("a.mkv", .mkv, frames: 2, video: encoding)
    let found = try TestShell.stream(folder.file("a.mkv"), "v")
    #expect(found["chroma_location"] == siting.rawValue.lowercased())
    let asset = try Asset.load(path: folder.file("a.mkv"), gate: .unrestricted)
    #expect(asset.video?.video?.color.siting == siting)
  }

  @Test(
    "odd sizes are kept where the codec can",
    arguments: [
      (VideoCodec.vp9, Container.webm, PixelFormat.yuv420(), PixelSize(1, 1)),
      (.vp9, .webm, .yuv420(), PixelSize(33, 17)), (.av1, .mp4, .yuv420(), PixelSize(33, 17)),
      (.h264, .mp4, .yuv444(), PixelSize(33, 17)), (.ffv1, .mkv, .yuv420(), PixelSize(1, 1)),
      (.prores422, .mov, .yuv422(10), PixelSize(33, 17)), (.gif, .gif, .rgba, PixelSize(1, 1)),
      (.ffv1, .mkv, .yuv420(), PixelSize(33, 17)),
    ])
  func oddSizes(
    _ codec: VideoCodec, _ container: Container, _ format: PixelFormat, _ size: PixelSize
  ) throws {
    let encoding = VideoEncoding(
      codec: codec, size: size, frameRate: try FrameRate(25), format: format)
    let name = "a.\(container.rawValue)"
    try write(name, container, frames: 3, video: encoding)
    let found = try TestShell.stream(folder.file(name), "v")
    #expect(found["width"] == "\(size.width)" && found["height"] == "\(size.height)")
    #expect(found["nb_read_frames"] == "3")
    guard codec == .ffv1 else { return }
    let decoded = [UInt8](try TestShell.pictures(folder.file(name), "yuv420p"))
    let expected = (0..<3).flatMap {
      TestPictures.bytes(TestPictures.frame($0, format: format, size: size))
    }
    #expect(decoded == expected)
  }

  /// SVT-AV1 takes it where it runs as root.
  @Test("no encoder keeps a real-time priority") func priorities() throws {
    let encoding = VideoEncoding(
      codec: .av1, size: PixelSize(64, 64), frameRate: try FrameRate(25), format: .yuv420())
    try write("a.mp4", .mp4, frames: 2, video: encoding)
    // Within the gate no other test opens one meanwhile.
    EncoderGate.svtAV1.close(wasWorking: false) {
      let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
      #expect(!tasks.isEmpty)
      for task in tasks.compactMap({ pid_t($0) }) {
        let policy = sched_getscheduler(task)  // -1 where the thread has ended
        #expect(policy != SCHED_FIFO && policy != SCHED_RR)
      }
    }
  }

  @Test("a picture of few colours keeps them all in a GIF, and transparency")
  func exactColors() throws {
    let size = PixelSize(32, 16)
    let frame = FrameBuffer(format: .rgba, size: size, color: .srgb) { planes in
      for y in 0..<16 {
        for x in 0..<32 {
          let pixel: [UInt8] = [UInt8(x * 8), UInt8(y / 8 * 200), 77, x < 4 ? 0 : 255]
          for (index, value) in pixel.enumerated() {
            let place = y * planes[0].strideBytes + x * 4 + index
            planes[0].base.storeBytes(of: value, toByteOffset: place, as: UInt8.self)
          }
        }
      }
    }
    let encoding = VideoEncoding(codec: .gif, size: size, frameRate: try FrameRate(10))
    let writer = try MediaWriter(
      path: folder.file("a.gif"), settings: OutputSettings(container: .gif, video: encoding),
      gate: .unrestricted)
    try writer.append(frame, at: 0)
    _ = try writer.finish()
    let decoded = [UInt8](try TestShell.pictures(folder.file("a.gif"), "rgba"))
    let expected = TestPictures.bytes(frame)
    #expect(decoded.count == expected.count)
    for place in stride(from: 0, to: min(decoded.count, expected.count), by: 4) {
      #expect(decoded[place + 3] == expected[place + 3])
      if expected[place + 3] == 255 {
        #expect(decoded[place..<place + 3] == expected[place..<place + 3])
      }
    }
  }

  @Test("frames in another format, matrix or range are converted")
  func conversion() throws {
    let encoding = VideoEncoding(
      codec: .ffv1, size: Self.size, frameRate: try FrameRate(25), format: .yuv444())
    let writer = try MediaWriter(
      path: folder.file("a.mkv"), settings: OutputSettings(container: .mkv, video: encoding),
      gate: .unrestricted)
    // White is 235 in limited range, whatever it was before.
    try writer.append(
      TestPictures.flat(255, format: .rgba, size: Self.size, color: .srgb), at: 0)
    let full = ColorTags(matrix: .bt601, transfer: .bt709, primaries: .bt709, range: .full)
    try writer.append(
      TestPictures.flat(255, format: .yuv420(), size: Self.size, color: full), at: 1)
    _ = try writer.finish()
    let bytes = [UInt8](try TestShell.pictures(folder.file("a.mkv"), "yuv444p"))
    let plane = Self.size.width * Self.size.height
    for frame in 0..<2 {
      #expect(abs(Int(bytes[frame * plane * 3 + plane / 2]) - 235) <= 1)
      #expect(abs(Int(bytes[frame * plane * 3 + plane + plane / 2]) - 128) <= 1)
    }
  }

  @Test("two threads may feed one file")
  func twoThreads() throws {
    let rate = try FrameRate(25)
    let settings = OutputSettings(
      container: .mov,
      video: VideoEncoding(codec: .prores422, size: Self.size, frameRate: rate),
      audio: AudioEncoding(codec: .pcm16))
    let writer = try MediaWriter(
      path: folder.file("a.mov"), settings: settings, gate: .unrestricted)
    DispatchQueue.concurrentPerform(iterations: 2) { thread in
      for index in 0..<25 {
        if thread == 0 {
          let frame = TestPictures.frame(index, format: .yuv422(10), size: Self.size)
          try! writer.append(frame, at: Int64(index))
        } else {
          try! writer.append(TestPictures.tone(index * 1920, 1920, rate: 48_000, channels: 2))
        }
      }
    }
    let summary = try writer.finish()
    #expect(summary.frames == 25 && summary.samples == 48_000)
    #expect(try TestShell.stream(folder.file("a.mov"), "v")["nb_frames"] == "25")
    #expect(try TestShell.samples(folder.file("a.mov")).count == 96_000)
  }

  @Test("what fits into what is told the same way from both sides")
  func catalogue() {
    for container in Container.allCases {
      for codec in EncoderCatalogue.videoCodecs(in: container) {
        #expect(EncoderCatalogue.containers(holding: codec, nil).contains(container))
      }
      for codec in EncoderCatalogue.audioCodecs(in: container) {
        #expect(EncoderCatalogue.containers(holding: nil, codec).contains(container))
      }
    }
    #expect(EncoderCatalogue.defaultAudioCodec(in: .mp4, with: .h264) == .aac)
    #expect(EncoderCatalogue.defaultAudioCodec(in: .mkv, with: .ffv1) == .flac)
    #expect(EncoderCatalogue.defaultAudioCodec(in: .gif) == nil)
    #expect(EncoderCatalogue.sampleRates(for: .opus)?.contains(48_000) == true)
    let preset = EncoderCatalogue.options(for: VideoCodec.h264).first { $0.name == "crf" }
    #expect(preset?.takes.hasPrefix("a number") == true)
  }
}
