// SPDX-License-Identifier: MIT

import MoonreelCore

/// Decodes the frames of one track, at any time and in any order.
///
/// `@unchecked Sendable`: it may be handed from thread to thread; one thread at a time may use it.
public final class VideoReader: @unchecked Sendable {
  /// The track being read.
  public let track: AssetTrack
  /// How many frames were decoded since the reader was opened.
  public private(set) var decodedFrameCount = 0

  /// Opens the track's file through `gate`, with a decoder of at most `threadCount` threads.
  ///
  /// - Throws: `MoonreelError`: `accessDenied`, `fileAccess` or `unsupportedFormat`.
  public init(
    track: AssetTrack, gate: FileGate, threadCount: Int = 2, warnings: WarningLog? = nil
  ) throws {
    self.track = track
    throw MoonreelError(.internalError, "Cannot read '\(track.path)' yet.")
  }

  /// The frame on screen at `time` of the asset's clock: the last whose time is at most `time` plus
  /// half a unit of the stream's time base; before the first frame the first, after the last the last.
  ///
  /// - Throws: `MoonreelError` (`decodingFailed`) naming file, time and stage.
  public func frame(at time: Time) throws -> VideoFrame {
    throw MoonreelError(.internalError, "Cannot read '\(track.path)' yet.")
  }

  /// The last frame that begins strictly before `time`, as reverse playback needs it; the first frame
  /// where none does.
  ///
  /// - Throws: `MoonreelError` (`decodingFailed`) naming file, time and stage.
  public func frame(before time: Time) throws -> VideoFrame {
    throw MoonreelError(.internalError, "Cannot read '\(track.path)' yet.")
  }
}
