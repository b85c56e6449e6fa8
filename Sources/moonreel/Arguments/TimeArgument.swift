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

extension TimeArgument {
  /// What to write instead of `text`, which is no time; `nil` where that cannot be guessed.
  static func advice(_ text: String) -> String? {
    if text.wholeMatch(of: /\d+ ?(?:f|fr|frames?)/) != nil {
      return "frames are counted in timecodes such as 00:00:01:05"
    }
    return guess(text).map { "write '\($0)'" }
  }

  /// The time that `text`, which is not one, was probably meant as: `1,5`, `1500ms`, `2 sec`, `1m30s`.
  static func guess(_ text: String) -> String? {
    let text = text.lowercased().replacing(" ", with: "").replacing(",", with: ".")
    if let match = text.wholeMatch(of: /(\d+)ms/), let number = Double(match.1) {
      return "\(number / 1000)"
    }
    if let match = text.wholeMatch(of: /(\d+(?:\.\d+)?)(?:s|sec|secs|seconds?)?/) {
      return String(match.1)
    }
    if let match = text.wholeMatch(of: /(\d+)m(?:in)?(\d{0,2})s?/) {
      return "\(match.1):" + (match.2.count < 2 ? "0" : "") + (match.2.isEmpty ? "0" : match.2)
    }
    return ["start", "begin", "beginning"].contains(text) ? "0" : nil
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
