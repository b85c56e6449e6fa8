// SPDX-License-Identifier: MIT

import MoonreelCore

/// Reads the entries of a subtitle or metadata track.
///
/// `@unchecked Sendable`: it may be handed from thread to thread; one thread at a time may use it.
public final class TimedTextReader: @unchecked Sendable {
  /// The track being read.
  public let track: AssetTrack

  /// Opens the track's file through `gate`.
  ///
  /// - Throws: `MoonreelError`: `accessDenied`, `fileAccess` or `unsupportedFormat`.
  public init(track: AssetTrack, gate: FileGate, warnings: WarningLog? = nil) throws {
    self.track = track
    throw MoonreelError(.internalError, "Cannot read '\(track.path)' yet.")
  }

  /// The samples that hold at any time within `range`, in order.
  ///
  /// - Throws: `MoonreelError` (`decodingFailed`) naming file, time and stage.
  public func samples(in range: TimeRange) throws -> [TimedSample] { [] }
}
