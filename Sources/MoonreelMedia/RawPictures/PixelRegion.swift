// SPDX-License-Identifier: MIT

import MoonreelCore

/// A part of a picture, in whole pixels.
struct PixelRegion {
  var x: Int
  var y: Int
  var size: PixelSize

  /// The same part of a picture that was scaled from `whole` to `size`.
  func scaled(from whole: PixelSize, to size: PixelSize) -> PixelRegion {
    guard whole != size else { return self }
    func across(_ value: Int) -> Int { value * size.width / whole.width }
    func down(_ value: Int) -> Int { value * size.height / whole.height }
    return PixelRegion(
      x: across(x), y: down(y),
      size: PixelSize(max(1, across(self.size.width)), max(1, down(self.size.height))))
  }

  /// Whether it lies in a picture of `whole`, and is not empty.
  func lies(in whole: PixelSize) -> Bool {
    x >= 0 && y >= 0 && size.width > 0 && size.height > 0 && x <= whole.width && y <= whole.height
      && size.width <= whole.width - x && size.height <= whole.height - y
  }
}
