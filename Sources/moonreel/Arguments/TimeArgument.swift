// SPDX-License-Identifier: MIT

import ArgumentParser
import MoonreelCore

/// A time as typed: `3.2` or `3.2s` seconds, `1:30` as on a clock, or a timecode that waits for the frame
/// rate it counts in.
enum TimeArgument: Equatable, ExpressibleByArgument {
  case time(Time)
  case timecode(String)

  init?(argument: String) {
    if let time = Time(clock: argument) {
      self = .time(time)
    } else if argument.contains(":") || argument.contains(";") {
      self = .timecode(argument)
    } else if let seconds = number(argument), let time = try? Time(seconds: seconds) {
      self = .time(time)
    } else {
      return nil
    }
  }

  /// The time, a timecode read at `rate`.
  ///
  /// - Throws: `MoonreelError` (`invalidArgument`) for what is no time.
  func time(rate: FrameRate) throws -> Time {
    switch self {
    case .time(let time): time
    case .timecode(let text): try Time(text: text, rate: rate)
    }
  }
}

/// A length of time as typed, without a film to count frames of: `30`, `30s` or `1:30`.
struct SecondsArgument: Equatable, ExpressibleByArgument {
  var seconds: Double

  init?(argument: String) {
    guard let seconds = Time(clock: argument)?.seconds ?? number(argument), seconds.isFinite else {
      return nil
    }
    self.seconds = seconds
  }
}

/// A number of seconds with or without its unit.
private func number(_ text: String) -> Double? {
  Double(text.hasSuffix("s") ? text.dropLast() : text[...])
}
