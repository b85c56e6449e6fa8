// SPDX-License-Identifier: MIT

/// Bits, the first of a byte in its highest place.
struct BitWriter {
  private(set) var bits: [Bool] = []

  /// The last `count` bits of `value`.
  mutating func append(_ value: Int, _ count: Int) {
    bits += (0..<count).reversed().map { value >> $0 & 1 == 1 }
  }

  /// The bits, and zeros up to a whole byte.
  var bytes: [UInt8] {
    stride(from: 0, to: bits.count, by: 8).map { start in
      bits[start..<min(start + 8, bits.count)].enumerated().reduce(0) { sum, bit in
        sum | (bit.element ? 0x80 >> bit.offset : 0)
      }
    }
  }

  /// An interleaved Exp-Golomb code, as Sorenson Video 3 has them: each bit of `value` + 1 below the highest follows
  /// a zero, and a one ends it.
  mutating func appendGolomb(_ value: Int) {
    let number = value + 1
    for place in (0..<number.bitWidth - number.leadingZeroBitCount - 1).reversed() {
      append(number >> place & 1, 2)
    }
    append(1, 1)
  }
}
