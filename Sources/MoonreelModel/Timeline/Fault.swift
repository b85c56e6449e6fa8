// SPDX-License-Identifier: MIT

import MoonreelCore

/// One thing that is wrong with a timeline or a video composition, and when.
public struct Fault: Error, Hashable, Sendable {
  /// What kind of thing.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Some time is not covered.
    case gap
    /// Some time is covered twice, or the order is wrong.
    case overlap
    /// A time range has no length or lies where it cannot.
    case invalidRange
    /// A track is named that the timeline does not have, or of the wrong type.
    case unknownTrack
    /// A number, size, rate or combination cannot be used.
    case invalidValue
  }

  /// What kind of thing.
  public var kind: Kind
  /// When, on the timeline's clock; `nil` where it concerns the whole.
  public var timeRange: TimeRange?
  /// Which instruction of a video composition it concerns, counted from 0; `nil`: none of them alone.
  public var instructionIndex: Int?
  /// A full sentence.
  public var message: String

  /// A fault of `kind` over `timeRange` that says `message`.
  public init(_ kind: Kind, _ timeRange: TimeRange?, _ message: String) {
    (self.kind, self.timeRange, self.message) = (kind, timeRange, message)
  }

  /// Throws one error that names all `faults`, if there are any.
  public static func throwIfAny(_ faults: [Fault], _ attempt: String) throws {
    guard !faults.isEmpty else { return }
    let list = faults.map(\.message).joined(separator: " ")
    throw MoonreelError(.invalidTimeline, "\(attempt): \(list)")
  }
}

extension Fault: CustomStringConvertible {
  /// The message.
  public var description: String { message }
}
