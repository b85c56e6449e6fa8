// SPDX-License-Identifier: MIT

extension ColorTags.Primaries {
  /// (x, y) of red, green and blue; the white of all is D65.
  ///
  /// BT.709-6, BT.601-7 (525 and 625 lines), BT.2020-2, SMPTE EG 432-1.
  public var chromaticities: [SIMD2<Double>] {
    switch self {
    case .bt709: [SIMD2(0.640, 0.330), SIMD2(0.300, 0.600), SIMD2(0.150, 0.060)]
    case .bt601x525: [SIMD2(0.630, 0.340), SIMD2(0.310, 0.595), SIMD2(0.155, 0.070)]
    case .bt601x625: [SIMD2(0.640, 0.330), SIMD2(0.290, 0.600), SIMD2(0.150, 0.060)]
    case .bt2020: [SIMD2(0.708, 0.292), SIMD2(0.170, 0.797), SIMD2(0.131, 0.046)]
    case .displayP3: [SIMD2(0.680, 0.320), SIMD2(0.265, 0.690), SIMD2(0.150, 0.060)]
    }
  }
}
