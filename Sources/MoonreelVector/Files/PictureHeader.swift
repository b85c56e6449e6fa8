// SPDX-License-Identifier: MIT

import MoonreelCore

/// What the first bytes of a PNG, JPEG or GIF file say: a library that decodes the picture is given none that
/// would fill the memory.
struct PictureHeader {
  enum Kind: String {
    case png, jpeg, gif
  }

  let kind: Kind
  let size: PixelSize

  /// The most pixels of a picture within a drawing, whatever else is allowed.
  static let mostPixels = 1 << 26

  /// The header of `bytes`; `nil` where they are none of these.
  init?(_ bytes: [UInt8]) {
    if let size = Self.png(bytes) {
      (kind, self.size) = (.png, size)
    } else if let size = Self.gif(bytes) {
      (kind, self.size) = (.gif, size)
    } else if let size = Self.jpeg(bytes) {
      (kind, self.size) = (.jpeg, size)
    } else {
      return nil
    }
  }

  /// The media type, `image/png` and so on.
  var mediaType: String { "image/\(kind.rawValue)" }

  /// Whether it has pixels, and not more than `limit`.
  func isDrawable(limit: Int) -> Bool {
    (1...32_768).contains(size.width) && (1...32_768).contains(size.height)
      && size.width * size.height <= limit
  }

  private static func png(_ bytes: [UInt8]) -> PixelSize? {
    let mark: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    guard bytes.count >= 33, bytes.starts(with: mark),
      bytes[12..<16].elementsEqual("IHDR".utf8)
    else { return nil }
    // holds: 24 bytes are there.
    func number(_ start: Int) -> Int { bytes[start..<(start + 4)].reduce(0) { $0 << 8 | Int($1) } }
    return PixelSize(number(16), number(20))
  }

  private static func gif(_ bytes: [UInt8]) -> PixelSize? {
    guard bytes.count >= 13, bytes.starts(with: "GIF8".utf8) else { return nil }
    return PixelSize(Int(bytes[6]) | Int(bytes[7]) << 8, Int(bytes[8]) | Int(bytes[9]) << 8)
  }

  /// The size in the frame header, the first of the markers SOF0…SOF15.
  private static func jpeg(_ bytes: [UInt8]) -> PixelSize? {
    guard bytes.starts(with: [0xFF, 0xD8, 0xFF]) else { return nil }
    var position = 2
    while position + 9 < bytes.count, bytes[position] == 0xFF {
      let marker = bytes[position + 1]
      if marker == 0xFF || marker == 0x01 || (0xD0...0xD8).contains(marker) {
        position += marker == 0xFF ? 1 : 2
        continue
      }
      if (0xC0...0xCF).contains(marker), ![0xC4, 0xC8, 0xCC].contains(marker) {
        func number(_ start: Int) -> Int { Int(bytes[start]) << 8 | Int(bytes[start + 1]) }
        return PixelSize(number(position + 7), number(position + 5))
      }
      position += 2 + (Int(bytes[position + 2]) << 8 | Int(bytes[position + 3]))
    }
    return nil
  }
}
