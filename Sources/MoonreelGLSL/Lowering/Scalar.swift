// SPDX-License-Identifier: MIT

import MoonreelModel

/// One component of a value, as far as it is known while the kernel is made. What is true is 1, what is false 0.
indirect enum Scalar {
  /// Nobody has said; whatever is easiest.
  case undefined
  /// A number: a float32, or up to 32 bits of a whole one.
  case known(Double)
  case term(KernelTerm)
  /// Whether the first is at least the second, or not; it becomes a number only where it is used as one.
  case test(KernelTerm, KernelTerm, isMet: Bool)
  /// A whole number of 32 bits that floats cannot hold: its upper and its lower half, both 0…65,535.
  case wide(high: Scalar, low: Scalar, isSigned: Bool)

  static var no: Scalar { .known(0) }
  static var yes: Scalar { .known(1) }

  /// What it is, where that is known.
  var number: Double? {
    switch self {
    case .undefined: 0
    case .known(let number): number
    case .term, .test, .wide: nil
    }
  }

  var isWide: Bool { if case .wide = self { true } else { false } }

  /// Whether it is a whole number that no float32 is, in halves or known.
  var needsHalves: Bool {
    guard let number else { return isWide }
    return abs(number) < 0x1p32 && number == number.rounded() && Double(Float(number)) != number
  }

  /// Whether it is true or false, where that is known.
  var truth: Bool? { number.map { $0 != 0 } }

  func isSame(as other: Scalar) -> Bool {
    switch (self, other) {
    case (.known(let a), .known(let b)): a == b
    case (.term(let a), .term(let b)): a == b
    case (.test(let a, let b, let met), .test(let c, let d, let otherMet)):
      a == c && b == d && met == otherMet
    case (.wide(let a, let b, _), .wide(let c, let d, _)): a.isSame(as: c) && b.isSame(as: d)
    case (.undefined, _), (.known, _), (.term, _), (.test, _), (.wide, _): false
    }
  }
}
