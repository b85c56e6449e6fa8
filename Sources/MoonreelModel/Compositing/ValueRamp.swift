// SPDX-License-Identifier: MIT

import MoonreelCore

/// A value that can lie between two others.
public protocol Interpolatable: Hashable, Sendable {
  /// The value between `self` (at 0) and `other` (at 1), linearly.
  func interpolated(to other: Self, _ amount: Double) -> Self
  /// Whether it holds only finite numbers.
  var isFinite: Bool { get }
}

extension Double: Interpolatable {
  /// The number between `self` (at 0) and `other` (at 1).
  public func interpolated(to other: Double, _ amount: Double) -> Double {
    self + (other - self) * amount
  }
}

extension AffineTransform: Interpolatable {}

extension Rect: Interpolatable {
  /// The rectangle between `self` (at 0) and `other` (at 1), edge by edge.
  public func interpolated(to other: Rect, _ amount: Double) -> Rect {
    Rect(
      x: minX.interpolated(to: other.minX, amount), y: minY.interpolated(to: other.minY, amount),
      width: size.width.interpolated(to: other.size.width, amount),
      height: size.height.interpolated(to: other.size.height, amount))
  }

  /// Whether every number is finite.
  public var isFinite: Bool { [minX, minY, size.width, size.height].allSatisfy(\.isFinite) }
}

/// A value going linearly from `start` to `end` over a time range; constant where both are equal.
public struct ValueRamp<Value: Interpolatable>: Hashable, Sendable {
  /// The value at the range's start.
  public var start: Value
  /// The value that the range's excluded end would have.
  public var end: Value
  /// When.
  public var timeRange: TimeRange

  /// A ramp from `start` to `end` over `timeRange`.
  public init(from start: Value, to end: Value, in timeRange: TimeRange) {
    (self.start, self.end, self.timeRange) = (start, end, timeRange)
  }

  /// The value at `time`; held before and after the range.
  public func value(at time: Time) -> Value {
    if time >= timeRange.end { return end }
    if time <= timeRange.start || start == end { return start }
    let passed = Double((time - timeRange.start).flicks)
    return start.interpolated(to: end, passed / Double(timeRange.duration.flicks))
  }
}
