// SPDX-License-Identifier: MIT

/// A position in pixels; the origin is the top-left corner, y grows downwards.
public struct Point: Hashable, Sendable {
  /// Pixels from the left edge.
  public var x: Double
  /// Pixels from the top edge.
  public var y: Double

  /// The top-left corner.
  public static let zero = Point(0, 0)

  /// The position (`x`, `y`).
  public init(_ x: Double, _ y: Double) {
    self.x = x
    self.y = y
  }
}

/// A width and a height in pixels, possibly fractional.
public struct Size: Hashable, Sendable {
  /// Pixels across.
  public var width: Double
  /// Pixels down.
  public var height: Double

  /// No size.
  public static let zero = Size(0, 0)

  /// `width` by `height`.
  public init(_ width: Double, _ height: Double) {
    self.width = width
    self.height = height
  }
}

/// A width and a height in whole pixels, as buffers and files have them.
public struct PixelSize: Hashable, Codable, Sendable {
  /// Pixels across.
  public var width: Int
  /// Pixels down.
  public var height: Int

  /// `width` by `height`.
  public init(_ width: Int, _ height: Int) {
    self.width = width
    self.height = height
  }

  /// `size` rounded to whole pixels, within 1…1,000,000 each way.
  public init(rounding size: Size) {
    func whole(_ length: Double) -> Int {
      length.isFinite ? Int(min(max(length.rounded(), 1), 1_000_000)) : 1
    }
    self.init(whole(size.width), whole(size.height))
  }

  /// The same size as fractional numbers.
  public var size: Size { Size(Double(width), Double(height)) }
}

extension PixelSize: CustomStringConvertible {
  /// `"1920x1080"`.
  public var description: String { "\(width)x\(height)" }
}

/// A rectangle, half-open: its right and bottom edges lie outside.
public struct Rect: Hashable, Sendable {
  /// The top-left corner.
  public var origin: Point
  /// The extent to the right and down; never negative.
  public var size: Size

  /// The rectangle without area at the origin.
  public static let zero = Rect(x: 0, y: 0, width: 0, height: 0)

  /// The rectangle at `origin` of `size`.
  public init(origin: Point, size: Size) {
    self.origin = origin
    self.size = size
  }

  /// The rectangle at (`x`, `y`), `width` by `height`.
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.init(origin: Point(x, y), size: Size(width, height))
  }

  /// The left edge.
  public var minX: Double { origin.x }
  /// The top edge.
  public var minY: Double { origin.y }
  /// The right edge.
  public var maxX: Double { origin.x + size.width }
  /// The bottom edge.
  public var maxY: Double { origin.y + size.height }
  /// Whether the rectangle has no area.
  public var isEmpty: Bool { size.width <= 0 || size.height <= 0 }

  /// Whether all of `other` lies inside.
  public func contains(_ other: Rect) -> Bool {
    minX <= other.minX && minY <= other.minY && maxX >= other.maxX && maxY >= other.maxY
  }

  /// This rectangle with `distance` more on every side.
  public func grown(by distance: Double) -> Rect {
    Rect(
      x: minX - distance, y: minY - distance, width: size.width + 2 * distance,
      height: size.height + 2 * distance)
  }

  /// What both cover; without area where they do not meet.
  public func intersection(_ other: Rect) -> Rect {
    let (left, top) = (max(minX, other.minX), max(minY, other.minY))
    let (right, bottom) = (min(maxX, other.maxX), min(maxY, other.maxY))
    return Rect(x: left, y: top, width: max(0, right - left), height: max(0, bottom - top))
  }

  /// The smallest rectangle that holds both.
  public func union(_ other: Rect) -> Rect {
    let (left, top) = (min(minX, other.minX), min(minY, other.minY))
    return Rect(
      x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
  }
}
