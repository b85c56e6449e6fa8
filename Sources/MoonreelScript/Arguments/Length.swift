// SPDX-License-Identifier: MIT

import MoonreelCore

/// A coordinate or a length as a script writes it: pixels, or a share such as `"50%"` of a side that is
/// known later.
enum Length: Hashable, Sendable {
  case pixels(Double)
  /// 0.5 for `"50%"`.
  case share(Double)

  var isShare: Bool { if case .share = self { true } else { false } }

  /// The pixels; 0 for a share.
  var pixels: Double { if case .pixels(let pixels) = self { return pixels } else { return 0 } }

  /// The share; 0 for pixels.
  var share: Double { if case .share(let share) = self { return share } else { return 0 } }

  /// The length along a side of `whole` pixels.
  func length(of whole: Double) -> Double {
    switch self {
    case .pixels(let pixels): pixels
    case .share(let share): Double(Float(share * whole))
    }
  }

  /// The coordinate in a frame whose side begins at `start`: shares are counted from there.
  func coordinate(from start: Double, of whole: Double) -> Double {
    switch self {
    case .pixels(let pixels): pixels
    case .share(let share): Double(Float(start + share * whole))
    }
  }
}

/// `{ x, y }` in pixels or shares of a frame.
struct RelativePoint: Hashable, Sendable {
  var x, y: Length

  var hasShares: Bool { x.isShare || y.isShare }

  func resolved(in frame: Rect) -> Point {
    Point(
      x.coordinate(from: frame.minX, of: frame.size.width),
      y.coordinate(from: frame.minY, of: frame.size.height))
  }
}

/// `{ width, height }` in pixels or shares of a frame.
struct RelativeSize: Hashable, Sendable {
  var width, height: Length

  var hasShares: Bool { width.isShare || height.isShare }

  func resolved(in frame: Rect) -> Size {
    Size(width.length(of: frame.size.width), height.length(of: frame.size.height))
  }
}

/// `{ x, y, width, height }` in pixels or shares of a frame.
struct RelativeBox: Hashable, Sendable {
  var origin: RelativePoint
  var size: RelativeSize

  var hasShares: Bool { origin.hasShares || size.hasShares }

  func resolved(in frame: Rect) -> Rect {
    Rect(origin: origin.resolved(in: frame), size: size.resolved(in: frame))
  }
}
