// SPDX-License-Identifier: MIT

import MoonreelCore

/// How far an export is.
public struct ExportProgress: Hashable, Sendable {
  /// The stages that work side by side; the slowest sets the pace.
  public enum Stage: String, Hashable, Sendable, CaseIterable {
    /// Decoding, and describing each frame.
    case read
    /// Drawing pixels.
    case render
    /// Encoding pictures.
    case encode
    /// Mixing and encoding sound.
    case sound
    /// Copying packets.
    case copy
  }

  /// Frames encoded so far, each pass counted; 0 where there are no pictures.
  public var framesDone: Int64
  /// Frames of the whole export, those of each pass; 0 where there are no pictures.
  public var framesTotal: Int64
  /// How much of the output's time is encoded.
  public var timeDone: Time
  /// The output's duration.
  public var timeTotal: Time
  /// Frames a second since the start.
  public var framesPerSecond: Double
  /// Seconds of output a second of work: 2 is twice real time.
  public var speed: Double
  /// Seconds until the end at this speed; `nil` before anything is done.
  public var secondsLeft: Double?
  /// The stage that was busiest so far; `nil` before anything is done.
  public var limitingStage: Stage?
  /// Seconds since the start.
  public var secondsElapsed: Double
  /// Bytes written so far.
  public var bytesWritten: Int64

  /// Progress with every property given.
  public init(
    framesDone: Int64, framesTotal: Int64, timeDone: Time, timeTotal: Time,
    framesPerSecond: Double, speed: Double, secondsLeft: Double?, limitingStage: Stage?,
    secondsElapsed: Double, bytesWritten: Int64
  ) {
    (self.framesDone, self.framesTotal) = (framesDone, framesTotal)
    (self.timeDone, self.timeTotal) = (timeDone, timeTotal)
    (self.framesPerSecond, self.speed) = (framesPerSecond, speed)
    (self.secondsLeft, self.limitingStage) = (secondsLeft, limitingStage)
    (self.secondsElapsed, self.bytesWritten) = (secondsElapsed, bytesWritten)
  }

  /// The share that is done, 0…1.
  public var fraction: Double {
    if framesTotal > 0 { return min(1, Double(framesDone) / Double(framesTotal)) }
    return timeTotal > .zero ? min(1, timeDone.seconds / timeTotal.seconds) : 0
  }
}
