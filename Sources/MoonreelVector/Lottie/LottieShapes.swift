// SPDX-License-Identifier: MIT

import MoonreelCore

/// Copies the shapes of a layer.
struct LottieShapes {
  /// How much all shapes of a text may hold together, and what of it is not drawn.
  final class Budget {
    var shapes = 50_000
    var ignored: Set<String> = []
  }

  private static let mostCopies = 200.0
  private static let mostItems = 10_000

  let properties: LottieProperties
  let budget: Budget

  /// The shapes in the list `key` of `object`, those that are drawn.
  func shapes(_ key: String, of object: LottieObject, depth: Int = 0) throws -> JSONValue {
    guard depth < 16 else {
      throw MoonreelError(.limitExceeded, "\(object.place): groups are nested more than 16 deep")
    }
    return .array(
      try object.objects(key, atMost: Self.mostItems).compactMap { try shape($0, depth) })
  }

  private func shape(_ shape: LottieObject, _ depth: Int) throws -> JSONValue? {
    budget.shapes -= 1
    guard budget.shapes >= 0 else {
      throw MoonreelError(.limitExceeded, "it has more than 50000 shapes; simplify it")
    }
    guard let kind = try shape.string("ty") else { throw shape.mistake("ty", "a kind of shape") }
    guard let members = try members(kind, shape, depth) else {
      budget.ignored.insert("shapes of the kind '\(kind)'")
      return nil
    }
    let hidden = try shape.flag("hd")
    return .object(
      [.init("ty", .string(kind))] + members + (hidden ? [.init("hd", .bool(true))] : []))
  }

  private func members(_ kind: String, _ shape: LottieObject, _ depth: Int) throws
    -> [JSONValue.Member]?
  {
    switch kind {
    case "gr": return [.init("it", try shapes("it", of: shape, depth: depth + 1))]
    case "rc":
      return try [
        size(shape), point("p", shape), scalar("r", shape, LottieProperties.length, 0),
        integer("d", shape, 1...3, 1),
      ]
    case "el": return try [size(shape), point("p", shape), integer("d", shape, 1...3, 1)]
    case "sr": return try star(shape)
    case "sh":
      return try [properties.property("ks", of: shape, .path), integer("d", shape, 1...3, 1)]
    case "fl": return try fill(shape) + [integer("r", shape, 1...2, 1)]
    case "st": return try fill(shape) + line(shape)
    case "gf": return try gradient(shape) + [integer("r", shape, 1...2, 1)]
    case "gs": return try gradient(shape) + line(shape)
    case "tm":
      return try [
        scalar("s", shape, LottieProperties.opacity, 0),
        scalar("e", shape, LottieProperties.opacity, 100),
        scalar("o", shape, LottieProperties.angle, 0), integer("m", shape, 1...2, 1),
      ]
    case "rp": return try repeater(shape)
    case "tr": return try transform(shape)
    default: return nil
    }
  }

  private func point(_ key: String, _ shape: LottieObject) throws -> JSONValue.Member {
    try properties.property(key, of: shape, .point, usual: [0, 0])
  }

  private func size(_ shape: LottieObject) throws -> JSONValue.Member {
    try properties.property("s", of: shape, .size, usual: [0, 0])
  }

  private func scalar(
    _ key: String, _ shape: LottieObject, _ kind: LottieProperties.Kind, _ usual: Double
  ) throws -> JSONValue.Member {
    try properties.property(key, of: shape, kind, usual: [usual])
  }

  private func integer(
    _ key: String, _ shape: LottieObject, _ range: ClosedRange<Int>, _ usual: Int
  ) throws -> JSONValue.Member {
    .init(key, .integer(Int64(try shape.integer(key, range, usual: usual))))
  }

