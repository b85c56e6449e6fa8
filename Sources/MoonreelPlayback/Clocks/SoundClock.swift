// SPDX-License-Identifier: MIT

import MoonreelCore

/// The clock of what is heard: it follows a sound device as long as that plays, and runs on by the machine's clock else.
///
/// A device's crystal and the machine's differ by some millionths, and what a device says of itself trembles by
/// milliseconds; the clock goes at most half a percent faster or slower to meet it. Where the device was held up for more than
/// a tenth of a second, the clock stands until it is reached again, or jumps on. It never goes back.
public final class SoundClock: PlaybackClock {
  private let host = HostClock()
  private let device: any SoundDevice
  private let follower = Locked(ClockFollower())

  /// A clock that follows `device`.
  public init(following device: any SoundDevice) { self.device = device }

  /// The device's time.
  public var now: Time {
    let (moment, now) = (device.moment, host.now)
    return follower.withLock { $0.time(at: now, moment) }
  }

  /// Sleeps until `time` or a call of ``wake()``.
  public func wait(until time: Time?) {
    let offset = follower.withLock { $0.offset }
    host.wait(until: time.map { $0 - offset })
  }

  /// Ends a wait.
  public func wake() { host.wake() }
}

/// How far a device's clock is ahead of the machine's, smoothed.
struct ClockFollower: Sendable {
  /// What is added to the machine's time.
  private(set) var offset = Time.zero
  private var latest = Time.distantPast
  private var lastHost: Time?

  /// Differences beyond this are not smoothed away.
  private static let jump = Time(flicks: Time.flicksPerSecond / 10)
  /// The clock goes faster or slower by no more than 1 / so much.
  private static let slowness: Int64 = 200
  /// Differences shrink by the factor e in about this time.
  private static let smoothing = Time(flicks: Time.flicksPerSecond / 2)

  /// The time at `host`, where the device said `moment` last.
  mutating func time(at host: Time, _ moment: ClockMoment?) -> Time {
    let elapsed = max(.zero, host - (lastHost ?? host))
    lastHost = host
    if let moment {
      let difference = moment.device - moment.host - offset
      if abs(difference.flicks) > Self.jump.flicks {
        offset += difference
      } else {
        let share = min(elapsed, Self.smoothing)
        let wanted = difference.multiplied(by: share.flicks, dividedBy: Self.smoothing.flicks)
        let most = Time(flicks: elapsed.flicks / Self.slowness)
        offset += wanted.clamped(to: -most...most)
      }
    }
    latest = max(latest, host + offset)
    return latest
  }
}
