// SPDX-License-Identifier: MIT

import MoonreelCore

/// One way to make a transform: a function of `mr.transform`, most of them methods of transforms too.
struct TransformStep: Sendable {
  let name: String
  let parameters: [String]
  /// Whether a transform has it as a method.
  let isMethod: Bool
  let make: @Sendable (Call) throws -> RelativeTransform

  static let all = [
    TransformStep(name: "translate", parameters: ["x", "y"], isMethod: true, make: translation),
    TransformStep(name: "scale", parameters: ["x", "y?", "about?"], isMethod: true, make: scaling),
    TransformStep(
      name: "rotate", parameters: ["degrees", "about?"], isMethod: true, make: rotation),
    TransformStep(name: "skew", parameters: ["x", "y", "about?"], isMethod: true, make: skewing),
    TransformStep(
      name: "fit", parameters: ["source", "size", "mode?", "gravity?"], isMethod: false,
      make: fitting),
    TransformStep(name: "matrix", parameters: ["numbers"], isMethod: false, make: matrix),
  ]

  @Sendable private static func translation(_ call: Call) throws -> RelativeTransform {
    let (x, y) = (try call[0].length(), try call[1].length())
    return RelativeTransform(hasShares: x.isShare || y.isShare) { frame in
      AffineTransform(
        translationX: x.length(of: frame.size.width), y: y.length(of: frame.size.height))
    }
  }

  @Sendable private static func scaling(_ call: Call) throws -> RelativeTransform {
    let x = try call[0].real()
    let y = try call[1].ifGiven { try $0.real() } ?? x
    return try about(call[2], AffineTransform(scaleX: x, y: y))
  }

  @Sendable private static func rotation(_ call: Call) throws -> RelativeTransform {
    try about(call[1], AffineTransform(rotationDegrees: try call[0].real()))
  }

  @Sendable private static func skewing(_ call: Call) throws -> RelativeTransform {
    let (x, y) = (try call[0].real(-89...89), try call[1].real(-89...89))
    return try about(call[2], AffineTransform(skewXDegrees: x, yDegrees: y))
  }

  /// `map` with the point that `argument` gives in place of the origin.
  private static func about(
    _ argument: Argument, _ map: AffineTransform
  ) throws -> RelativeTransform {
    guard let point = try argument.ifGiven({ try $0.relativePoint() }) else {
      return RelativeTransform(map)
    }
    return RelativeTransform(hasShares: point.hasShares) { frame in
      map.about(point.resolved(in: frame))
    }
  }

  @Sendable private static func fitting(_ call: Call) throws -> RelativeTransform {
    let source: Rect
    if case .table(let view) = call[0].value, view.count == 4 {
      source = try call[0].rect()
    } else {
      source = Rect(origin: .zero, size: try call[0].size())
    }
    let gravity: Gravity = try call[3].ifGiven { try $0.choice() } ?? .center
    return try call[1].fit(of: source, mode: call[2], gravity: gravity)
  }

  @Sendable private static func matrix(_ call: Call) throws -> RelativeTransform {
    let parts = try call[0].items("six numbers: { a, b, c, d, tx, ty }").map { try $0.real() }
    guard parts.count == 6 else { throw call[0].expected("six numbers: { a, b, c, d, tx, ty }") }
    return RelativeTransform(
      AffineTransform(
        a: parts[0], b: parts[1], c: parts[2], d: parts[3], tx: parts[4], ty: parts[5]))
  }
}

extension Argument {
  /// The map that fits `source` into the size that this argument gives, after `first`.
  func fit(
    of source: Rect, mode: Argument, gravity: Gravity = .center,
    after first: AffineTransform = .identity
  ) throws -> RelativeTransform {
    let size = try relativeSize()
    let mode = try mode.ifGiven { try $0.choice(FitMode.self) } ?? .contain
    return RelativeTransform(hasShares: size.hasShares) { frame in
      first.followed(
        by: mode.transform(from: source, into: size.resolved(in: frame), gravity: gravity))
    }
  }
}
