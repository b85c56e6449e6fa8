// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

extension Argument {
  /// What letters and shapes are painted with: a colour, or a gradient of the box.
  func paint() throws -> Paint {
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

  static let strokeNames = [
    "width", "color", "position", "join", "cap", "dashes", "dash_offset",
  ]

  /// A line along outlines.
  func stroke(_ position: Stroke.Position) throws -> Stroke {
    let options = try options(Self.strokeNames, owner: label)
    let width = try options.required("width", "pixels, above 0").real(0...1000)
    guard width > 0 else { throw try options["width"].expected("a number of pixels above 0") }
    var stroke = Stroke(width: width, position: position)
    try options["color"].ifGiven { stroke.paint = try $0.paint() }
    try options["position"].ifGiven { stroke.position = try $0.choice() }
    try options["join"].ifGiven { stroke.join = try $0.choice() }
    try options["cap"].ifGiven { stroke.cap = try $0.choice() }
    try options["dash_offset"].ifGiven { stroke.dashOffset = try $0.real(-1e6...1e6) }
    try options["dashes"].ifGiven { argument in
      let rule = "lengths of dashes and gaps in turn, not all 0"
      stroke.dashes = try argument.items(rule).map { try $0.real(0...1e6) }
      guard stroke.dashes.contains(where: { $0 > 0 }), stroke.dashes.count <= 64 else {
        throw argument.expected(rule)
      }
    }
    return stroke
  }

  static let shadowNames = ["offset", "blur", "spread", "color"]

  /// A shadow.
  func shadow() throws -> Shadow {
    let options = try options(Self.shadowNames, owner: label)
    var shadow = Shadow(offset: Point(4, 4), blur: 4)
    try options["offset"].ifGiven { shadow.offset = try $0.point() }
    guard max(abs(shadow.offset.x), abs(shadow.offset.y)) <= 4096 else {
      throw try options["offset"].expected("an offset of at most 4096 pixels")
    }
    try options["blur"].ifGiven { shadow.blur = try $0.real(0...Shadow.largestBlur) }
    try options["spread"].ifGiven { shadow.spread = try $0.real(0...1000) }
    try options["color"].ifGiven { shadow.paint = try $0.paint() }
    return shadow
  }

  static let glowNames = ["blur", "spread", "strength", "color"]

  /// A glow: a shadow straight below.
  func glow() throws -> Shadow {
    let options = try options(Self.glowNames, owner: label)
    var glow = Shadow(offset: .zero, blur: 8, strength: 2, paint: .color(.white))
    try options["blur"].ifGiven { glow.blur = try $0.real(0...Shadow.largestBlur) }
    try options["spread"].ifGiven { glow.spread = try $0.real(0...1000) }
    try options["strength"].ifGiven { glow.strength = try $0.integer(1...16) }
    try options["color"].ifGiven { glow.paint = try $0.paint() }
    return glow
  }

  /// Shadows and glows of `options`, the first on top.
  static func shadows(_ options: Options) throws -> [Shadow] {
    let glows = try options["glow"].ifGiven { try $0.oneOrMore { try $0.glow() } } ?? []
    let shadows = try options["shadow"].ifGiven { try $0.oneOrMore { try $0.shadow() } } ?? []
    return glows + shadows
  }
}

extension RelativePosition {
  fileprivate static let topLeft = RelativePosition(x: RelativeLength(), y: RelativeLength())
  fileprivate static let bottomLeft = RelativePosition(
    x: RelativeLength(), y: RelativeLength(share: 1))
  fileprivate static let middle = RelativePosition(
    x: RelativeLength(share: 0.5), y: RelativeLength(share: 0.5))
}
