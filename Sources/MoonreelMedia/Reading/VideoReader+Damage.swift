// SPDX-License-Identifier: MIT

import CMediaHost
import MoonreelCore

extension VideoReader {
  /// libav's code for the trouble on the way from the sync point to packet `ordinal`, if there was any.
  ///
  /// What a cut leaves undecodable is no damage: the packets before the first key frame, and the last two.
  func damageCode(_ ordinal: Int) -> Int32? {
    let start = index.syncPoint(for: ordinal)
    guard index.entries[start].isKeyFrame || start == index.syncPoints.last else { return nil }
    let last = index.entries.count > 8 ? min(ordinal, index.entries.count - 3) : ordinal
    return last < start ? nil : damage.code(in: start...last)
  }

  /// Throws where the frame of `slot` is damaged and may not be concealed.
  func checkDamage(_ slot: Int) throws {
    guard track.damagePolicy == .fail, let code = damageCode(index.slots[slot].ordinal) else {
      return
    }
    throw failure(slot: slot, code: code)
  }

  /// Counts that the frame of slot `other` stands in for that of `slot`.
  func noteStandIn(for slot: Int, by other: Int) {
    if other > slot {
      warnings?.warn(
        "'\(track.path)' begins in the middle of a group of pictures; the first one that can be shown "
          + "stands in for those before it.")
    } else if damageCode(index.slots[slot].ordinal) != nil {
      warnOfConcealment()
    } else if index.slots[slot].ordinal >= index.entries.count - 2 {
      warnings?.warn("The last pictures of '\(track.path)' are cut off; the last good one stays.")
    }
  }

  /// The error for the frame of `slot`.
  func failure(slot: Int, code: Int32) -> MoonreelError {
    let time = index.slots[slot].time
    return MoonreelError(
      .decodingFailed,
      "Cannot decode the frame at \(time) of '\(track.path)' (\(codecWords)): "
        + "the data is damaged. Re-encode the file, or \(DamagePolicy.advice).",
      time: time, libav: code)
  }

  /// The codec, and the decoder where one was asked for.
  private var codecWords: String {
    track.codecName + (track.video?.decoder.map { ", decoded with \($0)" } ?? "")
  }

  /// The file ends at `brokenAt`, before `time`: an error, or a warning where that may be concealed.
  func reportBreak(at time: Time, _ brokenAt: Time) throws {
    guard track.damagePolicy == .conceal else {
      throw MoonreelError(
        .decodingFailed,
        "Cannot read the frame at \(time) of '\(track.path)' (\(track.codecName)): the file breaks off "
          + "at \(brokenAt). Get the whole file, or \(DamagePolicy.advice).", time: time)
    }
    warnOfConcealment()
  }

  /// Counts one frame that another stands in for.
  func warnOfConcealment() {
    warnings?.warn(
      "Frames of '\(track.path)' are damaged or missing; the last good frame stands in for them.")
  }
}
