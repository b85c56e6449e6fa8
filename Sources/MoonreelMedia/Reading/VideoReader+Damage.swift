// SPDX-License-Identifier: MIT

import CMediaHost
import MoonreelCore

extension VideoReader {
  /// libav's code for the trouble on the way from the sync point to packet `ordinal`, if there was any.
  ///
  /// What lies before the first key frame of a stream that was joined in the middle is no damage.
  func damageCode(_ ordinal: Int) -> Int32? {
    let start = index.syncPoint(for: ordinal)
    guard index.entries[start].isKeyFrame || start == index.syncPoints.last else { return nil }
    return damage.code(in: start...max(start, ordinal))
  }

  /// The error for the frame of `slot`.
  func failure(slot: Int, code: Int32) -> MoonreelError {
    MoonreelError(
      .decodingFailed,
      "Cannot decode the frame at \(index.slots[slot].time) of '\(track.path)' (\(track.codecName)): "
        + "the data is damaged. Re-encode the file, or allow concealment.",
      cause: Libav.cause(code))
  }

  /// The file ends at `brokenAt`, before `time`: an error, or a warning where that may be concealed.
  func reportBreak(at time: Time, _ brokenAt: Time) throws {
    guard track.damagePolicy == .conceal else {
      throw MoonreelError(
        .decodingFailed,
        "Cannot read the frame at \(time) of '\(track.path)' (\(track.codecName)): the file breaks off "
          + "at \(brokenAt). Get the whole file, or allow concealment.")
    }
    warnOfConcealment()
  }

  /// Counts one frame that another stands in for.
  func warnOfConcealment() {
    warnings?.warn(
      "Frames of '\(track.path)' are damaged or missing; the last good frame stands in for them.")
  }
}
