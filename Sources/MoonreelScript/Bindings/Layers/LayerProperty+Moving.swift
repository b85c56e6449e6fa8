// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

extension LayerProperty {
  /// Those that are one value each and may move.
  static let single: [LayerProperty] = [
    .init(.crop, isOfPicture: true), .init(.x), .init(.y), .init(.anchorX), .init(.anchorY),
    .init(.scaleX), .init(.scaleY), .init(.skewX), .init(.skewY),
    .init(.number("rotation", \.transform.rotation)), .init(.number("opacity", \.opacity, 0...1)),
    .init(.number("path_progress", \.transform.pathProgress)),
    .init(.number("volume", \.audio.volume, 0...1000), isOption: false),
  ]

  /// Those that stand for two others.
  static let pairs: [LayerProperty] = [
    .init("position", .x, .y), .init("anchor", .anchorX, .anchorY),
    .init("scale", .scaleX, .scaleY, isUniform: true), .init("skew", .skewX, .skewY),
  ]

  private init<Value>(
    _ part: MovingPart<Value>, isOfPicture: Bool = false, isOption: Bool = true
  ) {
    self.init(part.name, isOfPicture: isOfPicture, isOption: isOption) { handle, time in
      try part.value(handle.layer, time, handle.owner.composition.size.size)
    } set: { draft, argument in
      if let clear = part.clear, argument.isNil { return clear(&draft.layer) }
      part.assign(&draft.layer, .constant(try part.read(argument)))
    }
    move = { draft, keys, options in
      part.assign(&draft.layer, try keys.animated(draft.clock, options: options, read: part.read))
      draft.layer.givenValues["audio.\(part.name)"] = nil
    }
  }

  /// Two parts at once, given as `{ x, y }`, or where `isUniform`, as one number for both.
  private init<Value>(
    _ name: String, _ x: MovingPart<Value>, _ y: MovingPart<Value>, isUniform: Bool = false
  ) {
    self.init(name) { handle, time in
      let (layer, size) = (handle.layer, handle.owner.composition.size.size)
      let pair = [try x.value(layer, time, size), try y.value(layer, time, size)]
      return pair.allSatisfy(\.isNil) ? .nil : .list(pair)
    } set: { draft, argument in
      if let clearX = x.clear, let clearY = y.clear, argument.isNil {
        clearX(&draft.layer)
        return clearY(&draft.layer)
      }
      let (first, second) = try argument.pairParts(isUniform: isUniform)
      x.assign(&draft.layer, .constant(try x.read(first)))
      y.assign(&draft.layer, .constant(try y.read(second)))
    }
    move = { draft, keys, options in
      let first = try keys.animated(draft.clock, options: options) {
        try x.read($0.pairParts(isUniform: isUniform).0)
      }
      let second = try keys.animated(draft.clock, options: options) {
        try y.read($0.pairParts(isUniform: isUniform).1)
      }
      x.assign(&draft.layer, first)
      y.assign(&draft.layer, second)
    }
  }
}

/// One animated value of a layer: where it is kept, how it is read from a script and given back.
struct MovingPart<Value: Interpolatable>: Sendable {
  let name: String
  let assign: @Sendable (inout Layer, Animated<Value>) -> Void
  /// Lets the layer decide; `nil` where there is always a value.
  var clear: (@Sendable (inout Layer) -> Void)?
  let read: @Sendable (Argument) throws -> Value
  let value: @Sendable (Layer, Time, Size) throws -> LuaValue
}

extension MovingPart<Double> {
  static let scaleX = number("scale_x", \.transform.scaleX, -1000...1000)
  static let scaleY = number("scale_y", \.transform.scaleY, -1000...1000)
  static let skewX = number("skew_x", \.transform.skewX, -89...89)
  static let skewY = number("skew_y", \.transform.skewY, -89...89)

  /// A number, limited to `range`.
  static func number(
    _ name: String, _ path: WritableKeyPath<Layer, Animated<Double>> & Sendable,
    _ range: ClosedRange<Double>? = nil
  ) -> MovingPart {
    MovingPart(
      name: name, assign: { $0[keyPath: path] = $1 }, read: { try $0.number(range) },
      value: { layer, time, _ in .number(try layer[keyPath: path].value(at: time)) })
  }
}

extension MovingPart<RelativeLength> {
  static let x = position("x", \.transform.x) { $0.width }
  static let y = position("y", \.transform.y) { $0.height }
  static let anchorX = anchor("anchor_x", \.transform.anchorX)
  static let anchorY = anchor("anchor_y", \.transform.anchorY)

  /// A coordinate in pixels or shares of a side of the composition, read in pixels; `nil` where the
  /// layer's fit decides.
  private static func position(
    _ name: String, _ path: WritableKeyPath<Layer, Animated<RelativeLength>?> & Sendable,
    of side: @escaping @Sendable (Size) -> Double
  ) -> MovingPart {
    MovingPart(
      name: name, assign: { $0[keyPath: path] = $1 }, clear: { $0[keyPath: path] = nil },
      read: { try $0.relativeLength() },
      value: { layer, time, size in
        try .some(layer[keyPath: path]?.value(at: time)) { .number($0.resolved(in: side(size))) }
      })
  }

  /// A coordinate in pixels or shares of the layer's box, read as it was given.
  private static func anchor(
    _ name: String, _ path: WritableKeyPath<Layer, Animated<RelativeLength>> & Sendable
  ) -> MovingPart {
    MovingPart(
      name: name, assign: { $0[keyPath: path] = $1 }, read: { try $0.relativeLength() },
      value: { layer, time, _ in .length(try layer[keyPath: path].value(at: time)) })
  }
}

extension MovingPart<RelativeRect> {
  static let crop = MovingPart(
    name: "crop", assign: { $0.crop = $1 }, clear: { $0.crop = nil },
    read: { try $0.relativeRect() },
    value: { layer, time, _ in
      try .some(layer.crop?.value(at: time)) { crop in
        .list(
          zip(crop.pixels.numbers, crop.shares.numbers).map {
            .length(RelativeLength(pixels: $0, share: $1))
          })
      }
    })
}

extension Rect {
  fileprivate var numbers: [Double] { [minX, minY, size.width, size.height] }
}

extension Argument {
  /// The parts of `{ x, y }`; of a number, where one may stand for both, the number twice.
  fileprivate func pairParts(isUniform: Bool) throws -> (Argument, Argument) {
    if isUniform {
      switch value {
      case .integer, .number: return (self, self)
      default: break
      }
    }
    let rule = isUniform ? "a number or { x, y }" : "{ x, y }"
    guard case .table(let view) = value, view.count == 2 else {
      throw expected(rule, hint: sequenceHint ?? (isUniform ? numberHint(nil) : nil))
    }
    let parts = try items(rule)
    guard parts.count == 2 else { throw expected(rule, hint: sequenceHint) }
    return (parts[0], parts[1])
  }
}

extension LuaValue {
  /// Pixels, or a share as `"50%"`.
  static func length(_ length: RelativeLength) -> LuaValue {
    guard length.share != 0 else { return .number(length.pixels) }
    guard length.pixels != 0 else { return .string("\(Argument.text(length.share * 100))%") }
    return .string("\(Argument.text(length.share * 100))% + \(Argument.text(length.pixels))")
  }
}
