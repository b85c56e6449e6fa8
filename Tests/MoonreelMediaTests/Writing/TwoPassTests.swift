// SPDX-License-Identifier: MIT

import Foundation
import MoonreelCore
import Testing

@testable import MoonreelMedia

/// Two passes come nearer to a bit rate than one, and leave nothing behind.
@Suite("Two passes", .serialized) struct TwoPassTests {
  private let folder = TestFolder()
  private static let size = PixelSize(128, 96)
  private static let frames = 75

  /// Still for two thirds, then noise: what one pass cannot know.
  private static func picture(_ index: Int) -> FrameBuffer {
    var state = UInt64(index + 1) &* 6_364_136_223_846_793_005
    return FrameBuffer(format: .yuv420(), size: size, color: .bt709) { planes in
      for (number, plane) in planes.enumerated() {
        for y in 0..<plane.size.height {
          for x in 0..<plane.size.width {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let noise = index > frames * 2 / 3 && number == 0 ? Int(state >> 58) : 0
            let value = UInt8(80 + (number == 0 ? (x + y) / 4 : 40) + noise)
            plane.base.storeBytes(
              of: value, toByteOffset: y * plane.strideBytes + x, as: UInt8.self)
          }
        }
      }
    }
  }

  private func encoding(_ codec: VideoCodec, passes: Int) throws -> VideoEncoding {
    var encoding = VideoEncoding(
      codec: codec, size: Self.size, frameRate: try FrameRate(25), bitRate: 300_000)
    (encoding.passes, encoding.threadCount) = (passes, 2)
    // The one that has two passes, in both.
    if codec == .av1 { encoding.encoder = "libaom-av1" }
    return encoding
  }

  private func measure(_ encoding: VideoEncoding, _ path: String, _ container: Container) throws
    -> FirstPass
  {
    let first = try FirstPass(encoding, path: path, container: container, gate: .unrestricted)
    for index in 0..<Self.frames { try first.append(Self.picture(index), at: Int64(index)) }
    return first
  }

  /// Writes the film and returns the bytes of its pictures.
  private func write(_ encoding: VideoEncoding, _ name: String, _ container: Container) throws
    -> Int
  {
    let path = folder.file(name)
    let statistics =
      encoding.passes == 2 ? try measure(encoding, path, container).finish() : nil
    if let statistics {
      #expect(statistics.byteCount > 500)
      #expect(folder.names.contains { $0.hasSuffix(".part") })
    }
    let writer = try MediaWriter(
      path: path, settings: OutputSettings(container: container, video: encoding),
      gate: .unrestricted, statistics: statistics)
    for index in 0..<Self.frames { try writer.append(Self.picture(index), at: Int64(index)) }
    #expect(try writer.finish().frames == Int64(Self.frames))
    statistics?.remove()
    let sizes = try TestShell.output(
      "ffprobe", ["-v", "error", "-show_entries", "packet=size", "-of", "csv=p=0", path])
    return String(decoding: sizes, as: UTF8.self).split { !$0.isNumber }.compactMap { Int($0) }
      .reduce(0, +)
  }

  @Test(
    "come nearer to the bit rate than one, and leave nothing but the file",
    arguments: [
      (VideoCodec.h264, Container.mp4), (.hevc, .mp4), (.vp8, .webm), (.vp9, .webm), (.mpeg2, .ts),
      (.av1, .mkv),
    ])
  func rates(_ codec: VideoCodec, _ container: Container) throws {
    let target = 300_000 / 8 * Self.frames / 25
    let one = try write(encoding(codec, passes: 1), "one\(container.ending)", container)
    let two = try write(encoding(codec, passes: 2), "two\(container.ending)", container)
    #expect(folder.names == ["one\(container.ending)", "two\(container.ending)"])
    #expect(one != two, "the statistics were used")
    // libaom spends too little on so short a film, in two passes even less than in one.
    let far = codec == .av1 ? target * 6 / 10 : max(abs(one - target), target / 10)
    #expect(abs(two - target) <= far, "one \(one), two \(two), \(target)")
    let found = try TestShell.stream(folder.file("two\(container.ending)"), "v")
    #expect(found["nb_read_frames"] == "\(Self.frames)")
  }

  @Test(
    "what the first pass learnt is gone after a cancellation", arguments: [VideoCodec.h264, .vp9])
  func cancelled(_ codec: VideoCodec) throws {
    let path = folder.file("a.mkv")
    let first = try measure(encoding(codec, passes: 2), path, .mkv)
    #expect(folder.names.count == 1)
    first.cancel()
    #expect(folder.names.isEmpty)
    // Nor does one that is forgotten leave anything.
    _ = try measure(encoding(codec, passes: 2), path, .mkv)
    #expect(folder.names.isEmpty)
  }

  @Test("what has no second pass, no rate to aim at or no file is refused")
  func refusals() throws {
    func message(_ codec: VideoCodec, _ path: String, rate: Int? = 300_000) throws -> String {
      var encoding = try encoding(codec, passes: 2)
      encoding.bitRate = rate
      return try #require(throws: MoonreelError.self) {
        try FirstPass(encoding, path: path, container: .mkv, gate: .unrestricted)
      }.message
    }
    let path = folder.file("a.mkv")
    #expect(
      try message(.ffv1, path)
        == "The encoder ffv1 of ffv1 has one pass: leave 'passes' out, or use one of h264, hevc, vp8, vp9, av1, "
        + "mpeg2.")
    #expect(try message(.h264, path, rate: nil).hasPrefix("Two passes need a bit rate to aim at"))
    #expect(try message(.h264, "-").hasPrefix("Cannot write '-' in two passes: it is no file"))
    #expect(folder.names.isEmpty)
  }
}
