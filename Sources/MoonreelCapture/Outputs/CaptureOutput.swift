// SPDX-License-Identifier: MIT

import MoonreelCore

/// Something that takes what a session's inputs give.
///
/// Pictures come from one thread at a time and sound from one, which may be another; both are threads of the sources, so
/// nothing here takes long.
public protocol CaptureOutput: AnyObject, Sendable {
  /// Whether it takes pictures.
  var takesPictures: Bool { get }
  /// Whether it takes sound.
  var takesSound: Bool { get }
  /// Hears what will come, before it does, and when that changes.
  func prepare(_ description: CaptureDescription)
  /// Takes a picture.
  func take(_ picture: TimedPicture)
  /// Takes sound.
  func take(_ sound: ContinuousSound)
  /// Hears that an input of pictures or of sound was interrupted, or goes on.
  func note(_ change: CaptureInputChange, ofPictures: Bool)
}

extension CaptureOutput {
  /// Does nothing.
  public func prepare(_ description: CaptureDescription) {}
  /// Does nothing.
  public func take(_ picture: TimedPicture) {}
  /// Does nothing.
  public func take(_ sound: ContinuousSound) {}
  /// Does nothing.
  public func note(_ change: CaptureInputChange, ofPictures: Bool) {}
}

/// Whether an input gives something at the moment.
public enum CaptureInputChange: Hashable, Sendable {
  /// Nothing comes for a while.
  case interrupted(CaptureInterruption)
  /// It comes again.
  case resumed
}

/// What comes to an output.
public struct CaptureDescription: Sendable {
  /// What the session tells the time by.
  public var clock: any CaptureClock
  /// Width and height of the pictures, as the connection turns them; `nil`: there are none.
  public var size: PixelSize?
  /// How many pictures are expected a second.
  public var rate: FrameRate?
  /// The sound; `nil`: there is none.
  public var sound: SoundShape?

  /// Sound as a session gives it.
  public struct SoundShape: Hashable, Sendable {
    /// Samples a second.
    public var rate: Int
    /// The channels.
    public var layout: ChannelLayout
  }
}

/// A picture that was taken at a known time.
public struct TimedPicture: Sendable {
  /// When, by the session's clock; later than all before from the same input.
  public var time: Time
  /// The picture.
  public var frame: FrameBuffer
}

/// A stretch of sound on the session's clock: sample *n* of an input was recorded *n* periods of the rate after the origin.
public struct ContinuousSound: Sendable {
  /// When the input's sample 0 was recorded, by the session's clock.
  public var origin: Time
  /// The number of the first sample. Where sound is missing, numbers are, too.
  public var index: Int64
  /// The samples.
  public var buffer: SampleBuffer

  /// When the first sample was recorded.
  public var time: Time { time(of: index) }
  /// When the last sample is over.
  public var end: Time { time(of: index + Int64(buffer.frameCount)) }

  private func time(of index: Int64) -> Time {
    origin
      + Time(flicks: Time.flicksPerSecond)
      .multiplied(by: index, dividedBy: Int64(buffer.sampleRate))
  }
}

/// What became of what an input or an output was given.
public struct CaptureCounts: Hashable, Sendable {
  /// Pictures that came through.
  public var pictures = 0
  /// Pictures that did not, by reason.
  public var drops: [CaptureDropReason: Int] = [:]
  /// Pictures shown again where a constant frame rate has more places than there were pictures.
  public var repeats = 0
  /// Time stamps that could not be right and were mended.
  public var mendedStamps = 0
  /// How often sound was missing.
  public var gaps = 0
  /// How much sound was missing and replaced by silence.
  public var silence = Time.zero
  /// How much faster than it says the sound device is, in millionths.
  public var driftPPM = 0.0

  /// Nothing yet.
  public init() {}

  /// Counts `count` pictures that are lost for `reason`.
  mutating func drop(_ reason: CaptureDropReason, _ count: Int = 1) {
    drops[reason, default: 0] += count
  }
}
