// SPDX-License-Identifier: MIT

import MoonreelCore

/// For what frames are read: handed down, never changed, from a frame to the tracks, nested timelines and other
/// times that it is made of.
public struct ReadingContext: Hashable, Sendable {
  /// When, on the clock of the timeline that is read.
  public let time: Time
  /// The time that will be asked for after that, where it is known: what is passed over need not be decoded.
  public let nextTime: Time?
  /// Output pixels per composition pixel, as compositors are told.
  public let renderScale: Double
  /// Who reads: 0 for the frame that is drawn, above it for frames of other times that it asks for. Each lane has
  /// decoders of its own, so that none throws another back.
  public let lane: Int
  /// What is done for the frame is noted here; `nil`: nowhere.
  package let trace: FrameTrace?

  /// A context with every property given.
  public init(time: Time, nextTime: Time? = nil, renderScale: Double = 1, lane: Int = 0) {
    self.init(time: time, nextTime: nextTime, renderScale: renderScale, lane: lane, trace: nil)
  }

  /// The same, with what is done noted in `trace`.
  package init(
    time: Time, nextTime: Time? = nil, renderScale: Double = 1, lane: Int = 0, trace: FrameTrace?
  ) {
    (self.time, self.nextTime) = (time, nextTime)
    (self.renderScale, self.lane, self.trace) = (renderScale, lane, trace)
  }
}
