// SPDX-License-Identifier: MIT

import MoonreelCore

/// A value some of whose parts move, each in its own way.
///
/// For example:
///
///     var line = Moving(Stroke(width: 4))
///     line.set(\.width, Moving(animation))
///     let stroke = try line.value(at: time)
public struct Moving<Value: Sendable>: Sendable {
  /// What it is before anything moves.
  public private(set) var start: Value
  /// The times of all keys, in no order.
  public private(set) var keyTimes: [Time] = []
  private var moves: [@Sendable (inout Value, Time) throws -> Void] = []

  /// A value that stays.
  public init(_ value: Value) { start = value }

  /// Values that move one by one.
  public init<Part>(_ parts: [Moving<Part>]) where Value == [Part] {
    self.init(parts.map(\.start))
    for (index, part) in parts.enumerated() { set(\.[index], part) }
  }

  /// Whether it always stays the same.
  public var isStill: Bool { moves.isEmpty }

  /// The value at `time`.
  ///
  /// - Throws: what an expression throws.
  public func value(at time: Time) throws -> Value {
    var value = start
    for move in moves { try move(&value, time) }
    return value
  }

  /// Lets the part at `path` be what `part` is.
  public mutating func set<Part>(
    _ path: WritableKeyPath<Value, Part> & Sendable, _ part: Moving<Part>
  ) {
    start[keyPath: path] = part.start
    guard !part.isStill else { return }
    keyTimes += part.keyTimes
    moves.append { $0[keyPath: path] = try part.value(at: $1) }
  }

  /// What `change` makes of the value, at every time.
  ///
  /// - Throws: what `change` makes of ``start`` throws.
  public func map<Result>(_ change: @escaping @Sendable (Value) throws -> Result) rethrows
    -> Moving<Result>
  {
    var result = Moving<Result>(try change(start))
    guard !isStill else { return result }
    result.keyTimes = keyTimes
    result.moves = [{ $0 = try change(try value(at: $1)) }]
    return result
  }
}

extension Moving where Value: Interpolatable {
  /// A value that moves as `animation` says; ``start`` is what it is at time zero.
  ///
  /// - Throws: what an expression throws.
  public init(_ animation: Animated<Value>) throws {
    self.init(try animation.value(at: .zero))
    guard animation.constant == nil else { return }
    if case .keyframes(let keyframes) = animation { keyTimes = keyframes.keys.map(\.time) }
    moves = [{ $0 = try animation.value(at: $1) }]
  }
}
