// SPDX-License-Identifier: MIT

/// Two numbers in the halves of one whole number of 32 bits, the first one in the lower half.
extension Arithmetic {
  /// How a number is written in 16 bits.
  enum Packing {
    /// 0…1 as 0…65,535.
    case unsigned
    /// −1…1 as −32,767…32,767.
    case signed
    /// A float of 16 bits.
    case float
  }

  func packed(_ pair: [Scalar], _ packing: Packing) -> Scalar {
    wide((written(pair[1], packing), written(pair[0], packing)), isSigned: false)
  }

  func unpacked(_ value: Scalar, _ packing: Packing) -> [Scalar] {
    let (high, low) = halves(value)
    return [read(low, packing), read(high, packing)]
  }

  private func written(_ value: Scalar, _ packing: Packing) -> Scalar {
    switch packing {
    case .unsigned: nearest(multiply(clamp(value, .known(0), .known(1)), .known(65_535)))
    case .signed:
      unsigned(nearest(multiply(clamp(value, .known(-1), .known(1)), .known(32_767))))
    case .float: bits(ofHalf: value)
    }
  }

  private func read(_ half: Scalar, _ packing: Packing) -> Scalar {
    switch packing {
    case .unsigned: divide(half, .known(65_535))
    case .signed: clamp(divide(signed(half), .known(32_767)), .known(-1), .known(1))
    case .float: float(ofHalf: half)
    }
  }

  /// A number from −32,768 on as 16 bits.
  private func unsigned(_ value: Scalar) -> Scalar {
    add(value, multiply(less(value, .no), .known(65_536)))
  }

  /// The nearest float of 16 bits; infinite from 65,520 on.
  private func bits(ofHalf value: Scalar) -> Scalar {
    let size = absolute(value)
    // The exponent of a float32, limited to those of 16 bits: smaller numbers have all the lowest one.
    let exponent = subtract(times(128, in: bits(ofFloat: size).high), .known(127))
    let scale = clamp(exponent, .known(-14), .known(15))
    let digits = nearest(multiply(size, power(subtract(.known(10), scale))))
    // Digits that are rounded up to the next power of two raise the exponent by one.
    let finite = add(multiply(add(scale, .known(14)), .known(1024)), digits)
    let whole = select(atLeast(size, .known(65_520)), .known(31_744), finite)
    return add(whole, multiply(less(value, .no), .known(32_768)))
  }

  private func float(ofHalf half: Scalar) -> Scalar {
    let isNegative = atLeast(half, .known(32_768))
    let size = lowest(half, 32_768)
    let exponent = times(1024, in: size)
    let digits = multiply(
      subtract(size, multiply(exponent, .known(1024))), .known(0x1p-10))
    let isInfinite = atLeast(exponent, .known(31))
    let scale = select(isInfinite, .known(128), subtract(exponent, .known(15)))
    let normal = multiply(add(.known(1), digits), power(scale))
    let value = select(
      atLeast(exponent, .known(1)), normal, multiply(digits, .known(0x1p-14)))
    return select(isNegative, negate(value), value)
  }
}
