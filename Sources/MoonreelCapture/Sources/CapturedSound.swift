// SPDX-License-Identifier: MIT

import MoonreelCore

/// A stretch of sound as a source gives it.
public struct CapturedSound: Hashable, Sendable {
  /// When its first sample was recorded, by the machine's clock, as the source says. Small errors do no harm: the
  /// session takes the mean of many.
  public var time: Time
  /// Samples a second by the device's own clock.
  public var sampleRate: Int
  /// How many channels there are.
  public var channelCount: Int
  /// The samples, ±1, channel after channel for each moment.
  public var samples: [Float]

  /// Sound whose first sample was recorded at `time`.
  ///
  /// - Precondition: `samples` holds whole moments.
  public init(time: Time, sampleRate: Int, channelCount: Int, samples: [Float]) {
    precondition(channelCount > 0 && samples.count % channelCount == 0, "whole moments")
    (self.time, self.sampleRate) = (time, sampleRate)
    (self.channelCount, self.samples) = (channelCount, samples)
  }

  /// Samples of each channel.
  public var frameCount: Int { samples.count / channelCount }
}
