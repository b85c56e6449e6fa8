// SPDX-License-Identifier: MIT

import MoonreelCore

extension ColorTags.Primaries {
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
