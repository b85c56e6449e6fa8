// SPDX-License-Identifier: MIT

import MoonreelCore

/// A likely mistake in a film that can be rendered: a warning, never an error.
public struct Finding: Hashable, Sendable {
  /// What was looked for.
  public enum Rule: String, Hashable, Sendable, CaseIterable {
    /// Nothing is shown between two things that are.
    case gap
    /// Something shows, or fails to show, for a single frame.
    case flash
    /// Something takes part and nothing of it can be seen.
    case neverVisible = "never-visible"
    /// More is asked of a source than there is; its first or last frame stands still.
    case sourceRange = "source-range"
    /// A parameter is declared and its value never looked at.
    case unreadParameter = "unread-parameter"
    /// A moving value leaves its range and is held at the limit.
    case outOfRange = "out-of-range"
    /// A caption is shown after the film's end, or cannot be read.
    case caption
    /// The sound is, or may become, louder than full scale.
    case clipping
    /// A number that was probably meant in another unit.
    case units
    /// Something is asked for and changes nothing.
    case noEffect = "no-effect"
    /// A chapter lies over another one, or beyond the film's end.
    case chapter
  }

  /// The rule that was broken.
  public var rule: Rule
  /// When, on the clock of the composition it happens in; `nil` where it concerns the whole.
  public var timeRange: TimeRange?
  /// Where the script made what it is about, `"promo.lua:12"`; `nil`: unknown.
  public var place: String?
  /// The layers, the outermost first, that show the composition it happens in; empty for the film itself.
  public var inside: [String] = []
  /// Full sentences: what, when, and what to do.
  public var message: String

  /// A finding of `rule` that says `message`.
  public init(
    _ rule: Rule, _ timeRange: TimeRange?, place: String?, _ message: String
  ) {
    (self.rule, self.timeRange, self.place, self.message) = (rule, timeRange, place, message)
  }
}

extension Finding: CustomStringConvertible {
  /// `"promo.lua:12: Layer 'a' … (inside layer 'intro') [gap]"`.
  public var description: String {
    let nested = inside.isEmpty ? "" : " (inside \(inside.joined(separator: ", ")))"
    return (place.map { "\($0): " } ?? "") + message + nested + " [\(rule.rawValue)]"
  }
}
