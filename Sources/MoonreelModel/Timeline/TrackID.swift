// SPDX-License-Identifier: MIT

/// The identifier of a timeline's track: at least 1, never used twice in one timeline.
public struct TrackID: Hashable, Sendable, Comparable, RawRepresentable {
  /// The number.
  public let rawValue: Int

  /// The identifier `rawValue`.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// The identifier `rawValue`.
  public init(_ rawValue: Int) { self.rawValue = rawValue }

  /// Whether `lhs` has the smaller number.
  public static func < (lhs: TrackID, rhs: TrackID) -> Bool { lhs.rawValue < rhs.rawValue }
}

extension TrackID: CustomStringConvertible {
  /// The number.
  public var description: String { "\(rawValue)" }
}
