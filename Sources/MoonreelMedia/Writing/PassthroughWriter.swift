// SPDX-License-Identifier: MIT

import MoonreelCore

/// Copies coded packets into a new file without decoding them.
///
/// Threads: one thread at a time.
public final class PassthroughWriter {
  /// Opens the output; nothing appears under `path` before ``finish()``.
  ///
  /// - Throws: `MoonreelError`: `unsupportedFormat`, `accessDenied`, `fileAccess`.
  public init(
    path: String, container: Container, tracks: [(AssetTrack, CodecParameters)],
    metadata: [String: String] = [:], chapters: [Chapter] = [], optimizeForNetwork: Bool = true,
    gate: FileGate, warnings: WarningLog? = nil
  ) throws {}

  /// Appends `packet` to track `index`, shown `offset` later than its asset's clock says.
  ///
  /// - Throws: `MoonreelError`: `encodingFailed`, `fileAccess`.
  public func append(_ packet: EncodedPacket, to index: Int, offset: Time) throws {}

  /// Writes the index and puts the file in its place.
  ///
  /// - Throws: `MoonreelError`; the old file at the path is then untouched.
  public func finish() throws -> OutputSummary {
    OutputSummary(path: "", frames: 0, samples: 0, bytes: 0, duration: .zero)
  }

  /// Stops and removes the partial file.
  public func cancel() {}
}