  private func star(_ shape: LottieObject) throws -> [JSONValue.Member] {
    let inner: [JSONValue.Member] =
      try shape.integer("sy", 1...2, usual: 1) == 2
      ? []
      : [
        scalar("ir", shape, .count(0...5000), 0),
        scalar("is", shape, .count(-500...500), 0),
      ]
    return try inner + [
      integer("sy", shape, 1...2, 1), integer("d", shape, 1...3, 1), point("p", shape),
      scalar("pt", shape, .count(3...1000), 5), scalar("r", shape, LottieProperties.angle, 0),
      scalar("or", shape, .count(0...5000), 0), scalar("os", shape, .count(-500...500), 0),
    ]
  }

  // MARK: Paints

  private func fill(_ shape: LottieObject) throws -> [JSONValue.Member] {
    try [
      properties.property("c", of: shape, .color, usual: [0, 0, 0, 1]),
      scalar("o", shape, LottieProperties.opacity, 100),
    ]
  }

  private func gradient(_ shape: LottieObject) throws -> [JSONValue.Member] {
    guard let colors = try shape.object("g") else { throw shape.mistake("g", "colours") }
    let stops = try colors.integer("p", 1...64)
    let table = try properties.property("k", of: colors, .gradient(stops: stops))
    return try [
      integer("t", shape, 1...2, 1), scalar("o", shape, LottieProperties.opacity, 100),
      point("s", shape), point("e", shape), scalar("h", shape, .scalar(-100...100), 0),
      scalar("a", shape, LottieProperties.angle, 0),
      .init("g", .object([.init("p", .integer(Int64(stops))), table])),
    ]
  }

  private func line(_ shape: LottieObject) throws -> [JSONValue.Member] {
    var members = try [
      scalar("w", shape, LottieProperties.length, 1), integer("lc", shape, 1...3, 1),
      integer("lj", shape, 1...3, 1),
      JSONValue.Member("ml", .number(try shape.number("ml", 0...1e4, usual: 4))),
    ]
    let dashes = try shape.objects("d", atMost: 32)
    guard !dashes.isEmpty else { return members }
    members.append(
      .init(
        "d",
        .array(
          try dashes.map { dash in
            let isOffset = try dash.string("n") == "o"
            let kind = isOffset ? LottieProperties.angle : .count(0...10_000)
            return .object([
              .init("n", .string(try dash.string("n") ?? "d")),
              try properties.property("v", of: dash, kind, usual: [0]),
            ])
          })))
    return members
  }

  // MARK: Transforms

  private func repeater(_ shape: LottieObject) throws -> [JSONValue.Member] {
    guard let map = try shape.object("tr") else { throw shape.mistake("tr", "a transform") }
    let parts = try transform(map).filter { !["o", "sk", "sa"].contains($0.key) }
    return try [
      // holds: a number of ours.
      scalar("c", shape, .count(0...Self.mostCopies), 1),
      scalar("o", shape, LottieProperties.angle, 0),
      integer("m", shape, 1...2, 1),
      .init(
        "tr",
        .object(
          parts + [
            scalar("so", map, LottieProperties.opacity, 100),
            scalar("eo", map, LottieProperties.opacity, 100),
          ])),
    ]
  }

  /// The members of a transform.
  func transform(_ object: LottieObject) throws -> [JSONValue.Member] {
    try [
      properties.property("a", of: object, .point, usual: [0, 0]), position(object),
      properties.property("s", of: object, .point, usual: [100, 100]),
      // Layers that may turn in space say how far they turn in the plane in a member of its own.
      rotation(object), scalar("o", object, LottieProperties.opacity, 100),
      scalar("sk", object, .scalar(-89...89), 0), scalar("sa", object, LottieProperties.angle, 0),
    ]
  }

  private func rotation(_ object: LottieObject) throws -> JSONValue.Member {
    let key = object.has("r") || !object.has("rz") ? "r" : "rz"
    var member = try scalar(key, object, LottieProperties.angle, 0)
    member.key = "r"
    return member
  }

  private func position(_ object: LottieObject) throws -> JSONValue.Member {
    guard let place = try object.object("p"), try place.flag("s") else {
      return try point("p", object)
    }
    return .init(
      "p",
      .object([
        .init("s", .bool(true)), try scalar("x", place, LottieProperties.angle, 0),
        try scalar("y", place, LottieProperties.angle, 0),
      ]))
  }
}
