// SPDX-License-Identifier: MIT

import MoonreelCore

/// Reads the coded packets of one track without decoding them, for passthrough.
///
/// `@unchecked Sendable`: it may be handed from thread to thread; one thread at a time may use it.
public final class PacketReader: @unchecked Sendable {
  /// The track being read.
  public let track: AssetTrack
  /// What a muxer needs to know of the stream.
  public let parameters: CodecParameters
  /// The unit of the stream's time stamps in seconds.
  public var timeBase: Rational { track.timeBase }

  /// Opens the track's file through `gate`.
  ///
  /// - Throws: `MoonreelError`: `accessDenied`, `fileAccess` or `unsupportedFormat`.
  public init(track: AssetTrack, gate: FileGate) throws {
    throw MoonreelError(.internalError, "Cannot read '\(track.path)' yet.")
  }

  /// The presentation times of all packets at which decoding can start, in order.
  ///
  /// - Throws: `MoonreelError` (`decodingFailed`) where the file cannot be read through.
  /// - Complexity: reads the file once where the container has no index.
  public func keyFrameTimes() throws -> [Time] { [] }

  /// Moves to the last key frame at or before `time`, so that ``next()`` gives it.
  ///
  /// - Throws: `MoonreelError` (`decodingFailed`).
  public func seek(to time: Time) throws {}

  /// The next packet in decoding order, or `nil` at the end.
  ///
  /// - Throws: `MoonreelError` (`decodingFailed`).
  public func next() throws -> EncodedPacket? { nil }

  /// All packets presented within `range`, in decoding order.
  ///
  /// - Throws: `MoonreelError` (`decodingFailed`).
  public func packets(in range: TimeRange) throws -> [EncodedPacket] { [] }
}
