// SPDX-License-Identifier: MIT

import MoonreelCore

/// A rectangle of whole pixels, half-open.
struct PixelRect: Hashable {
  var minX: Int
  var minY: Int
  var maxX: Int
  var maxY: Int

  init(minX: Int, minY: Int, maxX: Int, maxY: Int) {
    (self.minX, self.minY, self.maxX, self.maxY) = (minX, minY, maxX, maxY)
  }

  /// No pixels.
  static let empty = PixelRect(minX: 0, minY: 0, maxX: 0, maxY: 0)

  /// The rectangle of `size` at the origin.
  init(size: PixelSize) { self.init(minX: 0, minY: 0, maxX: size.width, maxY: size.height) }

  /// The smallest whole pixels around `rect`; far edges are drawn in to ±2³⁰.
  init(covering rect: Rect) {
    self.init(
      minX: Self.whole(rect.minX.rounded(.down)), minY: Self.whole(rect.minY.rounded(.down)),
      maxX: Self.whole(rect.maxX.rounded(.up)), maxY: Self.whole(rect.maxY.rounded(.up)))
  }

  /// The whole pixels within `rect`.
  init(within rect: Rect) {
    self.init(
      minX: Self.whole(rect.minX.rounded(.up)), minY: Self.whole(rect.minY.rounded(.up)),
      maxX: Self.whole(rect.maxX.rounded(.down)), maxY: Self.whole(rect.maxY.rounded(.down)))
  }

  /// `rect` moved by (`x`, `y`), its edges rounded to the nearest pixels.
  init(rounding rect: Rect, _ x: Int, _ y: Int) {
    self.init(
      minX: Self.whole((rect.minX + Double(x)).rounded()),
      minY: Self.whole((rect.minY + Double(y)).rounded()),
      maxX: Self.whole((rect.maxX + Double(x)).rounded()),
      maxY: Self.whole((rect.maxY + Double(y)).rounded()))
  }

  private static func whole(_ value: Double) -> Int {
    Int(Swift.max(-0x1p30, Swift.min(0x1p30, value)))
  }

  var width: Int { Swift.max(0, maxX - minX) }
  var height: Int { Swift.max(0, maxY - minY) }
  var area: Int { width * height }
  var isEmpty: Bool { maxX <= minX || maxY <= minY }

  var rect: Rect {
    Rect(x: Double(minX), y: Double(minY), width: Double(width), height: Double(height))
  }

  /// Whether some pixels lie in both.
  func overlaps(_ other: PixelRect) -> Bool { !intersection(other).isEmpty }

  func intersection(_ other: PixelRect) -> PixelRect {
    PixelRect(
      minX: Swift.max(minX, other.minX), minY: Swift.max(minY, other.minY),
      maxX: Swift.min(maxX, other.maxX), maxY: Swift.min(maxY, other.maxY))
  }

  /// Moved by (`x`, `y`).
  func moved(_ x: Int, _ y: Int) -> PixelRect {
    PixelRect(minX: minX + x, minY: minY + y, maxX: maxX + x, maxY: maxY + y)
  }

  /// With one more column at the right and one more row below.
  var grownAtEnd: PixelRect {
    PixelRect(minX: minX, minY: minY, maxX: maxX + 1, maxY: maxY + 1)
  }

  /// Without its last column and its last row.
  var cutAtEnd: PixelRect {
    PixelRect(minX: minX, minY: minY, maxX: maxX - 1, maxY: maxY - 1)
  }

  /// Moved and cut so that it lies in `bounds` and holds the pixels nearest to it.
  func clamped(into bounds: PixelRect) -> PixelRect {
    PixelRect(
      minX: Swift.max(bounds.minX, Swift.min(bounds.maxX - 1, minX)),
      minY: Swift.max(bounds.minY, Swift.min(bounds.maxY - 1, minY)),
      maxX: Swift.max(bounds.minX + 1, Swift.min(bounds.maxX, maxX)),
      maxY: Swift.max(bounds.minY + 1, Swift.min(bounds.maxY, maxY)))
  }

  /// The samples of a plane with 2^`shiftX` pixels a sample across and 2^`shiftY` down.
  func reduced(_ shiftX: Int, _ shiftY: Int) -> PixelRect {
    PixelRect(
      minX: minX >> shiftX, minY: minY >> shiftY, maxX: (maxX + (1 << shiftX) - 1) >> shiftX,
      maxY: (maxY + (1 << shiftY) - 1) >> shiftY)
  }

  /// Grown to whole samples of such a plane.
  func aligned(_ shiftX: Int, _ shiftY: Int) -> PixelRect {
    let reduced = reduced(shiftX, shiftY)
    return PixelRect(
      minX: reduced.minX << shiftX, minY: reduced.minY << shiftY, maxX: reduced.maxX << shiftX,
      maxY: reduced.maxY << shiftY)
  }

  /// Shrunk to whole samples of such a plane, whose last ones at the edge of `whole` may stand for fewer pixels.
  func shrunk(_ shiftX: Int, _ shiftY: Int, within whole: PixelRect) -> PixelRect {
    let (columns, rows) = (1 << shiftX, 1 << shiftY)
    let rect = PixelRect(
      minX: (minX + columns - 1) & -columns, minY: (minY + rows - 1) & -rows,
      maxX: maxX >= whole.maxX ? maxX : maxX & -columns,
      maxY: maxY >= whole.maxY ? maxY : maxY & -rows)
    return rect.isEmpty ? .empty : rect
  }

  /// Grown by `x` pixels to the left and right and `y` above and below.
  func grown(_ x: Int, _ y: Int) -> PixelRect {
    PixelRect(minX: minX - x, minY: minY - y, maxX: maxX + x, maxY: maxY + y)
  }
}
