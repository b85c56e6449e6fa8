// SPDX-License-Identifier: MIT

import MoonreelCore

/// What an export copied of its files, and why it encoded the rest.
public struct CopySummary: Hashable, Sendable {
  /// What became of a stretch of the export, on its clock.
  public enum Stretch: Hashable, Sendable {
    /// Packets of the file at a path were copied.
    case copied(TimeRange, from: String)
    /// It was drawn and encoded, for this reason: a clause.
    case encoded(TimeRange, because: String)
  }

  /// All of the export in order.
  public var stretches: [Stretch]
  /// Whether the packets of the sound were copied as well.
  public var copiesSound = false

  /// A summary of these stretches.
  public init(_ stretches: [Stretch]) { self.stretches = stretches }

  /// How much was copied.
  public var copiedDuration: Time {
    stretches.reduce(.zero) { sum, stretch in
      switch stretch {
      case .copied(let range, _): sum + range.duration
      case .encoded: sum
      }
    }
  }
}
