// SPDX-License-Identifier: MIT

import MoonreelCore

extension Image {
  /// The colour temperature that changes nothing, in kelvin.
  public static let neutralTemperature = 6500.0

  /// This picture as if light of `kelvin` had been white: a higher temperature than 6500 makes it
  /// warmer, a lower one cooler; `tint` above 0 adds magenta, below 0 green.
  ///
  /// The light's chromaticity is that of a black body (M. Krystek, "An algorithm to calculate
  /// correlated colour temperature", Color Res. Appl. 10, 1985), moved by `tint` / 3000 across the
  /// locus in CIE 1960 (u, v). From it to that of 6500 K the picture is adapted by Bradford's
  /// matrix, in light of BT.709 primaries (signal to the power of 2.4).
  ///
  /// - Parameters:
  ///   - kelvin: Limited to 1500…15000, where the formula holds.
  ///   - tint: Limited to −150…150.
  public func temperature(kelvin: Double, tint: Double = 0) -> Image {
    let (kelvin, tint) = (min(15_000, max(1500, kelvin)), min(150, max(-150, tint)))
    if kelvin == Self.neutralTemperature, tint == 0 { return self }
    let from = WhitePoint.blackBody(kelvin: kelvin, tint: tint)
    let matrix = Matrix3.bradford(
      from: from, to: .blackBody(kelvin: Self.neutralTemperature, tint: 0))
    let toXYZ = ColorTags.Primaries.bt709.toXYZ
    let whole = toXYZ.inverted * matrix * toXYZ
    return applying(GradingKernels.lightMatrix, numbers: whole.floats)
  }
}
