// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// Where a script's time goes, by wall clock: what its functions take when they are called, and by line.
///
/// A line's time holds what it calls outside of the script (pictures of other times are read meanwhile), but
/// not what other lines of the script do. What the standard library does is the time of the line that
/// called it, or of its own lines where Moonreel did.
public struct ScriptProfile: Sendable {
  /// One function that Moonreel calls.
  public struct Function: Sendable {
    /// Where it stands and what it is: `"promo.lua:12 the compositor"`.
    public var name: String
    /// How often it was called.
    public var calls: Int
    /// Seconds in all, what it calls included.
    public var seconds: Double
  }

  /// One line of a script.
  public struct Line: Sendable {
    /// The line.
    public var place: ScriptPlace
    /// The line where its function begins; 0 for a script's own lines.
    public var functionLine: Int
    /// Seconds in all.
    public var seconds: Double
  }

  /// The functions that were called, the most costly first.
  public internal(set) var functions: [Function] = []
  /// The lines that took any time, the most costly first.
  public internal(set) var lines: [Line] = []

  /// A profile of nothing.
  public init() {}

  /// Seconds in all.
  public var seconds: Double { lines.reduce(0) { $0 + $1.seconds } }
}
