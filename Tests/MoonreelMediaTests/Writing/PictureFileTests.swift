// SPDX-License-Identifier: MIT

import Foundation
import MoonreelCore
import Testing

@testable import MoonreelMedia

/// Pictures in files of their own, and animations of pictures: written, decoded by ffmpeg and compared.
@Suite("Picture files") struct PictureFileTests {
  private let folder = TestFolder()
  private static let size = PixelSize(97, 65)

  struct Case: CustomTestStringConvertible, Sendable {
    var container: Container
    var format: PixelFormat
    /// libav's name of the same samples.
    var name: String
    var quality: Double?
    var codec: VideoCodec { EncoderCatalogue.videoCodecs(in: container)[0] }
    /// Whether decoding gives exactly what was written.
    var isExact: Bool { codec.isLossless || quality == 1 }
    var testDescription: String {
      "\(container.rawValue) \(name)" + (quality.map { " \($0)" } ?? "")
    }
  }

  static let cases: [Case] = [
    Case(container: .png, format: .rgb24, name: "rgb24"),
    Case(container: .png, format: .rgba64, name: "rgba64le"),
    Case(container: .apng, format: .rgb24, name: "rgb24"),
    Case(container: .apng, format: .rgba, name: "rgba"),
    Case(container: .tiff, format: .rgb24, name: "rgb24"),
    Case(container: .tiff, format: .rgba, name: "rgba"),
    Case(container: .tiff, format: .rgb48, name: "rgb48le"),
    Case(container: .tiff, format: .rgba64, name: "rgba64le"),
    Case(container: .exr, format: .gbr(32), name: "gbrpf32le"),
    Case(container: .webp, format: .bgra, name: "bgra", quality: 1),
    Case(container: .webp, format: .bgra, name: "bgra", quality: 0.9),
    Case(container: .avif, format: .yuv444(), name: "yuv444p"),
    Case(container: .avif, format: .yuv420(10), name: "yuv420p10le"),
  ].filter { EncoderCatalogue.isAvailable($0.codec) }

  private func write(_ test: Case, frames: Int) throws -> (path: String, pictures: [FrameBuffer]) {
    let path = folder.file(test.container.holdsOnePicture ? "p_%02d" : "p") + test.container.ending
    let encoding = VideoEncoding(
      codec: test.codec, size: Self.size, frameRate: try FrameRate(30000, 1001),
      format: test.format, quality: test.quality)
    let writer = try MediaWriter(
      path: path, settings: OutputSettings(container: test.container, video: encoding),
      gate: .unrestricted)
    let pictures = (0..<frames).map {
      TestPictures.frame($0, format: test.format, size: Self.size, color: encoding.color)
    }
    for (index, picture) in pictures.enumerated() { try writer.append(picture, at: Int64(index)) }
    #expect(try writer.finish().frames == Int64(frames))
    return (path, pictures)
  }

  @Test("decode to what was written", arguments: cases)
  func roundTrip(_ test: Case) throws {
    let frames = 3
    let (path, pictures) = try write(test, frames: frames)
    let number = test.container.holdsOnePicture ? 0 : try TestShell.longestPictureStream(path)
    let found = try TestShell.stream(path, "v", number: number)
    #expect(found["nb_read_frames"] == "\(frames)")
    #expect(found["width"] == "97" && found["height"] == "65")
    let data = [UInt8](try TestShell.pictures(path, test.name, number: number))
    let expected = pictures.flatMap(TestPictures.bytes)
    try #require(data.count == expected.count)
    if test.isExact {
      #expect(data == expected)
    } else {
      #expect(TestPictures.psnr(data, expected, bitDepth: test.format.bitDepth) > 30)
    }
  }

  @Test("animations keep the film's times", arguments: [Container.apng, .avif])
  func times(_ container: Container) throws {
    let test = Case(
      container: container, format: container == .apng ? .rgb24 : .yuv420(), name: "")
    let (path, _) = try write(test, frames: 4)
    let number = try TestShell.longestPictureStream(path)
    let data = try TestShell.output(
      "ffprobe",
      [
        "-v", "error", "-select_streams", "v:\(number)", "-show_entries", "packet=pts_time", "-of",
        "csv=p=0", path,
      ])
    let times = String(decoding: data, as: UTF8.self).split(separator: "\n").compactMap {
      Double($0.split(separator: ",")[0])
    }
    #expect(times.count == 4)
    for (index, time) in times.enumerated() {
      #expect(abs(time - Double(index) * 1001 / 30000) < 2e-5)
    }
  }

  @Test("OpenEXR has linear light, 1 for white, and colour multiplied by alpha")
  func linearLight() throws {
    let format = PixelFormat.floatGBRA
    let encoding = VideoEncoding(
      codec: .exr, size: PixelSize(2, 1), frameRate: try FrameRate(1), format: format)
    #expect(encoding.color.transfer == .linear && encoding.color.primaries == .bt709)
    let writer = try MediaWriter(
      path: folder.file("a.exr"), settings: OutputSettings(container: .exr, video: encoding),
      gate: .unrestricted)
    // G, B, R, A of two pixels; the first is brighter than white.
    let planes: [[Float]] = [[2, 0.5], [0.25, 0.5], [1, 0.25], [1, 0.5]]
    let frame = FrameBuffer(format: format, size: PixelSize(2, 1), color: encoding.color) { to in
      for (index, values) in planes.enumerated() {
        for (x, value) in values.enumerated() {
          to[index].base.storeBytes(of: value, toByteOffset: x * 4, as: Float.self)
        }
      }
    }
    try writer.append(frame, at: 0)
    _ = try writer.finish()
    let data = try TestShell.pictures(folder.file("a.exr"), "gbrapf32le")
    let found = data.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    #expect(found == [2, 0.25, 0.25, 0.25, 1, 0.125, 1, 0.5])
  }

  @Test("WebP without loss is smaller than none and larger than with it")
  func qualities() throws {
    let sizes = try [0.2, 0.9, 1].map { quality in
      let test = Case(container: .webp, format: .bgra, name: "bgra", quality: quality)
      let (path, _) = try write(test, frames: 1)
      let file = path.replacing("%02d", with: "01")
      return try FileManager.default.attributesOfItem(atPath: file)[.size] as? Int ?? 0
    }
    #expect(sizes[0] < sizes[1] && sizes[1] < sizes[2], "\(sizes)")
  }
}
