// SPDX-License-Identifier: MIT

import MoonreelCore

/// Gives pictures times that ascend, whatever their stamps are: a stamp that cannot be right is mended by when the
/// picture came.
struct PictureClock {
  /// Stamps that were not believed.
  private(set) var mendedStamps = 0
  private var last: Time?
  /// How much earlier than they come pictures are taken, smoothed.
  private var delay = Time.zero

  /// Stamps so long before or after their picture are wrong.
  private static let patience = Time(flicks: Time.flicksPerSecond / 2)

  /// The time of a picture with `stamp` that came at `now`; `nil` where it cannot be after the one before.
  mutating func time(of stamp: Time, now: Time) -> Time? {
    let isBelievable =
      stamp > .zero && stamp > now - Self.patience && stamp <= now + Self.patience
      && stamp > last ?? .distantPast
    if isBelievable {
      delay = Time(flicks: delay.flicks + ((now - stamp).flicks - delay.flicks) / 8)
    } else {
      mendedStamps += 1
    }
    let time = isBelievable ? stamp : now - delay
    guard time > last ?? .distantPast else { return nil }
    last = time
    return time
  }
}
