// SPDX-License-Identifier: MIT

import Foundation
import MoonreelCore
import Testing

@testable import MoonreelMedia

/// Every codec with every chroma subsampling and bit depth: what was asked for is in the file, or a sentence
/// says what the codec has.
@Suite("Chroma subsampling and bit depth", .serialized) struct ChromaTests {
  struct Case: CustomTestStringConvertible, Sendable {
    var codec: VideoCodec
    var chroma: ChromaSubsampling
    var bitDepth: Int
    var testDescription: String { "\(codec.rawValue) \(chroma.rawValue) \(bitDepth)" }
  }

  static let cases = VideoCodec.allCases.filter(EncoderCatalogue.isAvailable).flatMap { codec in
    ChromaSubsampling.allCases.flatMap { chroma in
      [8, 10, 12, 16].map { Case(codec: codec, chroma: chroma, bitDepth: $0) }
    }
  }

  /// What the ffmpeg program says that the encoders of each codec take.
  private static let formats: [VideoCodec: Set<String>] = Dictionary(
    uniqueKeysWithValues: VideoCodec.allCases.map { ($0, (try? formats(of: $0)) ?? []) })

  private static func formats(of codec: VideoCodec) throws -> Set<String> {
    var found: Set<String> = []
    for name in codec.traits.encoders {
      let text = try TestShell.output("ffmpeg", ["-v", "error", "-h", "encoder=\(name)"])
      let lines = String(decoding: text, as: UTF8.self).split(separator: "\n")
      let line = lines.first { $0.contains("Supported pixel formats: ") } ?? ""
      found.formUnion(line.split(separator: " ").map(String.init))
    }
    return found
  }

  /// What the codec is by definition, whatever its encoder takes.
  private static func isDefined(_ test: Case) -> Bool {
    switch test.codec {
    case .prores422: test.chroma == .yuv422
    case .prores4444: test.chroma == .yuv444
    case .dnxhd: test.chroma == .yuv422
    // Pictures are red, green and blue.
    case .tiff, .webp: false
    default: true
    }
  }

  @Test("is in the file, or a sentence lists what the codec has", arguments: cases)
  func stored(_ test: Case) throws {
    let format = PixelFormat(
      family: .yuv, packing: .planar, bitDepth: test.bitDepth,
      chromaShiftX: test.chroma == .yuv444 ? 0 : 1, chromaShiftY: test.chroma == .yuv420 ? 1 : 0)
    let name = ffmpegName(format)
    guard Self.isDefined(test), Self.formats[test.codec]?.contains(name) == true else {
      return try checkSentence(test)
    }
    let found = try EncoderCatalogue.format(
      of: test.codec, chroma: test.chroma, bitDepth: test.bitDepth, alpha: false, color: .bt709)
    #expect(found == format)
    try checkFile(test, format, name)
  }

  private func checkSentence(_ test: Case) throws {
    let error = try #require(throws: MoonreelError.self) {
      try EncoderCatalogue.format(
        of: test.codec, chroma: test.chroma, bitDepth: test.bitDepth, alpha: false, color: .bt709)
    }
    #expect(error.message.hasPrefix("The codec \(test.codec.rawValue) "), "\(error.message)")
    let asked = " has no \(test.chroma.rawValue) with \(test.bitDepth) bits: it "
    #expect(error.message.contains(asked), "\(error.message)")
    for format in EncoderCatalogue.formats(for: test.codec) {
      #expect(error.message.contains(format.chroma?.rawValue ?? "without chroma subsampling"))
      #expect(error.message.contains("\(format.bitDepth)"))
    }
  }

  private func checkFile(_ test: Case, _ format: PixelFormat, _ name: String) throws {
    let folder = TestFolder()
    let container = try #require(EncoderCatalogue.containers(holding: test.codec, nil).first)
    let path = folder.file("a\(container.ending)")
    let size =
      switch test.codec {
      case .dnxhd: PixelSize(1280, 720)
      case .dnxhr: test.codec.testSize
      default: PixelSize(64, 64)
      }
    let encoding = VideoEncoding(
      codec: test.codec, size: size, frameRate: try FrameRate(25), format: format)
    let writer = try MediaWriter(
      path: path, settings: OutputSettings(container: container, video: encoding),
      gate: .unrestricted)
    var expected: [UInt8] = []
    for index in 0..<(size.width > 256 ? 1 : 2) where !container.holdsOnePicture || index == 0 {
      let frame = TestPictures.frame(index, format: format, size: size, color: encoding.color)
      expected += TestPictures.bytes(frame)
      try writer.append(frame, at: Int64(index))
    }
    _ = try writer.finish()
    // JPEG's full range is a part of its old names; libav decodes all ProRes 4444 with 12 bits.
    let stored =
      switch test.codec {
      case .jpeg: name.replacing("yuv", with: "yuvj")
      case .prores4444: "yuv444p12le"
      default: name
      }
    #expect(try TestShell.stream(path, "v")["pix_fmt"] == stored)
    let decoded = [UInt8](try TestShell.pictures(path, test.codec == .jpeg ? stored : name))
    try #require(decoded.count == expected.count)
    #expect(TestPictures.psnr(decoded, expected, bitDepth: test.bitDepth) > 30)
  }

  @Test(
    "one of the two is enough: the other is the codec's usual one, or the nearest that goes with it"
  )
  func alone() throws {
    func format(
      _ codec: VideoCodec, _ chroma: ChromaSubsampling?, _ depth: Int?, _ color: ColorTags = .bt709
    ) throws -> PixelFormat {
      try EncoderCatalogue.format(
        of: codec, chroma: chroma, bitDepth: depth, alpha: false, color: color)
    }
    var hdr = ColorTags.bt709
    hdr.transfer = .pq
    #expect(try format(.h264, .yuv422, nil) == .yuv422())
    #expect(try format(.h264, .yuv444, nil, hdr) == .yuv444(10))
    #expect(try format(.h264, nil, 10) == .yuv420(10))
    #expect(try format(.prores422, nil, 10) == .yuv422(10))
    #expect(try format(.jpeg, .yuv420, nil) == .yuv420())
    #expect(try format(.png, nil, 16) == .rgb48)
    #expect(try format(.ffv1, nil, nil) == .yuv420())
  }

  @Test("with alpha the codec's formats with alpha count", arguments: [VideoCodec.vp9, .ffv1])
  func alpha(_ codec: VideoCodec) throws {
    let format = try EncoderCatalogue.format(
      of: codec, chroma: .yuv420, bitDepth: 8, alpha: true, color: .bt709)
    #expect(format == .yuv420(alpha: true))
    let error = try #require(throws: MoonreelError.self) {
      try EncoderCatalogue.format(
        of: codec, chroma: .yuv420, bitDepth: 12, alpha: true, color: .bt709)
    }
    #expect(error.message.contains("with alpha has no 4:2:0 with 12 bits: it has 4:2:0"))
  }
}
