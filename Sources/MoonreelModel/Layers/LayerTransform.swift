// SPDX-License-Identifier: MIT

import MoonreelCore

/// Where and how a layer's box lies in its composition; every value may move.
///
/// The box is first fitted into the composition. Its anchor comes to lie at the position; scale, skew and
/// rotation, in this order, leave the anchor where it is.
public struct LayerTransform: Sendable {
  /// The anchor's x from the box's left edge.
  public var anchorX = Animated.constant(RelativeLength(share: 0.5))
  /// The anchor's y from the box's top edge.
  public var anchorY = Animated.constant(RelativeLength(share: 0.5))
  /// Where the anchor lies, from the composition's left edge; `nil`: where fitting put it.
  public var x: Animated<RelativeLength>?
  /// Where the anchor lies, from the composition's top edge; `nil`: where fitting put it.
  public var y: Animated<RelativeLength>?
  /// Horizontal factor, after fitting; negative mirrors.
  public var scaleX = Animated.constant(1.0)
  /// Vertical factor, after fitting; negative mirrors.
  public var scaleY = Animated.constant(1.0)
  /// Degrees, clockwise.
  public var rotation = Animated.constant(0.0)
  /// Degrees by which vertical lines lean right downwards.
  public var skewX = Animated.constant(0.0)
  /// Degrees by which horizontal lines lean down rightwards.
  public var skewY = Animated.constant(0.0)
  /// A path that the anchor follows, in pixels of the composition, in place of the position; `nil`: none.
  public var motionPath: MotionPath?
  /// How far along the path, 0…1.
  public var pathProgress = Animated.constant(0.0)
  /// Whether the layer turns with the path.
  public var isAutoOriented = false

  /// A transform that leaves the layer where it is fitted.
  public init() {}

  /// The map of the box, its top-left corner at the origin, into the composition at `time` of the layer.
  ///
  /// - Parameters:
  ///   - time: on the layer's clock.
  ///   - box: where fitting put the picture.
  ///   - size: of the composition.
  package func map(at time: Time, box: Rect, in size: Size) throws -> AffineTransform {
    let anchor = Point(
      try anchorX.value(at: time).resolved(in: box.size.width),
      try anchorY.value(at: time).resolved(in: box.size.height))
    var place = Point(
      try x.map { try $0.value(at: time).resolved(in: size.width) } ?? box.minX + anchor.x,
      try y.map { try $0.value(at: time).resolved(in: size.height) } ?? box.minY + anchor.y)
    var degrees = try rotation.value(at: time)
    if let motionPath {
      let (point, heading) = motionPath.place(at: try pathProgress.value(at: time))
      place = point
      if isAutoOriented { degrees += heading }
    }
    return try shape(at: time, degrees, about: anchor)
      .followed(by: AffineTransform(translationX: place.x, y: place.y))
  }

  /// Scale, skew and rotation, `anchor` coming to lie at the origin.
  private func shape(at time: Time, _ degrees: Double, about anchor: Point) throws
    -> AffineTransform
  {
    var map = AffineTransform(translationX: -anchor.x, y: -anchor.y)
    let (x, y) = (try scaleX.value(at: time), try scaleY.value(at: time))
    if x != 1 || y != 1 { map = map.followed(by: AffineTransform(scaleX: x, y: y)) }
    let (leanX, leanY) = (try skewX.value(at: time), try skewY.value(at: time))
    if leanX != 0 || leanY != 0 {
      map = map.followed(by: AffineTransform(skewXDegrees: leanX, yDegrees: leanY))
    }
    return degrees == 0 ? map : map.followed(by: AffineTransform(rotationDegrees: degrees))
  }
}
