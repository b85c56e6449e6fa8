// SPDX-License-Identifier: MIT

/// Pictures by kitty's graphics protocol: pixels in base 64, in pieces of 4096 letters. The new picture is there before the
/// old one is deleted, so that nothing flickers.
struct KittyPictures {
  private var shown = 0

  private static let piece = 4096
  private static let letters = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  /// Names that no other program is likely to have given.
  private static let names = [7_306_001, 7_306_002]

  /// What draws `picture` with its upper left corner in the cell `column`, `row`, both from 1.
  mutating func draw(_ picture: RGBPicture, column: Int, row: Int) -> [UInt8] {
    let letters = Self.base64(picture.bytes)
    let (name, old) = (Self.names[1 - shown], Self.names[shown])
    shown = 1 - shown
    var output = Array("\u{1B}[\(row);\(column)H".utf8)
    output.reserveCapacity(letters.count + letters.count / 256 + 256)
    var start = 0
    repeat {
      let end = min(letters.count, start + Self.piece)
      let first =
        start == 0
        ? "a=T,f=24,s=\(picture.size.width),v=\(picture.size.height),i=\(name),q=2,C=1," : ""
      output += "\u{1B}_G\(first)m=\(end < letters.count ? 1 : 0);".utf8
      output += letters[start..<end]
      output += "\u{1B}\\".utf8
      start = end
    } while start < letters.count
    return output + Self.delete(old)
  }

  /// What removes all pictures.
  static var clear: [UInt8] { names.flatMap(delete) }

  private static func delete(_ name: Int) -> [UInt8] {
    Array("\u{1B}_Ga=d,d=I,i=\(name),q=2;\u{1B}\\".utf8)
  }

  /// `bytes`, whose count is a multiple of three, in base 64 (RFC 4648).
  static func base64(_ bytes: [UInt8]) -> [UInt8] {
    Array(unsafeUninitializedCapacity: bytes.count / 3 * 4) { output, count in
      count = bytes.count / 3 * 4
      var place = 0
      for index in stride(from: 0, to: bytes.count - 2, by: 3) {
        let bits = Int(bytes[index]) << 16 | Int(bytes[index + 1]) << 8 | Int(bytes[index + 2])
        output[place] = letters[bits >> 18]
        output[place + 1] = letters[bits >> 12 & 63]
        output[place + 2] = letters[bits >> 6 & 63]
        output[place + 3] = letters[bits & 63]
        place += 4
      }
    }
  }
}
