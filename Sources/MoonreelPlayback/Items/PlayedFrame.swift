// SPDX-License-Identifier: MIT

import MoonreelCore

/// A frame of an item, drawn.
public struct PlayedFrame: Sendable {
  /// Its number, from 0.
  public var index: Int64
  /// When it begins, on the item's clock.
  public var itemTime: Time
  /// When it is due, on the player's clock.
  public var hostTime: Time
  /// It is drawn at 1 / divisor of the size.
  public var divisor: Int
  /// Whether it shows proxies in place of files, which frames of a film that stands never do.
  public var hasProxies = false
  /// The pixels.
  public var buffer: FrameBuffer
  /// The item that it is of.
  public var source: ObjectIdentifier

  /// Whether it could not be better: full size, and no proxies.
  var isBest: Bool { divisor == 1 && !hasProxies }
}
