// SPDX-License-Identifier: MIT

import CFFmpeg
import CMediaHost
import Dispatch
import MoonreelCore

extension Asset {
  /// Opens the file at `path` through `gate` and describes what it holds; the file is closed again.
  ///
  /// `path` may be a numbered pattern such as `shot_%04d.png`. Durations and frame times are exact: they come from
  /// the file's own tables, or it is read through once (not decoded). Readers opened later share that; the gate's
  /// ``FileGate/cache`` keeps it for the next run.
  ///
  /// - Throws: `MoonreelError`: `accessDenied`, `fileAccess`, `unsupportedFormat` or
  ///   `decodingFailed`, naming the file and what was found.
  public static func load(
    path: String, options: AssetOptions = .init(), gate: FileGate, warnings: WarningLog? = nil
  ) throws -> Asset {
    let found = try FileDescription.find(path, options, gate)
    found.warn(path, warnings)
    var asset = found.asset(at: path, options)
    if options.color != nil {
      for index in asset.tracks.indices { asset.tracks[index].findLight(gate: gate) }
    }
    return asset
  }

  /// As the other `load`, on another thread.
  ///
  /// - Throws: `MoonreelError`: `accessDenied`, `fileAccess`, `unsupportedFormat` or
  ///   `decodingFailed`, naming the file and what was found; `CancellationError` where the task was
  ///   cancelled before the file was opened.
  public static func load(
    path: String, options: AssetOptions = .init(), gate: FileGate, warnings: WarningLog? = nil
  ) async throws -> Asset {
    try Task.checkCancellation()
    return try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global(qos: .userInitiated).async {
        continuation.resume(
          with: Result {
            try loadNow(path: path, options: options, gate: gate, warnings: warnings)
          })
      }
    }
  }

  private static func loadNow(
    path: String, options: AssetOptions, gate: FileGate, warnings: WarningLog?
  ) throws -> Asset {
    try load(path: path, options: options, gate: gate, warnings: warnings)
  }
}
