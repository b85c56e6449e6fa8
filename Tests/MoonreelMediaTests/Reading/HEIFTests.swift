// SPDX-License-Identifier: MIT

import Foundation
import MoonreelCore
import Testing

@testable import MoonreelMedia

/// Stills of HEIC and AVIF: tiles, transparency, turns, crops and colours as the file says.
struct HEIFTests {
  /// A lossless film of one picture of `pixels`, and AVIF made of parts of it without loss.
  private struct Source {
    let folder: TemporaryFolder
    let pixels: String

    init(_ pixels: String, size: String = "128x96") throws {
      (folder, self.pixels) = (try TemporaryFolder(), pixels)
      try FFmpegCommand.make(
        "-f lavfi -i testsrc2=s=\(size) -frames:v 1 -pix_fmt \(pixels) -c:v ffv1 whole.mkv",
        in: folder)
    }

    /// The part that `filter` leaves, coded without loss.
    func coded(_ filter: String = "null", pixels: String? = nil) throws -> HEIFWriter.Coded {
      let path = folder.file("part.avif")
      try FFmpegCommand.run([
        "-i", folder.file("whole.mkv"), "-vf", filter, "-pix_fmt", pixels ?? self.pixels, "-c:v",
        "libaom-av1", "-still-picture", "1", "-cpu-used", "8", "-aom-params", "lossless=1", path,
      ])
      return try HEIFWriter.Coded(path)
    }

    /// The checksum of what `filter` leaves of the picture.
    func checksum(_ filter: String, pixels: String? = nil) throws -> UInt32 {
      try Reference.frames(
        folder.file("whole.mkv"), output: ["-vf", filter, "-pix_fmt", pixels ?? self.pixels]
      )[0].checksum
    }

    func open(_ writer: HEIFWriter, brand: String = "avif") throws -> VideoReader {
      let path = folder.file("a.\(brand)")
      try Data(writer.bytes(brand: brand)).write(to: URL(fileURLWithPath: path))
      return try VideoReader.open(path)
    }
  }

  /// The four quarters of a picture.
  private static let quarters = ["0:0", "64:0", "0:48", "64:48"].map { "crop=64:48:\($0):exact=1" }

  @Test(arguments: ["yuv420p", "yuv422p", "yuv444p10le", "yuv420p12le", "gray", "gbrp"])
  func tilesAreOnePicture(pixels: String) throws {
    let source = try Source(pixels)
    var writer = HEIFWriter()
    let tiles = try Self.quarters.map { writer.add(try source.coded($0)) }
    writer.primary = writer.addGrid(tiles, columns: 2, width: 120, height: 90)
    let reader = try source.open(writer, brand: "mif1")
    let frame = try reader.frame(at: .zero)
    #expect(reader.track.video?.isStillImage == true)
    #expect(reader.track.video?.pixelFormatName == pixels)
    #expect(frame.buffer.size == PixelSize(120, 90))
    #expect(frame.buffer.checksum == (try source.checksum("crop=120:90:0:0:exact=1")))
  }

