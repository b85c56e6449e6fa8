// SPDX-License-Identifier: MIT

/// Takes whole right angles out of an angle, exactly enough for any double.
enum AngleReduction {
  /// π/2 in three parts.
  private static let halfPi = (
    0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54, -0x1.f1976b7ed8fbcp-110
  )

  /// `x` as a number of right angles (modulo 4 correct) and a rest within ±π/4.
  static func reduce(_ x: Double) -> (quarter: Int, rest: DoubleDouble) {
    guard x.magnitude > 0.785_398_163_397_448_2 else { return (0, DoubleDouble(x)) }
    guard x.magnitude < 0x1p31 else {
      let (quarter, rest) = reduceLarge(x.magnitude)
      return x < 0 ? (-quarter, -rest) : (quarter, rest)
    }
    let turns = (x / halfPi.0).rounded()
    let rest =
      DoubleDouble(x) - DoubleDouble.product(turns, halfPi.0)
      - DoubleDouble.product(turns, halfPi.1) - DoubleDouble.product(turns, halfPi.2)
    return (Int(turns), rest)
  }

  /// The reduction of Payne and Hanek (1983): the bits of 2/π that matter, times the mantissa, as whole
  /// numbers.
  private static func reduceLarge(_ x: Double) -> (Int, DoubleDouble) {
    let mantissa = x.significandBitPattern | 1 << 52
    let exponent = Int(x.exponent) - 52
    // Bits of 2/π above 4 give whole turns. What is left: 256 bits, the first two of them right angles.
    var window = bits(from: exponent - 2 + 64)
    multiply(&window, by: mantissa)
    var quarter = Int(window[0] >> 62)
    var isNegative = false
    window[0] &= 1 << 62 - 1
    if window[0] >> 61 != 0 {
      quarter += 1
      isNegative = true
      negateFraction(&window)
    }
    var fraction = DoubleDouble(0)
    for (index, word) in window.enumerated().reversed() {
      for (half, shift) in [(word & 0xFFFF_FFFF, 2), (word >> 32, 34)] {
        let exponent = shift - 64 * (index + 1)
        let part = Double(sign: .plus, exponent: exponent, significand: Double(half))
        fraction = DoubleDouble(half == 0 ? 0 : part) + fraction
      }
    }
    let rest = fraction * DoubleDouble.halfPi
    return (quarter, isNegative ? -rest : rest)
  }

  /// 256 bits of 64 zeros followed by 2/π, from bit `offset` on, the first word the highest.
  private static func bits(from offset: Int) -> [UInt64] {
    let (first, shift) = (offset / 64, UInt64(offset % 64))
    return (first..<first + 4).map { index in
      shift == 0
        ? twoOverPi[index] : twoOverPi[index] << shift | twoOverPi[index + 1] >> (64 - shift)
    }
  }

  /// `words` times `factor`, modulo 2²⁵⁶.
  private static func multiply(_ words: inout [UInt64], by factor: UInt64) {
    var carry: UInt64 = 0
    for index in words.indices.reversed() {
      let product = words[index].multipliedFullWidth(by: factor)
      let (low, overflow) = product.low.addingReportingOverflow(carry)
      words[index] = low
      carry = product.high + (overflow ? 1 : 0)
    }
  }

  /// 1 minus the fraction that `words` hold below the highest two bits.
  private static func negateFraction(_ words: inout [UInt64]) {
    var carry = true
    for index in words.indices.reversed() {
      let (sum, overflow) = (~words[index]).addingReportingOverflow(carry ? 1 : 0)
      (words[index], carry) = (sum, overflow)
    }
    words[0] &= 1 << 62 - 1
  }

  /// 64 zero bits, then the bits of 2/π after the binary point.
  private static let twoOverPi: [UInt64] = [
    0,
    0xA2F9_836E_4E44_1529, 0xFC27_57D1_F534_DDC0, 0xDB62_9599_3C43_9041, 0xFE51_63AB_DEBB_C561,
    0xB724_6E3A_424D_D2E0, 0x0649_2EEA_09D1_921C, 0xFE1D_EB1C_B129_A73E, 0xE882_35F5_2EBB_4484,
    0xE99C_7026_B45F_7E41, 0x3991_D639_8353_39F4, 0x9C84_5F8B_BDF9_283B, 0x1FF8_97FF_DE05_980F,
    0xEF2F_118B_5A0A_6D1F, 0x6D36_7ECF_27CB_09B7, 0x4F46_3F66_9E5F_EA2D, 0x7527_BAC7_EBE5_F17B,
    0x3D07_39F7_8A52_92EA, 0x6BFB_5FB1_1F8D_5D08, 0x5603_3046_FC7B_6BAB, 0xF0CF_BC20_9AF4_361D,
    0xA9E3_9161_5EE6_1B08, 0x6599_855F_14A0_6840,
  ]
}
