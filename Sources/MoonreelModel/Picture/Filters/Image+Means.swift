// SPDX-License-Identifier: MIT

import MoonreelCore

extension Image {
  /// The mean over a square of 2 · `radius` + 1 pixels around each pixel; where the radius is no
  /// whole number, the outermost pixels count by its fraction. Its cost does not depend on the
  /// radius. The extent grows by the radius; transparent outside the picture unless
  /// ``clampedToEdges()`` comes first.
  ///
  /// - Parameter radius: Pixels from the middle to the edge of the square, 0…8191 output pixels.
  public func boxBlurred(radius: Double) -> Image {
    radius > 0 ? Image(.boxBlur(self, radius: radius)) : self
  }

  /// A mosaic: each cell of a grid in the mean of its pixels, by area.
  ///
  /// What lies outside the extent counts as transparent; the extent grows to whole cells. A pixel
  /// belongs to the cell in which its centre lies.
  ///
  /// - Parameters:
  ///   - cell: The size of a cell in pixels, more than 0; cells of at most 1 × 1 change nothing.
  ///   - center: A corner of cells, in the picture's coordinates.
  public func pixelated(cell: Size, center: Point = Point(0, 0)) -> Image {
    cell.width > 1 || cell.height > 1 ? Image(.pixelate(self, cell: cell, origin: center)) : self
  }
}
