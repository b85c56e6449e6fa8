// SPDX-License-Identifier: MIT

import ArgumentParser
import MoonreelCore

/// A time as typed: `3.2` seconds, or a timecode that waits for the frame rate it counts in.
enum TimeArgument: Equatable, ExpressibleByArgument {
  case time(Time)
  case timecode(String)

  init?(argument: String) {
    if argument.contains(":") || argument.contains(";") {
      self = .timecode(argument)
    } else if let seconds = Double(argument), let time = try? Time(seconds: seconds) {
      self = .time(time)
    } else {
      return nil
    }
  }

  /// The time, a timecode read at `rate`.
  func time(rate: FrameRate) throws -> Time {
    switch self {
    case .time(let time): time
    case .timecode(let text): try Timecode(text: text, rate: rate).time(rate: rate)
    }
  }
}
