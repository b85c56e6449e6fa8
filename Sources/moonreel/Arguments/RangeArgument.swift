// SPDX-License-Identifier: MIT

import ArgumentParser
import MoonreelCore

/// A stretch of time as typed: `2..5`, `2..` or `..5`; the end is not part of it.
struct RangeArgument: Equatable, ExpressibleByArgument {
  var start: TimeArgument?
  var end: TimeArgument?

  init?(argument: String) {
    guard let dots = argument.firstRange(of: "..") else { return nil }
    let (head, tail) = (argument[..<dots.lowerBound], argument[dots.upperBound...])
    guard !(head.isEmpty && tail.isEmpty) else { return nil }
    start = TimeArgument(argument: String(head))
    end = TimeArgument(argument: String(tail))
    guard head.isEmpty == (start == nil), tail.isEmpty == (end == nil) else { return nil }
  }

  /// The range within a timeline that lasts `duration`.
  func range(rate: FrameRate, duration: Time) throws -> TimeRange {
    let from = try start?.time(rate: rate) ?? .zero
    let upTo = try end?.time(rate: rate) ?? duration
    guard from >= .zero, from < upTo, from < duration else {
      throw MoonreelError(
        .invalidArgument,
        "Cannot use --range \(from) to \(upTo): it must begin at 0 or later, before its own end and "
          + "before the end of the timeline at \(duration).")
    }
    return TimeRange(start: from, end: min(upTo, duration))
  }
}
