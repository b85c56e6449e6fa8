// SPDX-License-Identifier: MIT

import CFFmpeg
import CMediaHost
import MoonreelCore

/// A still of HEIC or AVIF: put together from its tiles, with its transparency, cropped and turned as the file
/// says. (EXIF's orientation does not count here: ISO/IEC 23008-12, 6.5.10.)
///
/// libav 5.1 knows single pictures of AV1 and takes no notice of any of that; here it decodes the tiles.
final class HEIFPicture: RawPictures {
  let formatName: String
  let size: PixelSize
  let pixelFormatName: String
  let isPremultiplied: Bool
  let profile: [UInt8]?
  let byteCount: Int
  /// A still has no length; this is that of its one packet.
  let durations = [40]
  /// A damaged still is an error.
  let damage: String? = nil
  /// How the picture is turned and mirrored, about its origin.
  let turn: AffineTransform

  private let planes: RawPlanes
  private let color: LibavColor

  /// The main picture in `contents`, the bytes of a file.
  ///
  /// - Throws: `MoonreelError`: `unsupportedFormat` where it cannot be drawn, `limitExceeded` where it has
  ///   more pixels than `gate` allows.
  init(_ contents: [UInt8], formatName: String, path: String, gate: FileGate) throws {
    (self.formatName, byteCount) = (formatName, contents.count)
    guard let file = HEIFFile(contents) else {
      throw HEIFDrawing.failure(path, "its tables are damaged or cut off")
    }
    let drawing = HEIFDrawing(file: file, path: path, gate: gate)
    let main = try drawing.picture(of: file.primary)
    let alpha = try drawing.alphaItem.map { try drawing.picture(of: $0) }
    guard let planes = RawPlanes(main, alpha: alpha, crop: drawing.crop(of: main.size)) else {
      throw HEIFDrawing.failure(path, "there is no form for such pixels")
    }
    self.planes = planes
    (size, pixelFormatName) = (planes.size, planes.formatName)
    (turn, color) = (drawing.turn, drawing.color(of: main))
    isPremultiplied = drawing.isPremultiplied
    profile = drawing.profile
  }

  var frameBytes: Int { planes.bytes.count }

  func picture(_ number: Int) -> UnsafePointer<UInt8>? {
    planes.bytes.baseAddress.map { UnsafePointer($0) }
  }

  func tag(_ parameters: UnsafeMutablePointer<AVCodecParameters>) {
    parameters.pointee.color_space = color.matrix
    parameters.pointee.color_trc = color.transfer
    parameters.pointee.color_primaries = color.primaries
    parameters.pointee.color_range = color.range
    parameters.pointee.chroma_location = color.siting
  }
}
