// SPDX-License-Identifier: MIT

/// The mean over a stretch of pixels, in exact fixed point: adding and taking away leaves no trace,
/// so a pixel's mean does not depend on where the sum began.
struct BoxMean {
  /// Whole pixels on either side of the middle one.
  let radius: Int
  /// How much of the pixel beyond those counts, 0..<1.
  let share: Double
  private let factor: Double

  /// The mean over `width` pixels, at least 1.
  init(width: Double) {
    let half = (max(1, width) - 1) / 2
    radius = Int(min(0x1p20, half.rounded(.down)))
    share = half - half.rounded(.down)
    factor = 1 / (Self.one * (2 * half + 1))
  }

  /// How far the mean reaches.
  var reach: Int { radius + (share > 0 ? 1 : 0) }

  private static let one = 0x1p34

  /// A sample as a fixed-point number: limited to ±8192, 0 where it is not a number.
  static func fixed(_ value: Float) -> Int64 {
    guard value == value else { return 0 }
    return Int64((Double(max(-8192, min(8192, value))) * one).rounded(.toNearestOrEven))
  }

  /// The mean from the sum of the whole pixels and that of the two beyond them.
  func mean(_ inner: Int64, _ outer: Int64) -> Float {
    Float((Double(inner) + Double(outer) * share) * factor)
  }
}
