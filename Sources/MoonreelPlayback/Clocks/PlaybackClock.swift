// SPDX-License-Identifier: MIT

import MoonreelCore

/// What a player tells the time by. All calls come from any thread.
public protocol PlaybackClock: AnyObject, Sendable {
  /// The time since some fixed moment; it never goes back.
  var now: Time { get }
  /// Returns at `time` (`nil`: never by itself), or soon after ``wake()`` was called since the last return.
  func wait(until time: Time?)
  /// Ends the wait that is going on, or the next.
  func wake()
  /// Hears what the player did; the host's clock ignores it.
  func note(_ event: PlaybackEvent)
}

extension PlaybackClock {
  /// Ignores `event`.
  public func note(_ event: PlaybackEvent) {}
}

/// Something that a player did, as a clock hears of it.
public enum PlaybackEvent: Hashable, Sendable {
  /// A frame was drawn at 1 / `divisor` of the size.
  case drew(frame: Int64, divisor: Int)
  /// A frame was shown.
  case showed(frame: Int64, divisor: Int)
  /// Sound was handed over, to be heard from `host` on.
  case wrote(samples: Int, at: Time)
}
