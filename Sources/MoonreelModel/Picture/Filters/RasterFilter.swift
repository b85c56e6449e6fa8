// SPDX-License-Identifier: MIT

import MoonreelCore

/// What is made of the neighbourhood of each pixel by passes over a picture that has been drawn.
public enum RasterFilter: Hashable, Sendable {
  /// A gaussian blur with these standard deviations in pixels; the extent grows by 4 σ, where less than
  /// 1/10,000 is left, outside is transparent (precede by `clampToEdges` for edges that hold).
  case gaussianBlur(sigmaX: Double, sigmaY: Double)
  /// The mean over a square of 2 · `radius` + 1 pixels, the outermost counting by their share where
  /// the radius is no whole number; the extent grows by it, outside is transparent.
  case boxBlur(radius: Double)
  /// Each cell of a grid in the mean of its pixels; `origin` is a corner of cells. What lies
  /// outside the extent counts as transparent, and the extent grows to whole cells.
  case pixelate(cell: Size, origin: Point)

  /// What it is called in messages.
  var name: String {
    switch self {
    case .gaussianBlur: "gaussian blur"
    case .boxBlur: "box blur"
    case .pixelate: "mosaic"
    }
  }

  /// What stands for its result over a picture that `inputs` stands for.
  func digest(over inputs: [Digest]) -> Digest {
    switch self {
    case .gaussianBlur(let x, let y): DigestWriter("gaussianBlur", inputs, x, y).digest
    case .boxBlur(let radius): DigestWriter("boxBlur", inputs, radius).digest
    case .pixelate(let cell, let origin): DigestWriter("pixelate", inputs, cell, origin).digest
    }
  }

  /// The rectangle outside which its result is transparent, for a picture that is so outside `extent`.
  public func extent(of extent: Rect) -> Rect {
    switch self {
    case .gaussianBlur(let x, let y):
      Rect(
        x: extent.minX - (4 * x).rounded(.up), y: extent.minY - (4 * y).rounded(.up),
        width: extent.size.width + 2 * (4 * x).rounded(.up),
        height: extent.size.height + 2 * (4 * y).rounded(.up))
    case .boxBlur(let radius): extent.grown(by: radius.rounded(.up))
    case .pixelate(let cell, let origin): Self.cells(around: extent, cell, origin)
    }
  }

  /// The whole cells that `rect` touches.
  private static func cells(around rect: Rect, _ cell: Size, _ origin: Point) -> Rect {
    guard !rect.isEmpty else { return .zero }
    let left = ((rect.minX - origin.x) / cell.width).rounded(.down) * cell.width + origin.x
    let top = ((rect.minY - origin.y) / cell.height).rounded(.down) * cell.height + origin.y
    let right = ((rect.maxX - origin.x) / cell.width).rounded(.up) * cell.width + origin.x
    let bottom = ((rect.maxY - origin.y) / cell.height).rounded(.up) * cell.height + origin.y
    return Rect(x: left, y: top, width: right - left, height: bottom - top)
  }
}

extension Image {
  /// What `filter` makes of this picture.
  public func filtered(_ filter: RasterFilter) -> Image { Image(.filter(self, filter)) }

  /// This picture blurred; `sigma` is the gaussian's standard deviation in pixels.
  public func gaussianBlurred(sigma: Double) -> Image {
    sigma <= 0 ? self : filtered(.gaussianBlur(sigmaX: sigma, sigmaY: sigma))
  }

  /// The mean over a square of 2 · `radius` + 1 pixels around each pixel; where the radius is no
  /// whole number, the outermost pixels count by its fraction. Its cost does not depend on the
  /// radius. The extent grows by the radius; transparent outside the picture unless
  /// ``clampedToEdges()`` comes first.
  ///
  /// - Parameter radius: Pixels from the middle to the edge of the square, 0…8191 output pixels.
  public func boxBlurred(radius: Double) -> Image {
    radius > 0 ? filtered(.boxBlur(radius: radius)) : self
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
    cell.width > 1 || cell.height > 1 ? filtered(.pixelate(cell: cell, origin: center)) : self
  }
}
