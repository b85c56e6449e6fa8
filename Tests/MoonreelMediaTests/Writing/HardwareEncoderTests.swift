// SPDX-License-Identifier: MIT

import CFFmpeg
import Foundation
import MoonreelCore
import Testing

@testable import MoonreelMedia

/// Encoders by name: where the machine has the hardware, a film; where not, what is missing.
@Suite("Encoders by name", .serialized) struct HardwareEncoderTests {
  private let folder = TestFolder()

  static let names = VideoCodec.allCases.flatMap { codec in
    codec.traits.hardwareEncoders.map { (codec, $0) }
  }

  private func write(_ codec: VideoCodec, _ name: String) throws -> String {
    let container = try #require(EncoderCatalogue.containers(holding: codec, nil).first)
    var encoding = VideoEncoding(
      codec: codec, size: PixelSize(320, 240), frameRate: try FrameRate(25), format: .yuv420())
    encoding.encoder = name
    let path = folder.file("a\(container.ending)")
    let writer = try MediaWriter(
      path: path, settings: OutputSettings(container: container, video: encoding),
      gate: .unrestricted)
    for index in 0..<5 {
      let frame = TestPictures.frame(
        index, format: .yuv420(), size: encoding.size, color: encoding.color)
      try writer.append(frame, at: Int64(index))
    }
    _ = try writer.finish()
    return path
  }

  @Test("hardware encodes, or a sentence says what is missing", arguments: names)
  func hardware(_ codec: VideoCodec, _ name: String) throws {
    let kind = try #require(HardwareKind(encoder: name))
    #expect(EncoderCatalogue.codec(ofEncoder: name) == codec)
    do {
      let path = try write(codec, name)
      #expect(try TestShell.stream(path, "v")["nb_read_frames"] == "5")
    } catch let error as MoonreelError {
      #expect(error.code == .encodingFailed)
      #expect(folder.names.isEmpty)
      guard avcodec_find_encoder_by_name(name) != nil else {
        let lack = "Cannot encode \(codec.rawValue): this build of libav has none of \(name)."
        #expect(error.message == lack)
        return
      }
      guard error.message.hasPrefix("Cannot encode with \(name): ") else {
        // A card is there, and its encoder has not this codec.
        #expect(error.message.contains(name), "\(error.message)")
        return
      }
      #expect(error.message.contains(kind.lack), "\(error.message)")
      #expect(error.message.hasSuffix("Leave 'video_encoder' out to encode in software."))
    }
  }

  @Test("each kind says what it is that the machine lacks")
  func lacks() {
    let nodes = FileManager.default.fileExists(atPath: "/dev/dri")
    #expect(HardwareKind.vaapi.lack.contains("/dev/dri/renderD128"))
    #expect(HardwareKind.qsv.lack.hasPrefix(nodes ? "no card" : "this machine has no Intel"))
    #expect(HardwareKind.cuda.lack.contains(nodes ? "NVIDIA" : "libcuda.so.1"))
    #expect(HardwareKind(encoder: "libx264") == nil)
  }

  @Test("software is chosen by name, too")
  func software() throws {
    var encoding = VideoEncoding(codec: .av1, size: PixelSize(64, 64), frameRate: try FrameRate(25))
    for name in VideoCodec.av1.traits.encoders where avcodec_find_encoder_by_name(name) != nil {
      encoding.encoder = name
      #expect(try EncoderTable.label(EncoderChoice(encoding).codec) == name)
    }
  }

  @Test("unknown names and formats that hardware does not take are refused")
  func refusals() throws {
    var encoding = VideoEncoding(
      codec: .h264, size: PixelSize(64, 64), frameRate: try FrameRate(25))
    func message() throws -> String {
      try #require(throws: MoonreelError.self) {
        try EncoderCatalogue.validate(OutputSettings(container: .mp4, video: encoding))
      }.message
    }
    encoding.encoder = "h264_vapi"
    #expect(
      try message().hasPrefix(
        "The codec h264 has no encoder 'h264_vapi': it has libx264, libopenh264,"))
    #expect(try message().hasSuffix("Did you mean 'h264_vaapi'?"))
    guard avcodec_find_encoder_by_name("h264_vaapi") != nil else { return }
    (encoding.encoder, encoding.format) = ("h264_vaapi", .yuv444())
    #expect(try message().hasPrefix("The encoder h264_vaapi takes 4:2:0 with 8 or 10 bits"))
  }
}
