// SPDX-License-Identifier: MIT

import MoonreelCore

/// A gain that is a function of time, such as a layer's eased volume; followed while the sound is mixed.
public struct GainFactor: Sendable {
  /// How the function is followed.
  public enum Following: Sendable {
    /// It is asked for every sample, at the sample's own time.
    case everySample
    /// It is asked every ``GainFactor/step`` from the start and from each of `breaks` on (rising), and gives
    /// straight lines between: for functions of scripts, which cost more. What jumps does so at a break.
    case steps(breaks: [Time])
    /// It is the same everywhere and asked once.
    case constant
  }

  /// A thousandth of a second.
  public static let step = Time(flicks: Time.flicksPerSecond / 1000)

  /// One side of the loudspeakers: the first channel, or the second.
  public enum Side: Int, Sendable, CaseIterable {
    /// The first channel.
    case left
    /// The second.
    case right
  }

  /// What plans call it: `"volume"`, `"fades"`.
  public var name: String
  /// The channel that it is for, of two or more; `nil`: all of them.
  public var side: Side?
  /// When; at its end, and outside, it is not asked.
  public var timeRange: TimeRange
  /// How it is followed.
  public var following: Following
  /// The factor at a time; below 0 counts as 0.
  public var value: @Sendable (Time) throws -> Double

  init(
    _ name: String, for side: Side? = nil, over timeRange: TimeRange,
    _ following: Following = .everySample, _ value: @escaping @Sendable (Time) throws -> Double
  ) {
    (self.name, self.side) = (name, side)
    (self.timeRange, self.following, self.value) = (timeRange, following, value)
  }

  /// Asks for a few values, so that a function that fails does so before anything is mixed.
  func tryOut() throws {
    guard case .steps = following, !timeRange.isEmpty else { return }
    let count: Int64 = 32
    for part in 0...count {
      let time =
        timeRange.start + timeRange.duration.multiplied(by: part, dividedBy: count)
      _ = try value(min(time, timeRange.end - Time(flicks: 1)))
    }
  }
}
