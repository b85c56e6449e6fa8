// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// Values at times, straight lines between them, put together from ramps that follow each other.
struct KeyList<Value: Sendable> {
  private(set) var keys: [(time: Time, value: Value)] = []

  var isEmpty: Bool { keys.isEmpty }

  /// The values that `change` makes of them.
  func map<Result>(_ change: (Value) -> Result) -> KeyList<Result> {
    KeyList<Result>(keys: keys.map { ($0.time, change($0.value)) })
  }

  init() {}

  private init(keys: [(time: Time, value: Value)]) { self.keys = keys }

  fileprivate mutating func append(_ time: Time, _ value: Value) { keys.append((time, value)) }
}

extension KeyList where Value: Equatable {
  /// Adds a ramp that begins where the last one ended.
  mutating func add(_ start: Value, to end: Value, over range: TimeRange) {
    if keys.last?.value != start || keys.last?.time != range.start {
      // A value that stood still goes on to here; what jumps has two keys at one time.
      if let last = keys.last, last.time < range.start { append(range.start, last.value) }
      append(range.start, start)
    }
    guard range.duration > .zero else { return }
    if keys.count > 1, keys[keys.count - 2].value == start, keys[keys.count - 1].value == start,
      start == end
    {
      removeLast()
    }
    append(range.end, end)
  }

  private mutating func removeLast() {
    self = KeyList(keys: keys.dropLast())
  }

  /// The one value that all are; `nil` where they differ, or there is none.
  var constant: Value? {
    guard let first = keys.first?.value, keys.allSatisfy({ $0.value == first }) else { return nil }
    return first
  }
}

extension KeyList where Value: Interpolatable & Equatable {
  /// The same as an animation; `nil` where there is no key.
  var animated: Animated<Value>? {
    if let constant { return .constant(constant) }
    var kept: [Keyframe<Value>] = []
    for key in keys {
      if kept.count > 1, kept[kept.count - 2].time == key.time { kept.removeLast() }
      kept.append(Keyframe(time: key.time, value: key.value))
    }
    return (try? KeyframeAnimation(kept)).map { .keyframes($0) }
  }
}

/// Where an affine map puts a box: its corner, then scale, lean and turn.
struct PlacedBox {
  var x: Double
  var y: Double
  var scaleX: Double
  var scaleY: Double
  /// Degrees, clockwise.
  var rotation: Double
  /// Degrees by which vertical lines lean right downwards.
  var skewX: Double

  init(_ map: AffineTransform) {
    (x, y) = (map.tx, map.ty)
    scaleX = (map.a * map.a + map.b * map.b).squareRoot()
    let (cosine, sine) = scaleX > 0 ? (map.a / scaleX, map.b / scaleX) : (1, 0)
    rotation = PortableMath.atan2(sine, cosine) * 180 / .pi
    scaleY = map.d * cosine - map.c * sine
    let lean = map.c * cosine + map.d * sine
    skewX = scaleY == 0 ? 0 : PortableMath.atan2(lean, scaleY.magnitude) * 180 / .pi
    if scaleY < 0 { skewX = -skewX }
  }
}

extension AffineTransform {
  /// Whether it maps everything within a frame to the same place, to a thousandth of a pixel.
  func isNear(_ other: AffineTransform) -> Bool {
    let differences = [
      (a - other.a) * 10_000, (b - other.b) * 10_000, (c - other.c) * 10_000,
      (d - other.d) * 10_000,
      tx - other.tx, ty - other.ty,
    ]
    return differences.allSatisfy { $0.magnitude < 0.01 }
  }
}
