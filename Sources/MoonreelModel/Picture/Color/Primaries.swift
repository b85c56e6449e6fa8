// SPDX-License-Identifier: MIT

import MoonreelCore

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

  /// From light in these primaries to CIE X, Y, Z, white at Y = 1 (SMPTE RP 177).
  public var toXYZ: Matrix3 {
    let points = chromaticities.map { SIMD3($0.x, $0.y, 1 - $0.x - $0.y) }
    let columns = Matrix3((0..<3).map { SIMD3(points[0][$0], points[1][$0], points[2][$0]) })
    return columns * .diagonal(columns.inverted * WhitePoint.d65.xyz)
  }

  /// From light in these primaries to light in `other`.
  public func matrix(to other: ColorTags.Primaries) -> Matrix3 {
    self == other ? .identity : other.toXYZ.inverted * toXYZ
  }
}
