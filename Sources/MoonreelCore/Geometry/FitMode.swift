// SPDX-License-Identifier: MIT

/// How a picture of one size is placed in a frame of another.
public enum FitMode: String, Hashable, Sendable, CaseIterable {
  /// As large as fits inside, centred unless fastened elsewhere; the rest stays background.
  case contain
  /// As small as covers the frame, centred; what hangs over is cut.
  case cover
  /// To the frame's size, changing the picture's proportions.
  case stretch
  /// At its own size, centred.
  case none
  /// As `contain`; the rest is filled by the picture itself, covering the frame and blurred, where a
  /// picture is drawn (a transform alone is that of `contain`).
  case containBlur

  /// The transform that places a picture occupying `source` in a frame of `size`, fastened at
  /// `gravity`.
  ///
  /// A source without area is left where it is.
  public func transform(from source: Rect, into size: Size, gravity: Gravity = .center)
    -> AffineTransform
  {
    guard !source.isEmpty else { return .identity }
    let (x, y) = (size.width / source.size.width, size.height / source.size.height)
    let (scaleX, scaleY): (Double, Double)
    switch self {
    case .contain, .containBlur: (scaleX, scaleY) = (min(x, y), min(x, y))
    case .cover: (scaleX, scaleY) = (max(x, y), max(x, y))
    case .stretch: (scaleX, scaleY) = (x, y)
    case .none: (scaleX, scaleY) = (1, 1)
    }
    let left = (size.width - source.size.width * scaleX) * gravity.shares.x
    let top = (size.height - source.size.height * scaleY) * gravity.shares.y
    return AffineTransform(
      a: scaleX, b: 0, c: 0, d: scaleY, tx: left - source.minX * scaleX,
      ty: top - source.minY * scaleY)
  }
}
