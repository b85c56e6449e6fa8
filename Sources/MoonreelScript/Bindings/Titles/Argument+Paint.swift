// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

extension Argument {
  /// What letters and shapes are painted with: a colour, or a gradient of the box.
  func paint() throws -> Paint {
    if case .table(let view) = value, try !view.field("image").isNil {
      throw MoonreelError(
        .invalidArgument,
        "bad \(label): a picture can be the 'fill' of letters that stand still and of shapes; give "
          + "a colour or a gradient here")
    }
    guard case .table(let view) = value, try !view.field("stops").isNil else {
      return .color(try color())
    }
    let options = try options(["stops", "from", "to", "center", "radius"], owner: label)
    let stops = try ImageFunctions.stops(try options["stops"])
    guard try options["center"].isNil, try options["radius"].isNil else {
      guard try options["from"].isNil, try options["to"].isNil else {
        throw MoonreelError(
          .invalidArgument,
          "bad \(label): a gradient goes 'from' a point 'to' another, or from a 'center' over a "
            + "'radius'; give one of the two")
      }
      return .radial(
        center: try options["center"].ifGiven { try $0.relativePosition() } ?? .middle,
        radius: try options["radius"].ifGiven { try $0.relativeLength() }
          ?? RelativeLength(share: 0.5), stops: stops)
    }
    return .linear(
      from: try options["from"].ifGiven { try $0.relativePosition() } ?? .topLeft,
      to: try options["to"].ifGiven { try $0.relativePosition() } ?? .bottomLeft, stops: stops)
  }

  /// A position in a box that is known later.
  func relativePosition() throws -> RelativePosition {
    let point = try relativePoint()
    return RelativePosition(
      x: RelativeLength(pixels: point.x.pixels, share: point.x.share),
      y: RelativeLength(pixels: point.y.pixels, share: point.y.share))
  }

  /// One table of options, or several in a list.
  func oneOrMore<Value>(_ read: (Argument) throws -> Value) throws -> [Value] {
    guard case .table(let view) = value, case .table = try view.item(1) else {
      return [try read(self)]
    }
    return try items("a table of options, or a list of such tables").map(read)
  }

  /// Paint that may move.
  func movingPaint(_ clock: KeyframeClock?) throws -> Moving<Paint> {
    try moving(clock, difference: { $0.difference(from: $1) }) { try $0.paint() }
      .map { paint in
        guard case .color(let color) = paint else { return paint }
        return .color(color.limited)
      }
  }

  static let strokeNames = [
    "width", "color", "position", "join", "cap", "dashes", "dash_offset",
  ]

  /// A line along outlines; with a clock it may move, also from and to no width.
  func stroke(_ position: Stroke.Position, _ clock: KeyframeClock? = nil) throws -> Moving<Stroke> {
    let options = try options(Self.strokeNames, owner: label)
    let width = try options.required("width", "pixels, above 0").movingReal(clock, 0...10_000)
    guard width.start > 0 || !width.isStill else {
      throw try options["width"].expected("a number of pixels above 0")
    }
    var stroke = Moving(Stroke(width: width.start, position: position))
    stroke.set(\.width, width)
    try options["color"].ifGiven { stroke.set(\.paint, try $0.movingPaint(clock)) }
    try options["position"].ifGiven { stroke.set(\.position, Moving(try $0.choice())) }
    try options["join"].ifGiven { stroke.set(\.join, Moving(try $0.choice())) }
    try options["cap"].ifGiven { stroke.set(\.cap, Moving(try $0.choice())) }
    try options["dash_offset"].ifGiven {
      stroke.set(\.dashOffset, try $0.movingReal(clock, -1e6...1e6))
    }
    try options["dashes"].ifGiven { stroke.set(\.dashes, Moving(try $0.dashes())) }
    return stroke
  }

  private func dashes() throws -> [Double] {
    let rule = "lengths of dashes and gaps in turn, not all 0"
    let dashes = try items(rule).map { try $0.real(0...1e6) }
    guard dashes.contains(where: { $0 > 0 }), dashes.count <= 64 else { throw expected(rule) }
    return dashes
  }

  static let shadowNames = ["offset", "blur", "spread", "color"]

  /// A shadow; with a clock it may move.
  func shadow(_ clock: KeyframeClock? = nil) throws -> Moving<Shadow> {
    let options = try options(Self.shadowNames, owner: label)
    var shadow = Moving(Shadow(offset: Point(4, 4), blur: 4))
    try options["offset"].ifGiven { argument in
      let offset = try argument.moving(clock) { try $0.shadowOffset() }
      shadow.set(\.offset, offset.map(\.limitedOffset))
    }
    try Self.setSoftness(of: &shadow, options, clock)
    return shadow
  }

  private func shadowOffset() throws -> Point {
    let offset = try point()
    guard offset == offset.limitedOffset else {
      throw expected("an offset of at most 4096 pixels")
    }
    return offset
  }

  private static func setSoftness(
    of shadow: inout Moving<Shadow>, _ options: Options, _ clock: KeyframeClock?
  ) throws {
    try options["blur"].ifGiven {
      shadow.set(\.blur, try $0.movingReal(clock, 0...Shadow.largestBlur))
    }
    try options["spread"].ifGiven { shadow.set(\.spread, try $0.movingReal(clock, 0...10_000)) }
    try options["color"].ifGiven { shadow.set(\.paint, try $0.movingPaint(clock)) }
  }

  static let glowNames = ["blur", "spread", "strength", "color"]

  /// A glow, a shadow straight below; with a clock it may move.
  func glow(_ clock: KeyframeClock? = nil) throws -> Moving<Shadow> {
    let options = try options(Self.glowNames, owner: label)
    var glow = Moving(Shadow(offset: .zero, blur: 8, strength: 2, paint: .color(.white)))
    try Self.setSoftness(of: &glow, options, clock)
    try options["strength"].ifGiven { glow.set(\.strength, Moving(try $0.integer(1...16))) }
    return glow
  }

  /// Shadows and glows of `options`, the first on top.
  static func shadows(_ options: Options, _ clock: KeyframeClock? = nil) throws -> Moving<[Shadow]>
  {
    let glows = try options["glow"].ifGiven { try $0.oneOrMore { try $0.glow(clock) } } ?? []
    let shadows = try options["shadow"].ifGiven { try $0.oneOrMore { try $0.shadow(clock) } } ?? []
    return Moving(glows + shadows)
  }
}

extension Point {
  /// The offset of a shadow, at most 4096 pixels each way.
  fileprivate var limitedOffset: Point {
    Point(min(4096, max(-4096, x)), min(4096, max(-4096, y)))
  }
}

extension RelativePosition {
  fileprivate static let topLeft = RelativePosition(x: RelativeLength(), y: RelativeLength())
  fileprivate static let bottomLeft = RelativePosition(
    x: RelativeLength(), y: RelativeLength(share: 1))
  fileprivate static let middle = RelativePosition(
    x: RelativeLength(share: 0.5), y: RelativeLength(share: 0.5))
}
