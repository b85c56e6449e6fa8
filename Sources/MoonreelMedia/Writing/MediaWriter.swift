// SPDX-License-Identifier: MIT

import MoonreelCore

/// Encodes pictures and sound into one file (or a numbered sequence of pictures).
///
/// Threads: pictures are appended by one thread at a time, sound by one thread at a time, and these
/// may be two different threads; `cancel` and the counters may be called from any thread.
///
/// `@unchecked Sendable`: every mutable part stands behind a lock.
public final class MediaWriter: @unchecked Sendable {
  /// Opens the output and checks the settings; nothing appears under `path` before ``finish()``.
  ///
  /// - Throws: `MoonreelError`: `invalidArgument`, `unsupportedFormat`, `accessDenied`, `fileAccess` or
  ///   `encodingFailed`.
  public init(
    path: String, settings: OutputSettings, gate: FileGate, warnings: WarningLog? = nil
  ) throws {}

  /// Appends the picture shown from frame `frameIndex` on.
  ///
  /// - Throws: `MoonreelError`: `encodingFailed`, `fileAccess`, `cancelled`.
  public func append(_ frame: FrameBuffer, at frameIndex: Int64) throws {}

  /// Appends sound after what was appended before.
  ///
  /// - Throws: `MoonreelError`: `encodingFailed`, `fileAccess`, `cancelled`.
  public func append(_ samples: SampleBuffer) throws {}

  /// Writes what is held back and puts the file in its place.
  ///
  /// - Throws: `MoonreelError`; the old file at the path is then untouched.
  public func finish() throws -> OutputSummary {
    OutputSummary(path: "", frames: 0, samples: 0, bytes: 0, duration: .zero)
  }

  /// Stops and removes the partial file.
  public func cancel() {}

  /// Bytes written so far.
  public var bytesWritten: Int64 { 0 }

  /// Whether the length limit was reached, so that further pictures and sound are ignored.
  public var isFull: Bool { false }
}
