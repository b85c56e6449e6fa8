// SPDX-License-Identifier: MIT

import MoonreelCore

extension Image {
  /// What lies beyond a picture's edges.
  public enum EdgeMode: String, Hashable, Sendable, CaseIterable {
    /// Nothing.
    case transparent
    /// The pixels at the edge, continued.
    case clamp
    /// The picture again, mirrored at every second place.
    case mirror
    /// The picture again.
    case `repeat`
  }

  /// This picture continued beyond its edges; filters and sampling across the seams see what lies
  /// there.
  public func tiled(_ mode: EdgeMode) -> Image {
    guard extent != nil else { return self }
    return switch mode {
    case .transparent: self
    case .clamp: clampedToEdges()
    case .mirror: Image(.tile(self, mirrors: true))
    case .repeat: Image(.tile(self, mirrors: false))
    }
  }

  /// This picture in perspective.
  public func projected(by map: ProjectiveTransform, sampling: Sampling = .bicubic) -> Image {
    if let affine = map.affine { return transformed(by: affine, sampling: sampling) }
    return Image(.projection(self, map, sampling))
  }

  /// This picture with the corners of its extent moved to four points.
  ///
  /// - Throws: `MoonreelError` (`invalidArgument`) where the picture has no edges, or the points are
  ///   not the corners of a convex quadrilateral in this order.
  public func cornerPinned(
    topLeft: Point, topRight: Point, bottomRight: Point, bottomLeft: Point,
    sampling: Sampling = .bicubic
  ) throws -> Image {
    guard let extent, !extent.isEmpty else {
      throw MoonreelError(
        .invalidArgument, "a picture without edges has no corners to pin; crop it first")
    }
    let map = ProjectiveTransform(
      from: extent, topLeft: topLeft, topRight: topRight, bottomRight: bottomRight,
      bottomLeft: bottomLeft)
    guard let map else {
      throw MoonreelError(
        .invalidArgument,
        "the corners must be those of a convex quadrilateral: top left, top right, bottom right, bottom left"
      )
    }
    return projected(by: map, sampling: sampling)
  }

  /// This picture turned by `degrees`, clockwise, about `anchor` (default: its middle).
  public func rotated(
    degrees: Double, about anchor: Point? = nil, sampling: Sampling = .bicubic
  ) -> Image {
    about(anchor, AffineTransform(rotationDegrees: degrees), sampling)
  }

  /// This picture scaled about `anchor` (default: its middle); negative factors mirror it.
  public func scaled(
    x: Double, y: Double, about anchor: Point? = nil, sampling: Sampling = .bicubic
  ) -> Image {
    about(anchor, AffineTransform(scaleX: x, y: y), sampling)
  }

  /// This picture slanted about `anchor` (default: its middle): vertical lines lean right downwards by
  /// `x` degrees, horizontal ones down rightwards by `y` degrees.
  public func skewed(
    xDegrees x: Double, yDegrees y: Double, about anchor: Point? = nil,
    sampling: Sampling = .bicubic
  ) -> Image {
    about(anchor, AffineTransform(skewXDegrees: x, yDegrees: y), sampling)
  }

  /// This picture mirrored about its middle, left to right, top to bottom, or both.
  public func flipped(horizontally: Bool, vertically: Bool) -> Image {
    scaled(x: horizontally ? -1 : 1, y: vertically ? -1 : 1)
  }

  /// This picture's extent fitted into a frame of `size` whose corner is the origin.
  ///
  /// - Parameters:
  ///   - size: The frame's size.
  ///   - mode: How it is fitted; without edges the picture is left as it is.
  ///   - gravity: The point of the frame at which it is fastened.
  ///   - blur: For `containBlur`, the standard deviation in pixels; default a 48th of the frame's
  ///     longer side.
  public func fitted(
    into size: Size, _ mode: FitMode, gravity: Gravity = .center, blur: Double? = nil
  ) -> Image {
    guard let extent, !extent.isEmpty else { return self }
    let fitted = transformed(by: mode.transform(from: extent, into: size, gravity: gravity))
    guard mode == .containBlur else { return fitted }
    let frame = Rect(origin: .zero, size: size)
    let cover = FitMode.cover.transform(from: extent, into: size, gravity: gravity)
    let backdrop = transformed(by: cover).cropped(to: frame).clampedToEdges()
      .gaussianBlurred(sigma: blur ?? max(size.width, size.height) / 48)
    return fitted.over(backdrop.cropped(to: frame))
  }

  private func about(_ anchor: Point?, _ map: AffineTransform, _ sampling: Sampling) -> Image {
    let middle = extent.map { Gravity.center.point(in: $0) }
    return transformed(by: map.about(anchor ?? middle ?? .zero), sampling: sampling)
  }
}
