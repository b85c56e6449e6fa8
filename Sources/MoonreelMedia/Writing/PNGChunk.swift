// SPDX-License-Identifier: MIT

import CFFmpeg
import MoonreelCore

/// Parts of PNG files that libav 5.1 does not write.
enum PNGChunk {
  /// The signature and the chunk `IHDR`, behind which others may come.
  static let headLength = 33

  /// The chunk `cICP`: the code points of ITU-T H.273 that say what the numbers mean (PNG, third edition, 11.3.2.6).
  static func codePoints(of color: ColorTags) -> [UInt8] {
    let data = [
      UInt8(truncatingIfNeeded: color.libavPrimaries.rawValue),
      UInt8(truncatingIfNeeded: color.libavTransfer.rawValue), 0, 1,
    ]
    let body = Array("cICP".utf8) + data
    func bytes(_ number: UInt32) -> [UInt8] {
      (0..<4).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
    return bytes(UInt32(data.count)) + body + bytes(checksum(body))
  }

  /// The sum that ends a chunk (PNG, annex D).
  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(~0) { sum, byte in
      (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in sum >> 1 ^ (sum & 1) * 0xEDB8_8320 }
    }
  }
}
