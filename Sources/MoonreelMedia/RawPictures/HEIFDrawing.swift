// SPDX-License-Identifier: MIT

import CFFmpeg
import CMediaHost
import MoonreelCore

/// Draws the items of a HEIF file, and reads what is said of the main one.
struct HEIFDrawing {
  let file: HEIFFile
  let path: String
  /// What limits the size of pictures, and stops the drawing.
  let gate: FileGate

  /// The picture of item `id` as it is coded.
  ///
  /// - Throws: `MoonreelError`: `unsupportedFormat` or `limitExceeded`.
  func picture(of id: Int) throws -> NativeFrame {
    var id = id
    // A picture that is another one, turned.
    for _ in 0..<4 where file.items[id]?.type == "iden" {
      id = file.targets(of: id, by: "dimg").first ?? id
    }
    switch file.items[id]?.type ?? "" {
    case "grid": return try grid(id)
    case "iden", "iovl", "tmap": throw Self.failure(path, "it is laid out of other pictures")
    default: return try HEIFTiles(self, [id]).picture(ofSize: nil, columns: 1)
    }
  }

  private func grid(_ id: Int) throws -> NativeFrame {
    var scanner = ByteScanner((file.data(of: id) ?? [])[...])
    let tiles = file.targets(of: id, by: "dimg")
    guard scanner.number(1) != nil, let flags = scanner.number(1), let rows = scanner.number(1),
      let columns = scanner.number(1), let width = scanner.number(flags & 1 == 0 ? 2 : 4),
      let height = scanner.number(flags & 1 == 0 ? 2 : 4), width > 0, height > 0,
      tiles.count == (rows + 1) * (columns + 1)
    else { throw Self.failure(path, "its tiles are not all there") }
    let size = PixelSize(width, height)
    guard PictureLimit.allows(size, limit: gate.pixelLimit) else {
      throw PictureLimit.error("Cannot open '\(path)'", size: size, limit: gate.pixelLimit)
    }
    return try HEIFTiles(self, tiles).picture(ofSize: size, columns: columns + 1)
  }

  /// The item with the main picture's transparency.
  var alphaItem: Int? {
    file.sources(of: file.primary, by: "auxl").first { id in
      let type = String(decoding: (file.property("auxC", of: id) ?? []).dropFirst(4), as: UTF8.self)
      return type.hasPrefix("urn:mpeg:mpegB:cicp:systems:auxiliary:alpha")
        || type.hasPrefix("urn:mpeg:hevc:2015:auxid:1")
    }
  }

  /// Whether the main picture's colours are multiplied by its alpha.
  var isPremultiplied: Bool { !file.targets(of: file.primary, by: "prem").isEmpty }

  /// How the main picture is turned (`irot`: quarters against the clock) and mirrored (`imir`), in the order
  /// that the file has.
  var turn: AffineTransform {
    var turn = AffineTransform.identity
    for property in file.items[file.primary]?.properties ?? [] {
      let value = Int(property.payload.first ?? 0)
      switch property.type {
      case "irot":
        let (cosine, sine) = [(1.0, 0.0), (0, 1), (-1, 0), (0, -1)][value & 3]
        turn = turn.followed(by: .init(a: cosine, b: -sine, c: sine, d: cosine, tx: 0, ty: 0))
      case "imir":
        let (x, y) = value & 1 == 0 ? (1.0, -1.0) : (-1, 1)
        turn = turn.followed(by: .init(a: x, b: 0, c: 0, d: y, tx: 0, ty: 0))
      default: break
      }
    }
    return turn
  }

  /// The part of a picture of `size` that is shown (`clap`), before it is turned; `nil` for all of it.
  func crop(of size: PixelSize) -> PixelRegion? {
    guard let payload = file.property("clap", of: file.primary) else { return nil }
    var scanner = ByteScanner(payload[...])
    // Width, height and the offset of the middle from the picture's, as signed fractions.
    let numbers = (0..<8).compactMap { _ in
      scanner.number(4).map { Double(Int32(truncatingIfNeeded: $0)) }
    }
    guard numbers.count == 8, [1, 3, 5, 7].allSatisfy({ numbers[$0] > 0 }) else { return nil }
    let (width, height) = (numbers[0] / numbers[1], numbers[2] / numbers[3])
    let left = (Double(size.width) - width) / 2 + numbers[4] / numbers[5]
    let top = (Double(size.height) - height) / 2 + numbers[6] / numbers[7]
    let region = PixelRegion(
      x: Int(limiting: left.rounded()), y: Int(limiting: top.rounded()),
      size: PixelSize(Int(limiting: width.rounded()), Int(limiting: height.rounded())))
    return region.lies(in: size) ? region : nil
  }

  /// The main picture's ICC profile, restricted or not. It counts before the primaries and the transfer of `nclx`, whose
  /// matrix and range say how the picture is coded (ISO/IEC 23008-12, 6.5.5; MIAF, ISO/IEC 23000-22, 7.3.6.4).
  var profile: [UInt8]? {
    file.items[file.primary]?.properties.lazy
      .filter { $0.type == "colr" && ["prof", "rICC"].contains(Self.kind($0.payload)) }
      .map { Array($0.payload.dropFirst(4)) }.first
  }

  private static func kind(_ payload: [UInt8]) -> String {
    String(decoding: payload.prefix(4), as: UTF8.self)
  }

  /// What the file says of its colours, and where it is silent the coded picture; what neither says is sRGB in
  /// full range (ISO/IEC 23000-22, 7.3.6.4).
  func color(of picture: NativeFrame) -> LibavColor {
    var color = LibavColor(picture.frame)
    for property in file.items[file.primary]?.properties ?? [] where property.type == "colr" {
      var scanner = ByteScanner(property.payload[...])
      guard scanner.text(4) == "nclx", let primaries = scanner.number(2),
        let transfer = scanner.number(2), let matrix = scanner.number(2),
        let range = scanner.number(1)
      else { continue }
      // holds: two bytes without a sign.
      color.primaries = AVColorPrimaries(UInt32(primaries))
      // holds: two bytes without a sign.
      color.transfer = AVColorTransferCharacteristic(UInt32(transfer))
      // holds: two bytes without a sign.
      color.matrix = AVColorSpace(UInt32(matrix))
      color.range = range & 0x80 == 0 ? AVCOL_RANGE_MPEG : AVCOL_RANGE_JPEG
    }
    if color.range == AVCOL_RANGE_UNSPECIFIED { color.range = AVCOL_RANGE_JPEG }
    return color
  }

  /// The error for a picture that cannot be drawn, with what stands in the way.
  static func failure(_ path: String, _ reason: String, code: Int32? = nil) -> MoonreelError {
    let message =
      "Cannot open '\(path)': the picture is damaged, cut off, or of a kind that is not read: \(reason)."
    return code.map { MoonreelError(.unsupportedFormat, message, libav: $0) }
      ?? MoonreelError(.unsupportedFormat, message)
  }
}
