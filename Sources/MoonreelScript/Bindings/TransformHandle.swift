// SPDX-License-Identifier: MIT

import MoonreelCore

/// An affine map in a script: a value; each method gives a new one that applies the step after what was
/// there.
final class TransformHandle: Handle {
  override class var typeName: String { "transform" }
  override var cost: Int { 96 }
  override var description: String {
    let map = transform
    let numbers = [map.a, map.b, map.c, map.d, map.tx, map.ty].map(Argument.text)
    return "transform { \(numbers.joined(separator: ", ")) }"
  }
  let transform: AffineTransform

  init(_ transform: AffineTransform) { self.transform = transform }

  /// The steps, as methods of a transform and as functions of `mr.transform`.
  private static let steps: [(name: String, parameters: [String], make: Step)] = [
    (
      "translate", ["x", "y"],
      { AffineTransform(translationX: try $0[0].real(), y: try $0[1].real()) }
    ),
    ("scale", ["x", "y?", "about?"], scaling),
    ("rotate", ["degrees", "about?"], rotation),
    ("fit", ["source", "size", "mode?"], fitting),
    ("matrix", ["numbers"], matrix),
  ]

  private typealias Step = @Sendable (Call) throws -> AffineTransform

  static var binding: TypeBinding {
    TypeBinding(TransformHandle.self) { type in
      for step in steps where step.name != "fit" && step.name != "matrix" {
        type.method(step.name, step.parameters) { handle, call in
          .object(TransformHandle(handle.transform.followed(by: try step.make(call))))
        }
      }
      type.method("followed_by", ["transform"]) { handle, call in
        .object(
          TransformHandle(
            handle.transform.followed(by: try call[0].object(TransformHandle.self).transform)))
      }
      type.method("inverted") { handle, _ in
        .some(handle.transform.inverted) { .object(TransformHandle($0)) }
      }
      type.method("apply", ["point"]) { handle, call in
        let point = handle.transform.apply(to: try call[0].point())
        return .list([.number(point.x), .number(point.y)])
      }
      type.property("a") { .number($0.transform.a) }
      type.property("b") { .number($0.transform.b) }
      type.property("c") { .number($0.transform.c) }
      type.property("d") { .number($0.transform.d) }
      type.property("tx") { .number($0.transform.tx) }
      type.property("ty") { .number($0.transform.ty) }
    }
  }

  /// `mr.transform.…`.
  static var functions: [FunctionBinding] {
    steps.map { step in
      .value(step.name, step.parameters) { .object(TransformHandle(try step.make($0))) }
    } + [.value("identity") { _ in .object(TransformHandle(.identity)) }]
  }

  @Sendable private static func scaling(_ call: Call) throws -> AffineTransform {
    let x = try call[0].real()
    let y = try call[1].ifGiven { try $0.real() } ?? x
    return about(try call[2].ifGiven { try $0.point() }, AffineTransform(scaleX: x, y: y))
  }

  @Sendable private static func rotation(_ call: Call) throws -> AffineTransform {
    let map = AffineTransform(rotationDegrees: try call[0].real())
    return about(try call[1].ifGiven { try $0.point() }, map)
  }

  @Sendable private static func fitting(_ call: Call) throws -> AffineTransform {
    let source: Rect
    if case .table(let view) = call[0].value, view.count == 4 {
      source = try call[0].rect()
    } else {
      source = Rect(origin: .zero, size: try call[0].size())
    }
    let mode = try call[2].ifGiven { try $0.choice(FitMode.self) } ?? .contain
    return mode.transform(from: source, into: try call[1].size())
  }

  @Sendable private static func matrix(_ call: Call) throws -> AffineTransform {
    let parts = try call[0].items("six numbers: { a, b, c, d, tx, ty }").map { try $0.real() }
    guard parts.count == 6 else { throw call[0].expected("six numbers: { a, b, c, d, tx, ty }") }
    return AffineTransform(
      a: parts[0], b: parts[1], c: parts[2], d: parts[3], tx: parts[4], ty: parts[5])
  }

  /// `map` with `center` in place of the origin.
  private static func about(_ center: Point?, _ map: AffineTransform) -> AffineTransform {
    guard let center else { return map }
    return AffineTransform(translationX: -center.x, y: -center.y).followed(by: map)
      .followed(by: AffineTransform(translationX: center.x, y: center.y))
  }
}
