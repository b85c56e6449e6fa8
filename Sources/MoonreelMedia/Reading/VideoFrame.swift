// SPDX-License-Identifier: MIT

import MoonreelCore

/// One picture of a track and when it is shown.
public struct VideoFrame: Sendable {
  /// The picture.
  public let buffer: FrameBuffer
  /// When it appears, on the asset's clock.
  public let time: Time
  /// How long it stays, where known.
  public let duration: Time?
  /// The order of its fields where it is flagged as holding two moments.
  var fieldOrder: FieldOrder?

  /// It is at 1 / so much of the size at which it was decoded.
  package var shrink = 1

  /// What is concealed where this frame is shown, in full sentences, each once; empty for a whole frame.
  package internal(set) var concealed: [String] = []
  /// Whether it is shown in place of another that is missing.
  package internal(set) var isStandIn = false

  /// A picture shown from `time` on.
  public init(buffer: FrameBuffer, time: Time, duration: Time?) {
    (self.buffer, self.time, self.duration) = (buffer, time, duration)
  }
}
