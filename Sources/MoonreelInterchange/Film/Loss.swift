// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// Something of a film that another program does not get, or gets as something else.
public struct Loss: Sendable, Hashable {
  /// What becomes of it.
  public enum Outcome: String, Sendable, Hashable, CaseIterable {
    /// It is left out.
    case lost
    /// It is there, but not exactly.
    case approximated
    /// A generator that draws nothing stands in its place.
    case placeholder
    /// A rendered clip stands in its place, which cannot be edited.
    case baked
  }

  /// What becomes of it.
  public var outcome: Outcome
  /// What it belongs to: `"layer 'logo'"`, `"the film"`.
  public var subject: String
  /// What it is and why, as a clause: `"its effect 'blur' is drawn by Moonreel alone"`.
  public var reason: String
  /// When, on the film's clock; `nil`: always.
  public var timeRange: TimeRange?
  /// The line of the script that made it; `nil`: unknown.
  public var place: ScriptPlace?

  /// A loss with every property given.
  public init(
    _ outcome: Outcome, _ subject: String, _ reason: String, timeRange: TimeRange? = nil,
    place: ScriptPlace? = nil
  ) {
    (self.outcome, self.subject, self.reason) = (outcome, subject, reason)
    (self.timeRange, self.place) = (timeRange, place)
  }

  /// The loss in a line: `"film.lua:12: layer 'logo': its effect … (lost)"`.
  public var text: String {
    let line = place.map { "\($0.file):\($0.line): " } ?? ""
    return "\(line)\(subject): \(reason) (\(outcome.rawValue))"
  }

  /// The loss for programs; times in seconds.
  public var json: JSONValue {
    .fields([
      "outcome": .string(outcome.rawValue), "subject": .string(subject), "reason": .string(reason),
      "from": timeRange.map { .number($0.start.seconds) } ?? .null,
      "to": timeRange.map { .number($0.end.seconds) } ?? .null,
      "file": .optional(place?.file), "line": place.map { .int($0.line) } ?? .null,
    ])
  }
}

extension Layer {
  /// The line of the script that made it; `nil`: unknown.
  var scriptPlace: ScriptPlace? { place.flatMap { ScriptPlace($0) } }
}

extension Editorial.Properties {
  /// The line of the script that made it; `nil`: unknown, as in cuts of other programs.
  var place: ScriptPlace? { metadata.own?["place"]?.text.flatMap { ScriptPlace($0) } }
}

extension Editorial.Element {
  /// The line of the script that made it, or the first of what lies in it; `nil`: unknown.
  var place: ScriptPlace? {
    switch self {
    case .clip(let clip): clip.properties.place
    case .stack(let stack): stack.properties.place
    case .track(let track): track.place
    case .gap, .transition: nil
    }
  }
}

extension Editorial.Track {
  /// The line of the script that made the first of its clips; `nil`: unknown.
  var place: ScriptPlace? { children.lazy.compactMap(\.place).first }
}

extension [Loss] {
  /// The report for programs.
  public var report: JSONValue {
    .members(["version": .int(1), "losses": .array(map(\.json))])
  }
}
