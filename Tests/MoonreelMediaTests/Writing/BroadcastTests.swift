// SPDX-License-Identifier: MIT

import Foundation
import MoonreelCore
import Testing

@testable import MoonreelMedia

/// Codecs and containers that hold only some sizes, rates and times.
@Suite("Codecs and containers of broadcasting") struct BroadcastTests {
  private let folder = TestFolder()

  private static func encoding(
    _ codec: VideoCodec, _ size: PixelSize, _ rate: (Int64, Int64) = (25, 1)
  ) throws -> VideoEncoding {
    VideoEncoding(codec: codec, size: size, frameRate: try FrameRate(rate.0, rate.1))
  }

  private static func message(_ container: Container, _ video: VideoEncoding) throws -> String {
    try #require(throws: MoonreelError.self) {
      try EncoderCatalogue.validate(OutputSettings(container: container, video: video))
    }.message
  }

  @Test("every row of DNxHD's table is the encoder's: its frames have its length", arguments: 0..<9)
  func rows(_ index: Int) throws {
    #expect(DNxHDRow.all.count == 9)
    let row = DNxHDRow.all[index]
    let qualities: [DNxProfile: Double] = [.lb: 0, .sq: 0.5, .hq: 1, .hqx: 1]
    var encoding = try Self.encoding(.dnxhd, row.size)
    (encoding.format, encoding.quality) = (.yuv422(row.bitDepth), qualities[row.profile])
    let path = folder.file("a.mov")
    let writer = try MediaWriter(
      path: path, settings: OutputSettings(container: .mov, video: encoding), gate: .unrestricted)
    try writer.append(
      TestPictures.flat(100, format: .yuv422(), size: row.size, color: encoding.color), at: 0)
    _ = try writer.finish()
    let sizes = try TestShell.output(
      "ffprobe", ["-v", "error", "-show_entries", "packet=size", "-of", "csv=p=0", path])
    #expect(
      String(decoding: sizes, as: UTF8.self).split { !$0.isNumber }.map(String.init) == [
        "\(row.frameBytes)"
      ])
    let estimate = EncoderCatalogue.estimatedBitRate(encoding)
    #expect(estimate == row.frameBytes * 8 * 25)
  }

  @Test("DNxHD refuses other sizes and rates and says which it has")
  func dnxhd() throws {
    let size = try Self.message(.mov, Self.encoding(.dnxhd, PixelSize(640, 360)))
    #expect(
      size
        == "The codec dnxhd cannot encode 640x360 with 8 bits: it has the sizes 1920x1080, 1440x1080, "
        + "1280x720, 960x720. Use one of them, or dnxhr, which has any.")
    let rate = try Self.message(.mov, Self.encoding(.dnxhd, PixelSize(1280, 720), (12, 1)))
    #expect(
      rate.hasPrefix("The codec dnxhd cannot store 12 frames a second: the nearest rate it has is"))
    let small = try Self.message(.mov, Self.encoding(.dnxhr, PixelSize(128, 96)))
    #expect(small == "The codec dnxhr cannot encode 128x96: a picture has at least 256x120 pixels.")
    var narrow = try Self.encoding(.dnxhd, PixelSize(960, 720))
    narrow.format = .yuv422(10)
    #expect(try Self.message(.mov, narrow).contains("it has the sizes 1920x1080, 1280x720."))
  }

  @Test("what has one rate refuses others, and frame times of their own")
  func rates() throws {
    let size = PixelSize(64, 64)
    #expect(
      try Self.message(.mkv, Self.encoding(.mpeg2, size, (23, 1))).hasPrefix(
        "The codec mpeg2 cannot store 23 frames a second"))
    #expect(
      try Self.message(.mxf, Self.encoding(.mpeg2, size, (12, 1))).hasPrefix(
        "A .mxf file cannot hold 12 frames a second: use 23.976, 24, 25"))
    let times = try FrameSchedule(
      [0, 1, 5].map { try Time(value: $0, timescale: 25) }, end: Time(value: 6, timescale: 25))
    for (container, codec) in [(Container.avi, VideoCodec.jpeg), (.mxf, .mpeg2), (.mkv, .mpeg2)] {
      var encoding = try Self.encoding(codec, size)
      encoding.schedule = times
      let message = try Self.message(container, encoding)
      #expect(message.contains("one frame rate for the whole film"), "\(message)")
    }
  }

  @Test("sound that a codec or a container has no place for is refused with what it has")
  func sound() throws {
    func message(_ container: Container, _ audio: AudioEncoding) throws -> String {
      let video = try Self.encoding(
        EncoderCatalogue.videoCodecs(in: container)[0], PixelSize(64, 64))
      let settings = OutputSettings(container: container, video: video, audio: audio)
      return try #require(throws: MoonreelError.self) {
        try MediaWriter(
          path: folder.file("a\(container.ending)"), settings: settings, gate: .unrestricted)
      }.message
    }
    #expect(
      try message(.ts, AudioEncoding(codec: .ac3, bitRate: 100_000)).hasPrefix(
        "The codec ac3 has no bit rate of 100000: use one of 32000, 40000, 48000"))
    #expect(
      try message(.mpg, AudioEncoding(codec: .mp2, layout: .surround51)).contains("mix them down"))
    #expect(
      try message(.mxf, AudioEncoding(codec: .pcm16, sampleRate: 44_100))
        == "A .mxf file cannot hold sound of 44100 Hz: use 48000, or write .mov.")
    #expect(
      try message(.avi, AudioEncoding(codec: .opus)).hasPrefix("A .avi file cannot hold opus"))
    #expect(folder.names.isEmpty)
  }

}
