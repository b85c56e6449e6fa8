// SPDX-License-Identifier: MIT

import ArgumentParser
import MoonreelCore

/// A stretch of time as typed: `2..5`, `2..` or `..5`; the end is not part of it.
struct RangeArgument: Equatable, ExpressibleByArgument {
  var start: TimeArgument?
  var end: TimeArgument?
  /// As it was typed.
  private var text: String

  init?(argument: String) {
    guard let dots = argument.firstRange(of: "..") else { return nil }
    let (head, tail) = (argument[..<dots.lowerBound], argument[dots.upperBound...])
    guard !(head.isEmpty && tail.isEmpty) else { return nil }
    text = argument
    start = TimeArgument(argument: String(head))
    end = TimeArgument(argument: String(tail))
    guard head.isEmpty == (start == nil), tail.isEmpty == (end == nil) else { return nil }
  }

  /// The range within a film that lasts `duration`.
  ///
  /// - Throws: `MoonreelError` (`invalidArgument`) where the film has no such stretch.
  func range(rate: FrameRate, duration: Time) throws -> TimeRange {
    let from = try start?.time(rate: rate) ?? .zero
    let upTo = try end?.time(rate: rate) ?? duration
    let fault: String? =
      if from < .zero { "it begins before 0" } else if from >= duration {
        "the film lasts \(duration)"
      } else if from >= upTo { "it ends before it has begun" } else if upTo > duration {
        "the film lasts \(duration); for all up to its end write '"
          + text[..<text.firstRange(of: "..")!.upperBound] + "'"
      } else { nil }
    guard let fault else { return TimeRange(start: from, end: upTo) }
    throw MoonreelError(.invalidArgument, "Cannot use --range \(text): \(fault).")
  }
}

extension RangeArgument {
  /// The range that `text`, which is not one, was probably meant as: `1-2`, `1,5`, `2..end`, `1 to 2`.
  static func guess(_ text: String) -> String? {
    for separator in ["..", "...", "-", "–", "to", ",", ";", "/"] {
      let sides = text.split(separator: separator, omittingEmptySubsequences: false)
        .map { $0.trimmingSpaces }
      guard sides.count == 2 else { continue }
      let from = ["start", ""].contains(sides[0]) ? "" : time(sides[0])
      let upTo = ["end", ""].contains(sides[1]) ? "" : time(sides[1])
      guard let from, let upTo else { continue }
      let range = "\(from)..\(upTo)"
      if RangeArgument(argument: range) != nil { return range }
    }
    return nil
  }

  /// What to write instead of `text`, which is no stretch; `nil` where that cannot be guessed.
  static func advice(_ text: String) -> String? {
    if let range = guess(text) { return "write '\(range)'" }
    guard let time = time(text), !time.isEmpty else { return TimeArgument.advice(text) }
    return "write '\(time)..' for all from there on, '..\(time)' for all up to there"
  }

  private static func time(_ text: String) -> String? {
    TimeArgument(argument: text) != nil ? text : TimeArgument.guess(text)
  }
}

extension Substring {
  fileprivate var trimmingSpaces: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}

/// `--range`: a part of the film.
struct StretchArguments: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Only this stretch: seconds or timecodes, such as 2..5, 2.. or ..00:00:05:12; its end is not part of it.",
      valueName: "from..to"))
  var range: RangeArgument?
}
