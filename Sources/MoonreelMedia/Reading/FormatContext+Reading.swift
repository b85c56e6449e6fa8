// SPDX-License-Identifier: MIT

import CFFmpeg
import MoonreelCore

extension FormatContext {
  /// The file of `track`, open at its beginning, and the index of its stream.
  ///
  /// - Throws: `MoonreelError`: `accessDenied`, `fileAccess`, `unsupportedFormat`, or `decodingFailed`
  ///   where the file changed since it was probed.
  static func openForReading(
    _ track: AssetTrack, gate: FileGate
  ) throws -> (FormatContext, StreamIndex) {
    var format = try FormatContext(
      path: track.path, gate: gate, frameRate: track.video?.nominalFrameRate)
    let (index, wasRead) = try IndexCache.index(of: format, gaps: track.gapPolicy)
    if wasRead { format = try format.reopened() }
    guard track.streamIndex < format.streamCount, let stream = index.streams[track.streamIndex]
    else {
      throw MoonreelError(
        .decodingFailed,
        "Cannot read '\(track.path)': stream \(track.streamIndex) is gone; the file was changed.")
    }
    return (format, stream)
  }
}
