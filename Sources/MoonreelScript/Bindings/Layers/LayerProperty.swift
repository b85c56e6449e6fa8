// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// A property of a layer that has a number, a length, or a pair of them: how scripts set, move and read it.
struct LayerProperty: Sendable {
  let name: String
  /// Sets it to a value that stays.
  let set: @Sendable (inout Layer, Argument) throws -> Void
  /// Lets it move.
  let animate: @Sendable (inout Layer, Argument, KeyframeClock, Argument) throws -> Void
  /// Its value at a time of the layer's clock, in a composition of a size.
  let value: @Sendable (Layer, Time, Size) throws -> LuaValue

  /// A number, limited to `range`.
  private static func number(
    _ name: String, _ path: WritableKeyPath<Layer, Animated<Double>> & Sendable,
    _ range: ClosedRange<Double>? = nil
  ) -> LayerProperty {
    LayerProperty(
      name: name, set: { $0[keyPath: path] = .constant(try $1.number(range)) },
      animate: { $0[keyPath: path] = try $1.animated($2, options: $3) { try $0.number(range) } },
      value: { layer, time, _ in .number(try layer[keyPath: path].value(at: time)) })
  }

  /// A coordinate in pixels or shares; `nil` where the layer's fit decides. Read, it is in pixels where
  /// `side` of the composition is what shares are of, else as it was given.
  private static func length(
    _ name: String, _ path: WritableKeyPath<Layer, Animated<RelativeLength>?> & Sendable,
    of side: (@Sendable (Size) -> Double)? = nil
  ) -> LayerProperty {
    LayerProperty(
      name: name, set: { $0[keyPath: path] = .constant(try $1.relativeLength()) },
      animate: { $0[keyPath: path] = try $1.animated($2, options: $3) { try $0.relativeLength() } },
      value: { layer, time, size in
        try .some(layer[keyPath: path]?.value(at: time)) { length in
          side.map { .number(length.resolved(in: $0(size))) } ?? .length(length)
        }
      })
  }

  /// Two properties at once: `{ x, y }`, or where `isUniform`, one number for both.
  private static func pair(
    _ name: String, _ x: LayerProperty, _ y: LayerProperty, isUniform: Bool = false
  ) -> LayerProperty {
    LayerProperty(
      name: name,
      set: { layer, argument in
        let (first, second) = try argument.pairParts(isUniform: isUniform)
        try x.set(&layer, first)
        try y.set(&layer, second)
      },
      animate: { _, argument, _, _ in throw argument.expected("a property of its own") },
      value: { layer, time, size in
        .list([try x.value(layer, time, size), try y.value(layer, time, size)])
      })
  }
}

extension LayerProperty {
  private static let x = length("x", \.transform.x) { $0.width }
  private static let y = length("y", \.transform.y) { $0.height }
  private static let anchorX = length("anchor_x", \.transform.optionalAnchorX)
  private static let anchorY = length("anchor_y", \.transform.optionalAnchorY)
  private static let scaleX = number("scale_x", \.transform.scaleX, -1000...1000)
  private static let scaleY = number("scale_y", \.transform.scaleY, -1000...1000)
  private static let skewX = number("skew_x", \.transform.skewX, -89...89)
  private static let skewY = number("skew_y", \.transform.skewY, -89...89)

  /// Those that are one value each.
  static let single: [LayerProperty] = [
    x, y, anchorX, anchorY, scaleX, scaleY, skewX, skewY,
    number("rotation", \.transform.rotation), number("opacity", \.opacity, 0...1),
    number("path_progress", \.transform.pathProgress),
    number("volume", \.audio.volume, 0...1000), crop,
  ]

  /// Those that stand for two others.
  static let pairs: [LayerProperty] = [
    animatedPair("position", x, y, \.transform.x, \.transform.y) { try $0.relativeLength() },
    animatedPair(
      "anchor", anchorX, anchorY, \.transform.optionalAnchorX, \.transform.optionalAnchorY
    ) { try $0.relativeLength() },
    animatedPair(
      "scale", scaleX, scaleY, \.transform.optionalScaleX, \.transform.optionalScaleY,
      isUniform: true
    ) { try $0.number(-1000...1000) },
    animatedPair("skew", skewX, skewY, \.transform.optionalSkewX, \.transform.optionalSkewY) {
      try $0.number(-89...89)
    },
  ]

  /// All of them.
  static let all = single + pairs

  /// The property called `name`.
  static func named(_ name: String) -> LayerProperty? { all.first { $0.name == name } }

  private static let crop = LayerProperty(
    name: "crop", set: { $0.crop = .constant(try $1.relativeRect()) },
    animate: { $0.crop = try $1.animated($2, options: $3) { try $0.relativeRect() } },
    value: { layer, time, _ in
      try .some(layer.crop?.value(at: time)) { crop in
        .list(
          zip(crop.pixels.numbers, crop.shares.numbers).map {
            .length(RelativeLength(pixels: $0, share: $1))
          })
      }
    })

  /// A pair whose two parts move by the same keys.
  private static func animatedPair<Value: Interpolatable>(
    _ name: String, _ x: LayerProperty, _ y: LayerProperty,
    _ first: WritableKeyPath<Layer, Animated<Value>?> & Sendable,
    _ second: WritableKeyPath<Layer, Animated<Value>?> & Sendable, isUniform: Bool = false,
    read: @escaping @Sendable (Argument) throws -> Value
  ) -> LayerProperty {
    let plain = pair(name, x, y, isUniform: isUniform)
    return LayerProperty(
      name: name, set: plain.set,
      animate: { layer, argument, clock, options in
        layer[keyPath: first] = try argument.animated(clock, options: options) {
          try read($0.pairParts(isUniform: isUniform).0)
        }
        layer[keyPath: second] = try argument.animated(clock, options: options) {
          try read($0.pairParts(isUniform: isUniform).1)
        }
      }, value: plain.value)
  }
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
    let parts = try items(rule)
    guard parts.count == 2 else { throw expected(rule) }
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

/// The transform's values as optionals, so that pairs of lengths and of numbers are handled alike.
extension LayerTransform {
  fileprivate var optionalAnchorX: Animated<RelativeLength>? {
    get { anchorX }
    set { anchorX = newValue ?? .constant(RelativeLength(share: 0.5)) }
  }
  fileprivate var optionalAnchorY: Animated<RelativeLength>? {
    get { anchorY }
    set { anchorY = newValue ?? .constant(RelativeLength(share: 0.5)) }
  }
  fileprivate var optionalScaleX: Animated<Double>? {
    get { scaleX }
    set { scaleX = newValue ?? .constant(1) }
  }
  fileprivate var optionalScaleY: Animated<Double>? {
    get { scaleY }
    set { scaleY = newValue ?? .constant(1) }
  }
  fileprivate var optionalSkewX: Animated<Double>? {
    get { skewX }
    set { skewX = newValue ?? .constant(0) }
  }
  fileprivate var optionalSkewY: Animated<Double>? {
    get { skewY }
    set { skewY = newValue ?? .constant(0) }
  }
}
