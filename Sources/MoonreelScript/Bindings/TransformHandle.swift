// SPDX-License-Identifier: MIT

import MoonreelCore

/// An affine map in a script: a value; each method gives a new one that applies the step after what was
/// there.
final class TransformHandle: Handle {
  override class var typeName: String { "transform" }
  override var cost: Int { 96 + 160 * relative.pieceCount }
  override var description: String {
    guard let map = relative.known else { return "transform with shares" }
    let numbers = [map.a, map.b, map.c, map.d, map.tx, map.ty].map(Argument.text)
    return "transform { \(numbers.joined(separator: ", ")) }"
  }
  override var identity: AnyHashable? { relative.known }
  /// The map in a frame that may not be known yet.
  let relative: RelativeTransform

  init(_ transform: AffineTransform) { relative = RelativeTransform(transform) }
  init(_ relative: RelativeTransform) { self.relative = relative }

  /// The map.
  ///
  /// - Throws: `MoonreelError` (`invalidArgument`) where it has shares: no frame is known.
  var transform: AffineTransform {
    get throws {
      if let known = relative.known { return known }
      throw MoonreelError(
        .invalidArgument,
        "the transform has shares such as \"50%\", and there is no size here that they could be "
          + "shares of; give pixels")
    }
  }

  /// The map in `frame`, where one is known.
  func transform(in frame: Rect?) throws -> AffineTransform {
    guard let frame else { return try transform }
    return relative.resolved(in: frame)
  }

  static var binding: TypeBinding {
    TypeBinding(TransformHandle.self) { type in
      for step in TransformStep.all where step.isMethod {
        type.method(step.name, step.parameters) { handle, call in
          .object(TransformHandle(try handle.relative.followed(by: try step.make(call))))
        }
      }
      type.method("followed_by", ["transform"]) { handle, call in
        let next = try call[0].object(TransformHandle.self).relative
        return .object(TransformHandle(try handle.relative.followed(by: next)))
      }
      type.method("inverted") { handle, _ in
        .some(try handle.transform.inverted) { .object(TransformHandle($0)) }
      }
      type.method("apply", ["point"]) { handle, call in
        let point = try handle.transform.apply(to: try call[0].point())
        return .list([.number(point.x), .number(point.y)])
      }
      type.property("a") { .number(try $0.transform.a) }
      type.property("b") { .number(try $0.transform.b) }
      type.property("c") { .number(try $0.transform.c) }
      type.property("d") { .number(try $0.transform.d) }
      type.property("tx") { .number(try $0.transform.tx) }
      type.property("ty") { .number(try $0.transform.ty) }
    }
  }

  /// `mr.transform.…`.
  static var functions: [FunctionBinding] {
    TransformStep.all.map { step in
      .value(step.name, step.parameters) { .object(TransformHandle(try step.make($0))) }
    } + [.value("identity") { _ in .object(TransformHandle(.identity)) }]
  }
}
