// SPDX-License-Identifier: MIT

import MoonreelCore

/// Decodes the sound of one track at a wanted rate and layout, at any position.
///
/// `@unchecked Sendable`: it may be handed from thread to thread; one thread at a time may use it.
public final class AudioReader: @unchecked Sendable {
  /// The track being read.
  public let track: AssetTrack
  /// Samples a second that are delivered.
  public let sampleRate: Int
  /// The loudspeakers that are delivered.
  public let layout: ChannelLayout

  /// Opens the track's file through `gate`.
  ///
  /// - Throws: `MoonreelError`: `accessDenied`, `fileAccess` or `unsupportedFormat`.
  public init(
    track: AssetTrack, sampleRate: Int, layout: ChannelLayout, gate: FileGate,
    warnings: WarningLog? = nil
  ) throws {
    (self.track, self.sampleRate, self.layout) = (track, sampleRate, layout)
    throw MoonreelError(.internalError, "Cannot read '\(track.path)' yet.")
  }

  /// `frameCount` samples from sample `start` of the asset's clock (counted at ``sampleRate``);
  /// silence where the track has no sound. Sequential reads do not seek.
  ///
  /// - Throws: `MoonreelError` (`decodingFailed`) naming file, time and stage.
  public func read(from start: Int64, frameCount: Int) throws -> SampleBuffer {
    throw MoonreelError(.internalError, "Cannot read '\(track.path)' yet.")
  }
}
