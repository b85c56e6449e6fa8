// SPDX-License-Identifier: MIT

import MoonreelCore

/// Values and ramps over time: nothing before the first, each held until the next begins.
///
/// Where ramps overlap, which ``VideoComposition/faults(for:range:)`` reports, the one that begins later
/// wins, and among those that begin together the one set last.
public struct RampList<Value: Interpolatable>: Hashable, Sendable {
  /// What was set, by start time. A value set at a time is a ramp without length.
  public private(set) var ramps: [ValueRamp<Value>] = []

  /// A list in which nothing is set.
  public init() {}

  /// Whether nothing is set.
  public var isEmpty: Bool { ramps.isEmpty }

  /// Whether nothing but `value` is set.
  public func isAlways(_ value: Value) -> Bool {
    ramps.allSatisfy { $0.start == value && $0.end == value }
  }

  /// Sets `value` from `time` on.
  public mutating func set(_ value: Value, at time: Time) {
    add(ValueRamp(from: value, to: value, in: TimeRange(start: time, duration: .zero)))
  }

  /// Adds a ramp; its end value is held after it. O(log n) where it comes last.
  public mutating func add(_ ramp: ValueRamp<Value>) {
    let start = ramp.timeRange.start
    let index = ramps.partitioningIndex { $0.timeRange.start >= start }
    if index < ramps.count, ramps[index].timeRange.start == start {
      ramps[index] = ramp
    } else {
      ramps.insert(ramp, at: index)
    }
  }

  /// The index of the last ramp that begins by `time`; -1 before the first. O(log n).
  private func lastIndex(by time: Time) -> Int {
    ramps.partitioningIndex { $0.timeRange.start > time } - 1
  }

  /// The value at `time`; `nil` before the first.
  public func value(at time: Time) -> Value? {
    let index = lastIndex(by: time)
    return index >= 0 ? ramps[index].value(at: time) : nil
  }

  /// The ramp, or the stretch of a held value, in force at `time`; `nil` before the first.
  ///
  /// A held value's stretch ends where the next begins, or at ``Time/distantFuture``. A ramp that another
  /// one cuts short ends there, at the value it has reached.
  public func ramp(at time: Time) -> ValueRamp<Value>? {
    let index = lastIndex(by: time)
    guard index >= 0 else { return nil }
    let ramp = ramps[index]
    let next = index + 1 < ramps.count ? ramps[index + 1].timeRange.start : Time.distantFuture
    if time < ramp.timeRange.end {
      let end = min(ramp.timeRange.end, next)
      let range = TimeRange(start: ramp.timeRange.start, end: end)
      return ValueRamp(from: ramp.start, to: ramp.value(at: end), in: range)
    }
    let held = TimeRange(start: min(ramp.timeRange.end, next), end: next)
    return ValueRamp(from: ramp.end, to: ramp.end, in: held)
  }

  /// Contiguous ramps that cover `range`, `initial` standing before the first set value.
  public func ramps(in range: TimeRange, initial: Value) -> [ValueRamp<Value>] {
    var pieces: [ValueRamp<Value>] = []
    var time = range.start
    while time < range.end {
      let first = ramps.first?.timeRange.start ?? .distantFuture
      let whole =
        ramp(at: time)
        ?? ValueRamp(from: initial, to: initial, in: TimeRange(start: time, end: max(time, first)))
      let end = min(range.end, whole.timeRange.end)
      guard end > time else { break }
      pieces.append(
        ValueRamp(
          from: whole.value(at: time), to: whole.value(at: end),
          in: TimeRange(start: time, end: end)))
      time = end
    }
    return pieces
  }

  /// The faults of this list, whose values are called `name`: overlaps and numbers that are not finite.
  func faults(_ name: String, isValid: (Value) -> Bool = { _ in true }) -> [Fault] {
    var faults: [Fault] = []
    for (index, ramp) in ramps.enumerated() {
      let range = ramp.timeRange
      for value in [ramp.start, ramp.end] where !(value.isFinite && isValid(value)) {
        faults.append(
          Fault(.invalidValue, range, "The \(name) at \(range.start.text) cannot be \(value)."))
        break
      }
      guard index + 1 < ramps.count else { continue }
      let next = ramps[index + 1].timeRange
      if next.start < range.end {
        faults.append(
          Fault(
            .overlap, next,
            "The \(name) ramp over \(range.text) is still going on when the next begins at "
              + "\(next.start.text)."))
      }
    }
    return faults
  }
}
