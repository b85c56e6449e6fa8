// SPDX-License-Identifier: MIT

import MoonreelCore

/// A click and a flash at the same instants: put both on a timeline and see whether they stay together.
///
/// For example: `try ClickAndFlash(frameRate: FrameRate(30), size: PixelSize(320, 180))`.
public struct ClickAndFlash: Sendable {
  /// The clicks.
  public var sound: ClickSource
  /// The flashes.
  public var picture: FlashSource

  /// Clicks and flashes `interval` apart, flashes one frame of `frameRate` long.
  ///
  /// - Throws: `MoonreelError` (`invalidArgument`) when `interval` is shorter than two frames or 10 ms.
  public init(
    interval: Time = Time(wholeSeconds: 1), frameRate: FrameRate, size: PixelSize,
    duration: Time? = nil
  ) throws {
    sound = try ClickSource(interval: interval, duration: duration)
    picture = try FlashSource(
      interval: interval, frameRate: frameRate, naturalSize: size, duration: duration)
  }
}
