// SPDX-License-Identifier: MIT

import CFFmpeg
import CMediaHost
import Dispatch
import MoonreelCore

extension Asset {
  /// Opens the file at `path` through `gate` and describes what it holds; the file is closed again.
  ///
  /// `path` may be a numbered pattern such as `shot_%04d.png`. The file is read through once (not
  /// decoded), so that durations and frame times are exact; readers opened later share that pass.
  ///
  /// - Throws: `MoonreelError`: `accessDenied`, `fileAccess`, `unsupportedFormat` or
  ///   `decodingFailed`, naming the file and what was found.
  public static func load(
    path: String, options: AssetOptions = .init(), gate: FileGate, warnings: WarningLog? = nil
  ) throws -> Asset {
    let format = try FormatContext(path: path, gate: gate, frameRate: options.frameRate)
    let (index, _) = try IndexCache.index(of: format, gaps: options.gapPolicy)
    let prober = Prober(format: format, index: index, options: options)
    var tracks = try prober.tracks()
    guard !tracks.isEmpty else {
      throw MoonreelError(
        .unsupportedFormat,
        "Cannot use '\(path)': it holds no pictures, sound, text or data that can be read.",
        cause: index.damage)
    }
    for index in tracks.indices { tracks[index].findLight(gate: gate) }
    if let damage = index.damage {
      warnings?.warn("'\(path)' cannot be read to its end: \(damage).")
    } else if let broken = index.streams.values.compactMap(\.brokenAt).min() {
      warnings?.warn("'\(path)' breaks off at \(broken), before the end that it states.")
    }
    if let note = index.stampNote { warnings?.warn("In '\(path)' \(note).") }
    var asset = Asset(
      path: path, formatName: format.formatName,
      duration: max(.zero, tracks.map(\.timeRange.end).max() ?? .zero),
      isTimingPrecise: index.damage == nil, tracks: tracks,
      metadata: Prober.tags(format.context.pointee.metadata), chapters: prober.chapters())
    if let header = MovieHeader(of: format) {
      (asset.preferredRate, asset.preferredVolume) = (header.preferredRate, header.preferredVolume)
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
