// SPDX-License-Identifier: MIT

import MoonreelCore

/// A picture as golden tests compare it: R, G, B or R, G, B, A of 8 bits, row by row. Frames of one width can stand
/// one below the other.
package struct GoldenPicture: Hashable, Sendable {
  package let width: Int
  /// 3, or 4 with alpha.
  package let components: Int
  package let bytes: [UInt8]

  package var height: Int { bytes.count / (width * components) }

  /// A picture of `bytes`, which are whole rows.
  package init(width: Int, components: Int, bytes: [UInt8]) {
    precondition((3...4).contains(components) && bytes.count.isMultiple(of: width * components))
    (self.width, self.components, self.bytes) = (width, components, bytes)
  }

  /// The picture of a frame in 8-bit R, G, B or R, G, B, A.
  package init(_ frame: FrameBuffer) {
    self.init(
      width: frame.size.width, components: frame.format.componentsPerSample(inPlane: 0),
      bytes: frame.bytes)
  }

  /// FNV-1a over ``bytes``, as hexadecimal text.
  package var fingerprint: String { Fingerprint.of(bytes) }

  /// How far each pixel is from `other`'s, eight times as strong so that a single step can be seen; black where
  /// nothing differs, white where only one of both has a pixel.
  package func difference(from other: GoldenPicture) -> GoldenPicture {
    let size = (max(width, other.width), max(height, other.height))
    let pixels = (0..<size.1).flatMap { y in
      (0..<size.0).flatMap { x -> [UInt8] in
        guard let mine = pixel(x, y), let theirs = other.pixel(x, y) else {
          return [255, 255, 255]
        }
        let steps = zip(mine, theirs).map { abs(Int($0) - Int($1)) }
        return steps[..<3].map { UInt8(min(255, 8 * max($0, steps[3]))) }
      }
    }
    return GoldenPicture(width: size.0, components: 3, bytes: pixels)
  }

  /// R, G, B and A; `nil` outside.
  private func pixel(_ x: Int, _ y: Int) -> [UInt8]? {
    guard x < width, y < height else { return nil }
    let start = (y * width + x) * components
    return Array(bytes[start..<start + components]) + (components == 3 ? [255] : [])
  }
}

/// A short name for many bytes.
package enum Fingerprint {
  /// FNV-1a over `bytes`, as hexadecimal text.
  package static func of(_ bytes: [UInt8]) -> String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

extension FrameBuffer {
  /// The bytes of all samples, row by row, without padding.
  package var bytes: [UInt8] {
    var result: [UInt8] = []
    for (index, plane) in planes.enumerated() {
      let length =
        plane.size.width * format.componentsPerSample(inPlane: index) * format.bytesPerComponent
      for y in 0..<plane.size.height {
        result += UnsafeRawBufferPointer(
          start: plane.base + y * plane.strideBytes, count: length)
      }
    }
    return result
  }

  /// FNV-1a over ``bytes``, as hexadecimal text.
  package var fingerprint: String { Fingerprint.of(bytes) }
}
