// SPDX-License-Identifier: MIT

import CFFmpeg
import MoonreelCore
import Testing

@testable import MoonreelMedia

/// Which of libav's formats are delivered with exactly the samples that were decoded.
struct PixelFormatTests {
  private static var maker: FrameMaker {
    FrameMaker(
      track: AssetTrack.Video(
        codedSize: PixelSize(1, 1), pixelAspect: .one, preferredTransform: .identity,
        nominalFrameRate: nil, minFrameDuration: nil, isVariableFrameRate: false,
        requiresFrameReordering: false, color: .bt709, isColorTagged: false, pixelFormatName: "",
        format: .yuv420(), isNativeFormat: true, hasAlpha: false, isStillImage: false),
      isComputerPicture: false, override: nil)
  }

  private static var shapes: [UnsafePointer<AVPixFmtDescriptor>] {
    var result: [UnsafePointer<AVPixFmtDescriptor>] = []
    while let next = av_pix_fmt_desc_next(result.last) { result.append(next) }
    return result
  }

  private static func has(_ shape: UnsafePointer<AVPixFmtDescriptor>, _ flag: Int32) -> Bool {
    Int32(truncatingIfNeeded: shape.pointee.flags) & flag != 0
  }

  /// Formats that libswscale converts, where it can: other arrangements of samples than rows of equal
  /// ones, those on which libav does not agree with itself, sensor data, XYZ, and integers of more
  /// than 16 bits.
  private static func isForeign(_ shape: UnsafePointer<AVPixFmtDescriptor>) -> Bool {
    let name = String(cString: shape.pointee.name)
    return has(shape, AV_PIX_FMT_FLAG_BAYER) || name.hasPrefix("xyz")
      || ["uyyvyy411", "rgb8", "rgb4", "bgr4"].contains(name)
      || !has(shape, AV_PIX_FMT_FLAG_FLOAT) && shape.components.contains { $0.depth > 16 }
  }

