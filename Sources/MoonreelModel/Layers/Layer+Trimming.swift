// SPDX-License-Identifier: MIT

import MoonreelCore

extension Layer {
  /// Moves the beginning by `amount`; what is shown and how everything moves at any time stays.
  ///     |--A--|   ->   |.-A--|
  ///
  /// - Parameter amount: positive: later, so that less is shown.
  mutating func trimStart(by amount: Time) {
    if !timing.isReversed { moveSourceStart(by: scaled(amount)) }
    clockOffset = clockOffset + amount
    timeRange = TimeRange(start: timeRange.start + amount, end: timeRange.end)
  }

  /// Moves the end by `amount`; what is shown at any time stays.
  ///     |--A--|   ->   |--A-.|
  ///
  /// - Parameter amount: positive: later, so that more is shown.
  mutating func trimEnd(by amount: Time) {
    if timing.isReversed { moveSourceStart(by: -scaled(amount)) }
    timeRange = TimeRange(start: timeRange.start, end: timeRange.end + amount)
  }

  /// Ends at `time`; what is shown at any time stays.
  ///
  /// - Precondition: `time` is not before the beginning.
  public mutating func moveEnd(to time: Time) { trimEnd(by: time - timeRange.end) }

  /// How late it may end: when its source is over; `nil` where that never is. What runs backwards cannot be longer.
  public var latestEnd: Time? {
    if timing.isReversed { return timeRange.end }
    guard timing.frozenTime == nil, timing.remap == nil, let range = source.availableRange else {
      return nil
    }
    let left = (range.end - timing.sourceStart).multiplied(
      by: timing.speed.denominator, dividedBy: timing.speed.numerator, rounding: .down)
    return max(timeRange.end, timeRange.start + left)
  }

  /// Moves the layer by `amount`, with all that it shows.
  mutating func shift(by amount: Time) { timeRange = timeRange.shifted(by: amount) }

  /// Shows what lies `amount` of source time further on, at the same place.
  ///
  /// - Throws: `MoonreelError` (`invalidTimeline`) where keyframes say what is shown.
  mutating func slip(by amount: Time) throws {
    guard timing.remap == nil else {
      throw fault("\(label) has a time remap, which says what is shown; change its keyframes.")
    }
    timing.frozenTime = timing.frozenTime.map { $0 + amount }
    timing.sourceStart = timing.sourceStart + amount
  }

  /// Sources without an end, such as pictures, begin at zero at the earliest.
  private mutating func moveSourceStart(by amount: Time) {
    let start = timing.sourceStart + amount
    timing.sourceStart = source.availableRange == nil ? max(.zero, start) : start
  }

  /// `amount` of the layer's time as source time.
  func scaled(_ amount: Time) -> Time {
    amount.multiplied(by: timing.speed.numerator, dividedBy: timing.speed.denominator)
  }
}
