// SPDX-License-Identifier: MIT

import MoonreelCore

/// A moment on two clocks.
public struct ClockMoment: Hashable, Sendable {
  /// The time of the device: what it has played since it began, and a fixed time.
  public var device: Time
  /// The machine's time, ``HostClock``'s, at which that was so.
  public var host: Time

  /// `device` at `host`.
  public init(device: Time, host: Time) { (self.device, self.host) = (device, host) }
}

/// A ``SoundOutput`` that plays on a clock of its own, which a ``SoundClock`` follows.
public protocol SoundDevice: SoundOutput {
  /// What was heard last, by its clock and the machine's; `nil` before it plays, and where it stopped playing.
  var moment: ClockMoment? { get }
}