  @Test func everyOtherFormatIsExact() {
    let decoded = Self.shapes.filter { !Self.has($0, AV_PIX_FMT_FLAG_HWACCEL) }
    #expect(decoded.count > 180)
    for shape in decoded {
      let pixels = av_pix_fmt_desc_get_id(shape)
      #expect(
        (PixelFormat(exact: pixels) == nil) == Self.isForeign(shape),
        "\(String(cString: shape.pointee.name))")
    }
  }

  @Test func everySampleIsTheOneThatLibavReads() throws {
    var seed: UInt64 = 1
    for shape in Self.shapes {
      let pixels = av_pix_fmt_desc_get_id(shape)
      guard PixelFormat(exact: pixels) != nil else { continue }
      for (width, height) in [(1, 1), (2, 2), (5, 3), (1, 4), (17, 1), (1029, 2)] {
        for isUpsideDown in [false, true] {
          seed += 1
          let picture = try RawPicture(pixels, width, height, seed: seed)
          if isUpsideDown { picture.turnOver() }
          expectExact(picture, "\(width)x\(height)\(isUpsideDown ? " upside down" : "")")
        }
      }
    }
  }

  private func expectExact(_ picture: RawPicture, _ label: String) {
    let name = "\(String(cString: picture.shape.pointee.name)) \(label)"
    let isPalette = Self.has(picture.shape, AV_PIX_FMT_FLAG_PAL)
    if isPalette { picture.fillPalette(seed: 7) }
    guard let buffer = try? Self.maker.picture(picture.frame) else {
      Issue.record("\(name) is not delivered")
      return
    }
    let components = isPalette ? Array(0..<4) : Array(picture.shape.components.indices)
    for component in components {
      let size = picture.size(of: component)
      for y in 0..<size.height {
        var codes = picture.codes(isPalette ? 0 : component, row: y)
        // A palette's entries are blue, green, red, alpha.
        if isPalette {
          codes = codes.map {
            UInt32(picture.frame.bytes(1)[Int(4 * $0) + [2, 1, 0, 3][component]])
          }
        }
        for x in 0..<size.width {
          let found = buffer.sample(component, x, y)
          let wanted = wanted(codes[x], picture, isPalette ? 0 : component, buffer.format)
          guard found == wanted || found.isNaN && wanted.isNaN else {
            Issue.record("\(name), component \(component) at \(x), \(y): \(found), not \(wanted)")
            return
          }
        }
      }
    }
  }

  /// The number that a code stands for in `format`.
  private func wanted(
    _ code: UInt32, _ picture: RawPicture, _ component: Int, _ format: PixelFormat
  ) -> Double {
    let depth = Int(picture.shape.components[component].depth)
    if Self.has(picture.shape, AV_PIX_FMT_FLAG_FLOAT) {
      return depth == 16
        ? Double(Float16(bitPattern: UInt16(code))) : Double(Float(bitPattern: code))
    }
    let largest = UInt32(1) << UInt32(depth) - 1
    if format.bitDepth == 32 { return Double(Float(code) / Float(largest)) }
    let isInverted = String(cString: picture.shape.pointee.name) == "monow"
    guard depth < 8 else { return Double(code) }
    return Double(isInverted ? largest - code : code) * 255 / Double(largest)
  }

  @Test func whatTheScalerDoesNotKnowIsUnpackedForIt() throws {
    let picture = try RawPicture(av_get_pix_fmt("nv16"), 5, 3, seed: 3)
    let buffer = try Self.maker.picture(picture.frame)
    let found = try PictureConverter.convert(buffer, to: .yuv422())
    for (component, width) in [5, 3, 3].enumerated() {
      for (x, y) in (0..<width).flatMap({ x in (0..<3).map { (x, $0) } }) {
        #expect(found.sample(component, x, y) == buffer.sample(component, x, y))
      }
    }
  }

  // MARK: Bytes written by hand

  struct Bytes: CustomTestStringConvertible, Sendable {
    var name: String
    var width: Int
    var planes: [[[UInt8]]]
    /// The samples of the first row, component by component.
    var samples: [[Double]]
    var testDescription: String { name }
  }

  static let written: [Bytes] = [
    Bytes(
      name: "uyvy422", width: 3, planes: [[[10, 1, 20, 2, 11, 3, 21, 99]]],
      samples: [[1, 2, 3], [10, 11], [20, 21]]),
    Bytes(
      name: "yuyv422", width: 3, planes: [[[1, 10, 2, 20, 3, 11, 99, 21]]],
      samples: [[1, 2, 3], [10, 11], [20, 21]]),
    Bytes(
      name: "yvyu422", width: 2, planes: [[[1, 20, 2, 10]]], samples: [[1, 2], [10], [20]]),
    Bytes(
      name: "y210le", width: 2, planes: [[[0x40, 0, 0x80, 0, 0, 1, 0xc0, 0xff]]],
      samples: [[1, 4], [2], [1023]]),
    Bytes(
      name: "nv21", width: 2, planes: [[[1, 2], [3, 4]], [[20, 10]]],
      samples: [[1, 2], [10], [20]]),
    Bytes(
      name: "nv42", width: 2, planes: [[[1, 2]], [[20, 10, 21, 11]]],
      samples: [[1, 2], [10, 11], [20, 21]]),
    Bytes(
      name: "nv16", width: 2, planes: [[[1, 2]], [[10, 20]]], samples: [[1, 2], [10], [20]]),
    Bytes(
      name: "p210be", width: 2, planes: [[[0, 0x40, 0xff, 0xc0]], [[0, 0x80, 1, 0]]],
      samples: [[1, 1023], [2], [4]]),
    Bytes(
      name: "rgb565le", width: 2, planes: [[[0xe0, 0x07, 0x1f, 0x08]]],
      samples: [[0, 1 / 31], [1, 0], [0, 1]]),
    Bytes(
      name: "rgb565be", width: 2, planes: [[[0x07, 0xe0, 0x08, 0x1f]]],
      samples: [[0, 1 / 31], [1, 0], [0, 1]]),
    Bytes(
      name: "bgr555le", width: 1, planes: [[[0x41, 0x7c]]], samples: [[1 / 31], [2 / 31], [1]]),
    Bytes(name: "rgb444be", width: 1, planes: [[[0x01, 0x2f]]], samples: [[17], [34], [255]]),
    Bytes(name: "bgr8", width: 1, planes: [[[0b11_001_010]]], samples: [[2 / 7], [1 / 7], [1]]),
    Bytes(
      name: "bgr4_byte", width: 2, planes: [[[0b1_01_0, 0b0_11_1]]],
      samples: [[0, 255], [85, 255], [255, 0]]),
    Bytes(
      name: "x2rgb10le", width: 1, planes: [[[0x03, 0x08, 0x10, 0x00]]],
      samples: [[1], [2], [3]]),
    Bytes(
      name: "monob", width: 9, planes: [[[0b1010_0000, 0x80]]],
      samples: [[255, 0, 255, 0, 0, 0, 0, 0, 255]]),
    Bytes(
      name: "monow", width: 9, planes: [[[0b1010_0000, 0x80]]],
      samples: [[0, 255, 0, 255, 255, 255, 255, 255, 0]]),
    Bytes(
      name: "ya16be", width: 2, planes: [[[1, 2, 3, 4, 5, 6, 7, 8]]],
      samples: [[258, 1286], [772, 1800]]),
    Bytes(name: "ya8", width: 2, planes: [[[1, 2, 3, 4]]], samples: [[1, 3], [2, 4]]),
    Bytes(name: "gray10be", width: 2, planes: [[[1, 2, 3, 255]]], samples: [[258, 1023]]),
    Bytes(
      name: "grayf32be", width: 2, planes: [[[0x3f, 0x80, 0, 0, 0xbf, 0x40, 0, 0]]],
      samples: [[1, -0.75]]),
    Bytes(
      name: "pal8", width: 2, planes: [[[1, 0]], [[5, 6, 7, 8, 1, 2, 3, 4]]],
      samples: [[3, 7], [2, 6], [1, 5], [4, 8]]),
    Bytes(
      name: "rgb48be", width: 1, planes: [[[1, 2, 3, 4, 5, 6]]],
      samples: [[258], [772], [1286]]),
    Bytes(
      name: "ayuv64le", width: 1, planes: [[[2, 1, 4, 3, 6, 5, 8, 7]]],
      samples: [[772], [1286], [1800], [258]]),
    Bytes(
      name: "bgra64be", width: 1, planes: [[[1, 2, 3, 4, 5, 6, 7, 8]]],
      samples: [[1286], [772], [258], [1800]]),
  ]

  @Test(arguments: written) func writtenBytesAreReadAsTheFormatSays(_ bytes: Bytes) throws {
    let picture = try RawPicture(bytes.name, bytes.width, bytes.planes)
    let buffer = try Self.maker.picture(picture.frame)
    if bytes.name.hasPrefix("mono") { #expect(buffer.color.range == .full) }
    for (component, samples) in bytes.samples.enumerated() {
      for (x, wanted) in samples.enumerated() {
        let found = buffer.sample(component, x, 0)
        #expect(found == Double(Float(wanted)), "component \(component) at \(x)")
      }
    }
  }

  // MARK: Files

  @Test func filesHaveTheSamplesOfPlainFormats() throws {
    for (pixels, file, plain) in [
      ("uyvy422", "a.avi", "yuv422p"), ("yuyv422", "a.nut", "yuv422p"),
      ("nv21", "a.nut", "yuv420p"), ("gray16be", "a.png", "gray16le"),
      ("rgb48be", "a.png", "gbrp16le"), ("ya8", "a.png", "ya8"), ("pal8", "a.png", "bgra"),
      ("monob", "a.png", "gray"), ("yuv422p10be", "a.nut", "yuv422p10le"),
    ] {
      let folder = try TemporaryFolder()
      let codec = file.hasSuffix("png") ? "png" : "rawvideo"
      try FFmpegCommand.make(
        "-f lavfi -i testsrc2=s=35x21:r=1:d=1 -pix_fmt \(pixels) -c:v \(codec) -frames:v 1 \(file)",
        in: folder)
      let reader = try VideoReader.open(folder.file(file))
      #expect(reader.track.video?.pixelFormatName == pixels)
      #expect(reader.track.video?.isNativeFormat == true)
      let wanted = try FFmpegCommand.run(
        ["-i", folder.file(file), "-f", "rawvideo", "-pix_fmt", plain, "-"])
      #expect(try reader.frame(at: .zero).buffer.tight == Array(wanted), "\(pixels)")
    }
  }
}

extension FrameBuffer {
  /// The bytes of all samples, row by row, without padding.
  fileprivate var tight: [UInt8] {
    planes.enumerated().flatMap { index, plane in
      let length =
        plane.size.width * format.componentsPerSample(inPlane: index) * format.bytesPerComponent
      return (0..<plane.size.height).flatMap {
        UnsafeRawBufferPointer(start: plane.base + $0 * plane.strideBytes, count: length)
      }
    }
  }
}
