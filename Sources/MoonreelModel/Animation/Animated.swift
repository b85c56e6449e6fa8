// SPDX-License-Identifier: MIT

import MoonreelCore

/// A property's value over time, on its layer's own clock.
public enum Animated<Value: Interpolatable>: Sendable {
  /// Always the same.
  case constant(Value)
  /// From key to key.
  case keyframes(KeyframeAnimation<Value>)
  /// A pure function of time.
  case expression(@Sendable (Time) throws -> Value)

  /// The value at `time` of the layer's clock.
  ///
  /// - Throws: what an expression throws; `MoonreelError` (`invalidArgument`) where one gives a value that
  ///   is not finite.
  public func value(at time: Time) throws -> Value {
    switch self {
    case .constant(let value): return value
    case .keyframes(let animation): return try animation.value(at: time)
    case .expression(let function):
      let value = try function(time)
      guard value.isFinite else {
        throw MoonreelError(
          .invalidArgument, "an expression gave a value that is not finite at \(time)",
          time: time)
      }
      return value
    }
  }

  /// The value where it never changes.
  public var constant: Value? {
    switch self {
    case .constant(let value): value
    case .keyframes(let animation): animation.keys.count == 1 ? animation.keys[0].value : nil
    case .expression: nil
    }
  }
}
