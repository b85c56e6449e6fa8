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
  /// - Throws: `MoonreelError`: `accessDenied`, `fileAccess`, `unsupportedFormat` (also for a decoder that is asked
  ///   for and is not there) or `decodingFailed`, naming the file and what was found.
  public static func load(
    path: String, options: AssetOptions = .init(), gate: FileGate, warnings: WarningLog? = nil
  ) throws -> Asset {
    let found = try FileDescription.find(path, options, gate)
    found.warn(path, warnings)
    var asset = found.asset(at: path, options)
    if options.color != nil {
      for index in asset.tracks.indices { asset.tracks[index].findLight(gate: gate) }
    }
    if let decoder = options.videoDecoder { try asset.decodePictures(with: decoder, gate: gate) }
    return asset
  }

  /// Sets the decoder of all tracks of pictures, after it has decoded the first picture of each: whatever is lacking
  /// shows here.
  private mutating func decodePictures(with decoder: String, gate: FileGate) throws {
    let indices = tracks.indices.filter { tracks[$0].video != nil }
    guard !indices.isEmpty else {
      throw MoonreelError(
        .unsupportedFormat,
        "Cannot decode '\(path)' with \(decoder): it has no pictures. Leave 'video_decoder' out.")
    }
    for index in indices {
      tracks[index].video?.decoder = decoder
      let reader = try VideoReader(track: tracks[index], gate: gate, threadCount: 1)
      do {
        _ = try reader.frame(at: tracks[index].timeRange.start)
      } catch let error as MoonreelError
        where error.code == .decodingFailed && reader.decodedFrameCount > 0
      {
        // Damage, of which whoever reads the file learns.
      }
    }
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
