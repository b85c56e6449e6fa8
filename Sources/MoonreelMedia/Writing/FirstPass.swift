// SPDX-License-Identifier: MIT

import CFFmpeg
import MoonreelCore

/// The first of two passes over the pictures of a film: they are encoded for what the encoder learns of them,
/// and nothing else is kept.
///
/// For example:
///
///     let first = try FirstPass(video, path: "out.mp4", container: .mp4, gate: gate)
///     for index in 0..<50 { try first.append(picture, at: Int64(index)) }
///     let writer = try MediaWriter(
///       path: "out.mp4", settings: settings, gate: gate, statistics: try first.finish())
///
/// `@unchecked Sendable`: the encoder stands behind a lock.
public final class FirstPass: @unchecked Sendable {
  private let encoder: VideoEncoder
  private let statistics: PassStatistics
  private let lock = Locked<Int64>(0)

  /// Opens the encoder of the file at `path`, which is not touched.
  ///
  /// - Throws: `MoonreelError`: `encodingFailed` where the codec has no second pass or the encoding no bit rate;
  ///   `invalidArgument` where the output is no file; `fileAccess`, `accessDenied`.
  public init(_ encoding: VideoEncoding, path: String, container: Container, gate: FileGate) throws
  {
    try EncoderCatalogue.validate(OutputSettings(container: container, video: encoding))
    statistics = try PassStatistics(path: path, gate: gate)
    // Where parameter sets stand changes nothing of what is learnt.
    encoder = try VideoEncoder(encoding, globalHeader: true, pass: .first(statistics))
  }

  /// Refuses a `path` where what is learnt could not be kept.
  ///
  /// - Throws: `MoonreelError`: `invalidArgument` where the output is no file; `fileAccess`, `accessDenied`.
  public static func require(path: String, gate: FileGate) throws {
    _ = try PassStatistics.target(path: path, gate: gate)
  }

  /// Looks at the picture shown from frame `index` on; as ``MediaWriter/append(_:at:)``.
  ///
  /// - Throws: `MoonreelError`: `invalidArgument`, `encodingFailed`, `limitExceeded`.
  public func append(_ frame: FrameBuffer, at index: Int64) throws {
    try lock.withLock { count in
      guard index == count else {
        throw MoonreelError(
          .invalidArgument, "Cannot measure frame \(index): frame \(count) is next.")
      }
      let ready = try FramePreparation.prepare(frame, for: encoder.encoding)
      try encoder.encode(ready, index: index) { _ in }
      count += 1
      if count % 64 == 0 { try statistics.check() }
    }
  }

  /// What was learnt.
  ///
  /// - Throws: `MoonreelError` (`encodingFailed`, `limitExceeded`).
  public func finish() throws -> PassStatistics {
    try lock.withLock { _ in
      try encoder.finish { _ in }
      // Libraries complete their files when they close.
      encoder.close()
      try statistics.check()
      return statistics
    }
  }

  /// Forgets what was learnt, and removes its files.
  public func cancel() {
    lock.withLock { _ in
      encoder.close()
      statistics.remove()
    }
  }
}
