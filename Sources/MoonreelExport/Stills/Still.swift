// SPDX-License-Identifier: MIT

import MoonreelCore

/// One picture of a timeline.
public struct Still: Sendable {
  /// The time that was asked for.
  public let requestedTime: Time
  /// The time that is shown; another than the requested one only within the tolerances.
  public let actualTime: Time
  /// The picture: 8-bit R, G, B and straight alpha, sRGB; or, where HDR is kept, 16-bit in PQ or HLG.
  public let frame: FrameBuffer

  /// A picture of `actualTime`.
  public init(requestedTime: Time, actualTime: Time, frame: FrameBuffer) {
    (self.requestedTime, self.actualTime, self.frame) = (requestedTime, actualTime, frame)
  }
}
