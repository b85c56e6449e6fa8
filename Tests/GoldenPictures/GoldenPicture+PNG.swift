// SPDX-License-Identifier: MIT

extension GoldenPicture {
  /// The picture as a PNG file (ISO/IEC 15948) without compression.
  package var png: [UInt8] {
    let head =
      Self.word(UInt32(width)) + Self.word(UInt32(height)) + [8, components == 3 ? 2 : 6, 0, 0, 0]
    let stride = width * components
    // Each row begins with its filter, 0 for none.
    let rows = (0..<height).flatMap { [0] + bytes[$0 * stride..<($0 + 1) * stride] }
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + Self.chunk("IHDR", head)
      + Self.chunk("IDAT", Self.stored(rows)) + Self.chunk("IEND", [])
  }

  private static func word(_ value: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  private static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
    let content = Array(name.utf8) + data
    return word(UInt32(data.count)) + content + word(crc(content))
  }

  /// A stream of zlib (RFC 1950) whose blocks (RFC 1951) hold the bytes as they are.
  private static func stored(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = [0x78, 0x01]
    for start in stride(from: 0, to: bytes.count, by: 65_535) {
      let block = bytes[start..<min(start + 65_535, bytes.count)]
      let count = UInt16(block.count)
      result.append(block.endIndex == bytes.count ? 1 : 0)
      for value in [count, ~count] { result += [UInt8(value & 255), UInt8(value >> 8)] }
      result += block
    }
    return result + word(adler(bytes))
  }

  private static func adler(_ bytes: [UInt8]) -> UInt32 {
    var (low, high): (UInt32, UInt32) = (1, 0)
    for byte in bytes {
      low = (low + UInt32(byte)) % 65_521
      high = (high + low) % 65_521
    }
    return high << 16 | low
  }

  private static func crc(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(UInt32.max) { sum, byte in
      (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in sum >> 1 ^ (sum & 1) * 0xEDB8_8320 }
    }
  }
}
