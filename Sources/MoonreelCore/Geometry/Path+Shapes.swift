// SPDX-License-Identifier: MIT

extension Path {
  /// Straight lines from point to point; the last is not joined to the first.
  public init(line points: [Point]) {
    self.init(points.prefix(1).map { .move($0) } + points.dropFirst().map { .line($0) })
  }

  /// A star about `center`, one point upwards: `count` points on `radius`, as many dents on `innerRadius`.
  ///
  /// - Parameter rotation: degrees clockwise.
  public init(
    star count: Int, center: Point, radius: Double, innerRadius: Double, rotation: Double = 0
  ) {
    self.init(
      polygon: (0..<2 * count).map { index in
        let reach = index % 2 == 0 ? radius : innerRadius
        let turn = rotation + 180 * Double(index) / Double(count)
        return Self.point(about: center, reach, reach, degrees: turn - 90)
      })
  }

  /// A part of a circle, clockwise from `start` to `end` degrees, 0 being to the right.
  ///
  /// - Parameter isPie: whether it is joined to the centre and closed.
  public init(
    arc center: Point, radius: Double, start: Double, end: Double, isPie: Bool = false
  ) {
    let first = Self.point(about: center, radius, radius, degrees: start)
    self.init(isPie ? [.move(center), .line(first)] : [.move(first)])
    addArc(center: center, radius, radius, start: start, sweep: end - start)
    if isPie { elements.append(.close) }
  }

  /// Adds curves along an ellipse, whose axes are turned by `rotation` degrees, from where the path is.
  ///
  /// - Parameters:
  ///   - start: where the path is, in degrees of the ellipse's own, clockwise from its first axis.
  ///   - sweep: how far it goes, in such degrees; negative is counterclockwise.
  public mutating func addArc(
    center: Point, _ radiusX: Double, _ radiusY: Double, start: Double, sweep: Double,
    rotation: Double = 0
  ) {
    let count = max(1, Int(limiting: (abs(sweep) / 45).rounded(.up)))
    let step = sweep / Double(count)
    let (sine, cosine) = Trigonometry.sineAndCosine(degrees: step / 4)
    // 4/3 · tan(a/4): true to 5 millionths of the radius for eighths of a circle.
    let handle = 4 / 3 * sine / cosine
    let turn = AffineTransform(rotationDegrees: rotation)
    func place(_ degrees: Double, _ along: Double) -> Point {
      let (sine, cosine) = Trigonometry.sineAndCosine(degrees: degrees)
      let point = turn.apply(
        to: Point(
          radiusX * (cosine - along * sine), radiusY * (sine + along * cosine)))
      return Point(center.x + point.x, center.y + point.y)
    }
    for index in 0..<count {
      let (from, to) = (start + step * Double(index), start + step * Double(index + 1))
      elements.append(.cubic(place(from, handle), place(to, -handle), place(to, 0)))
    }
  }

  /// Adds an arc to `end` as SVG describes it (SVG 2, 9.5.1 and B.2): with these radii, turned by
  /// `rotation` degrees, the longer way round with `isLarge`, clockwise with `isClockwise`.
  public mutating func addArc(
    from start: Point, to end: Point, radiusX: Double, radiusY: Double, rotation: Double,
    isLarge: Bool, isClockwise: Bool
  ) {
    guard start != end else { return }
    var (rx, ry) = (abs(radiusX), abs(radiusY))
    guard rx > 0, ry > 0 else {
      elements.append(.line(end))
      return
    }
    // In coordinates of the ellipse's axes, the middle of the chord at the origin.
    let half = AffineTransform(rotationDegrees: -rotation)
      .apply(to: Point((start.x - end.x) / 2, (start.y - end.y) / 2))
    let excess = half.x * half.x / (rx * rx) + half.y * half.y / (ry * ry)
    if excess > 1 { (rx, ry) = (rx * excess.squareRoot(), ry * excess.squareRoot()) }
    let weight = rx * rx * half.y * half.y + ry * ry * half.x * half.x
    var root = (max(0, rx * rx * ry * ry - weight) / weight).squareRoot()
    if isLarge == isClockwise { root = -root }
    let own = Point(root * rx * half.y / ry, -root * ry * half.x / rx)
    let middle = AffineTransform(rotationDegrees: rotation).apply(to: own)
    let center = Point(middle.x + (start.x + end.x) / 2, middle.y + (start.y + end.y) / 2)
    func degrees(_ x: Double, _ y: Double) -> Double {
      PortableMath.atan2(y / ry, x / rx) * 180 / .pi
    }
    let first = degrees(half.x - own.x, half.y - own.y)
    var sweep = degrees(-half.x - own.x, -half.y - own.y) - first
    if isClockwise, sweep < 0 { sweep += 360 }
    if !isClockwise, sweep > 0 { sweep -= 360 }
    addArc(center: center, rx, ry, start: first, sweep: sweep, rotation: rotation)
  }

  private static func point(about center: Point, _ x: Double, _ y: Double, degrees: Double)
    -> Point
  {
    let (sine, cosine) = Trigonometry.sineAndCosine(degrees: degrees)
    return Point(center.x + x * cosine, center.y + y * sine)
  }
}