  /// Transparency has an item of its own, of another depth and size too.
  @Test(arguments: [
    ("yuv420p", "gray", "yuva420p"), ("yuv444p10le", "gray10le", "yuva444p10le"),
    ("gray", "gray", "yuva444p"), ("gbrp", "gray", "gbrap"), ("yuv420p", "yuv420p", "yuva420p"),
  ])
  func transparencyIsJoined(main: String, alpha: String, joined: String) throws {
    let source = try Source(main)
    var writer = HEIFWriter()
    let first = writer.add(try source.coded())
    let second = writer.add(
      try source.coded("extractplanes=\(main == "gbrp" ? "g" : "y"),negate", pixels: alpha),
      [HEIFWriter.alpha])
    writer.refer("auxl", from: second, to: [first])
    let reader = try source.open(writer)
    let frame = try reader.frame(at: .zero).buffer
    #expect(reader.track.video?.pixelFormatName == joined)
    #expect(frame.format.hasAlpha && frame.alphaMode == .straight)
    let opaque = try source.open(Self.only(try source.coded())).frame(at: .zero).buffer
    if main != "gray" { #expect(Self.bytes(frame, 0) == Self.bytes(opaque, 0)) }
    let inverse = Self.samples(Self.bytes(opaque, 0), main).map { $0.max - $0.value }
    let found = Self.samples(Self.bytes(frame, frame.planes.count - 1), main).map(\.value)
    // `negate` of a plane of limited range keeps to that.
    if alpha.hasPrefix("gray") { #expect(found == inverse) }
    #expect(Set(found).count > 10)
  }

  @Test func twelveBitsWithTransparencyKeepTheirDepth() throws {
    let source = try Source("yuv420p12le", size: "34x22")
    var writer = HEIFWriter()
    let first = writer.add(try source.coded())
    let second = writer.add(try source.coded("scale=17:11", pixels: "gray"), [HEIFWriter.alpha])
    writer.refer("auxl", from: second, to: [first])
    writer.refer("prem", from: first, to: [second])
    let reader = try source.open(writer)
    let frame = try reader.frame(at: .zero).buffer
    #expect(reader.track.video?.pixelFormatName == "yuva422p12le")
    #expect(frame.alphaMode == .premultiplied)
    let opaque = try source.open(Self.only(try source.coded())).frame(at: .zero).buffer
    #expect(Self.bytes(frame, 0) == Self.bytes(opaque, 0))
    let (many, few) = (Self.bytes(frame, 1), Self.bytes(opaque, 1))
    #expect(many.count == 2 * few.count && Array(many.prefix(34)) == Array(few.prefix(34)))
  }

  /// `irot` turns against the clock, `imir` mirrors; EXIF has a number for each result.
  @Test(arguments: [
    ([HEIFWriter.turn(1)], 8), ([HEIFWriter.turn(2)], 3), ([HEIFWriter.turn(3)], 6),
    ([HEIFWriter.mirror(0)], 4), ([HEIFWriter.mirror(1)], 2),
    ([HEIFWriter.turn(1), HEIFWriter.mirror(1)], 7),
    ([HEIFWriter.turn(3), HEIFWriter.mirror(1)], 5),
    ([HEIFWriter.mirror(1), HEIFWriter.turn(1)], 5),
  ])
  func turnsAreFollowed(properties: [MovieBox], exif: Int) throws {
    let source = try Source("yuv420p", size: "34x22")
    var writer = HEIFWriter()
    _ = writer.add(try source.coded(), properties)
    let video = try #require(try source.open(writer).track.video)
    #expect(
      video.preferredTransform
        == Orientation.transform(exif: exif, naturalSize: PixelSize(34, 22)))
  }

  @Test func cropsAreFollowed() throws {
    let source = try Source("yuv420p")
    var writer = HEIFWriter()
    // The middle lies 12 to the right of the picture's and 7 above it.
    _ = writer.add(try source.coded(), [HEIFWriter.crop(40, 30, right: 12, down: -7)])
    let frame = try source.open(writer).frame(at: .zero)
    #expect(frame.buffer.checksum == (try source.checksum("crop=40:30:56:26:exact=1")))
  }

  @Test func coloursOfTheFileOverruleThePicture() throws {
    let source = try Source("yuv420p")
    var coded = try source.coded()
    coded.properties = coded.properties.filter { $0.type != "colr" }
    var writer = HEIFWriter()
    let profile: [UInt8] = Array("nclx".utf8) + [0, 12, 0, 13, 0, 6, 0x80]
    _ = writer.add(coded, [MovieBox(type: "colr", payload: profile)])
    let color = try #require(try source.open(writer).track.video?.color)
    #expect(color.primaries == .displayP3 && color.transfer == .srgb)
    #expect(color.matrix == .bt601 && color.range == .full)
  }

  /// Nothing but the coded picture says what it is like; eight-bit and ten-bit.
  @Test(arguments: ["yuv420p", "yuv422p10le", "gbrp"])
  func picturesOfHEVCAreRead(pixels: String) throws {
    let source = try Source(pixels)
    var writer = HEIFWriter()
    let tiles = try Self.quarters.map { filter in
      try FFmpegCommand.run(
        ["-i", "whole.mkv", "-vf", filter, "-pix_fmt", pixels, "-c:v", "libx265", "-tag:v", "hvc1"]
          + ["-x265-params", "lossless=1:log-level=none", "part.mp4"], in: source.folder.path)
      return writer.add(try HEIFWriter.Coded(hevc: source.folder.file("part.mp4")))
    }
    writer.primary = writer.addGrid(tiles, columns: 2, width: 120, height: 90)
    let reader = try source.open(writer, brand: "heic")
    #expect(reader.track.codecName == "heif" && reader.track.video?.isStillImage == true)
    #expect(reader.track.video?.pixelFormatName == pixels)
    let wanted = try source.checksum("crop=120:90:0:0:exact=1")
    #expect(try reader.frame(at: .zero).buffer.checksum == wanted)
  }

  @Test func whatIsTooLargeIsRefused() throws {
    let source = try Source("yuv420p")
    var writer = HEIFWriter()
    let tile = writer.add(try source.coded())
    let path = source.folder.file("a.avif")
    var gate = FileGate.unrestricted
    gate.pixelLimit = 100 * 96
    for isGrid in [false, true] {
      if isGrid {
        writer.primary = writer.addGrid([tile], columns: 1, width: 60_000, height: 60_000)
      }
      try Data(writer.bytes()).write(to: URL(fileURLWithPath: path))
      let error = #expect(throws: MoonreelError.self) { try Asset.load(path: path, gate: gate) }
      #expect(error?.code == .limitExceeded && error?.message.contains("--max-pixels") == true)
    }
  }

  /// A table of places may say that an item has 65,535 extents of which each takes no bytes of the table.
  @Test func placesThatTakeNoBytesAreDamage() throws {
    func file(widths: UInt8, extents: Int, tail: [UInt8]) -> [UInt8] {
      let items: [UInt8] = [0, 1, 0, 0, 0, 0, UInt8(extents >> 8), UInt8(extents & 255)] + tail
      let boxes = [
        MovieBox(type: "pitm", payload: [0, 0, 0, 0, 0, 1]),
        MovieBox(type: "iloc", payload: [1, 0, 0, 0, widths, 0, 0, 1] + items),
      ]
      var inside: [UInt8] = [0, 0, 0, 0]
      for box in boxes { box.write(to: &inside) }
      var bytes: [UInt8] = []
      MovieBox(type: "meta", payload: inside).write(to: &bytes)
      return bytes
    }
    #expect(HEIFFile(file(widths: 0, extents: 65_535, tail: [])) == nil)
    let four = HEIFFile(file(widths: 0x44, extents: 1, tail: [0, 0, 0, 2, 0, 0, 0, 4]))
    #expect(four?.data(of: 1)?.count == 4)
  }

  @Test func damageIsOneSentence() throws {
    let source = try Source("yuv420p")
    var writer = HEIFWriter()
    let tiles = try Self.quarters.map { writer.add(try source.coded($0)) }
    writer.primary = writer.addGrid(tiles, columns: 2, width: 120, height: 90)
    let whole = writer.bytes()
    let path = source.folder.file("a.avif")
    for count in stride(from: 40, to: whole.count, by: max(1, whole.count / 20)) {
      try Data(whole.prefix(count)).write(to: URL(fileURLWithPath: path))
      let error = #expect(throws: MoonreelError.self, "\(count) bytes") {
        try Asset.load(path: path, gate: .unrestricted)
      }
      #expect(error?.message.contains("damaged, cut off") == true, "\(count) bytes")
    }
    var state: UInt64 = 3
    for _ in 0..<200 {
      var bytes = whole
      for _ in 0..<8 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        bytes[Int(state >> 33) % min(bytes.count, 900)] = UInt8(truncatingIfNeeded: state >> 20)
      }
      try Data(bytes).write(to: URL(fileURLWithPath: path))
      do {
        _ = try Asset.load(path: path, gate: .unrestricted)
      } catch let error as MoonreelError {
        #expect(error.message.contains(path))
      }
    }
  }

  private static func only(_ coded: HEIFWriter.Coded) -> HEIFWriter {
    var writer = HEIFWriter()
    _ = writer.add(coded)
    return writer
  }

  private static func bytes(_ buffer: FrameBuffer, _ plane: Int) -> [UInt8] {
    let row =
      buffer.planes[plane].size.width * buffer.format.componentsPerSample(inPlane: plane)
      * buffer.format.bytesPerComponent
    return (0..<buffer.planes[plane].size.height).flatMap { y in
      Array(
        UnsafeRawBufferPointer(
          start: buffer.planes[plane].base + y * buffer.planes[plane].strideBytes, count: row))
    }
  }

  private static func samples(
    _ bytes: [UInt8], _ pixels: String
  ) -> [(value: Int, max: Int)] {
    guard pixels.hasSuffix("le") else { return bytes.map { (Int($0), 255) } }
    return stride(from: 0, to: bytes.count, by: 2).map {
      (Int(bytes[$0]) | Int(bytes[$0 + 1]) << 8, 1023)
    }
  }
}
