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

  /// What is concealed where the frame of `slot` is shown; `nil` where it is whole. The frame was asked for before.
  ///
  /// It follows from what is known of the packets alone, not from who asked for what before.
  func concealment(ofSlot slot: Int) -> String? {
    let ordinal = index.slots[slot].ordinal
    guard let other = standIns[slot] else { return isDamaged(slot) ? damageSentence : nil }
    if damageCode(ordinal) != nil || isDamaged(other) { return damageSentence }
    if other > slot {
      return
        "'\(track.path)' begins in the middle of a group of pictures; the first one that can be shown "
        + "stands in for those before it."
    }
    if ordinal >= index.entries.count - 2 {
      return "The last pictures of '\(track.path)' are cut off; the last good one stays."
    }
    return nil
  }

  /// Whether the packet of `slot` is damaged, or one on the way to it from the sync point.
  private func isDamaged(_ slot: Int) -> Bool {
    let ordinal = index.slots[slot].ordinal
    return damage.code(in: ordinal...ordinal) != nil || damageCode(ordinal) != nil
  }

  /// `frame`, which is shown where the file may be broken off, with a warning of each thing that is concealed in it.
  func told(_ frame: VideoFrame, isBeyondBreak: Bool) -> VideoFrame {
    var frame = frame
    if isBeyondBreak, !frame.concealed.contains(damageSentence) {
      frame.concealed.append(damageSentence)
      frame.isStandIn = true
    }
    for sentence in frame.concealed { warnings?.warn(sentence) }
    return frame
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

  /// Whether the file breaks off before `shown`, at which the frame asked for at `time` is on screen.
  ///
  /// - Throws: `MoonreelError` (`decodingFailed`) where that may not be concealed.
  func isBeyondBreak(_ time: Time, shown: Time) throws -> Bool {
    guard let brokenAt = index.brokenAt, shown >= brokenAt, track.timeRange.end > brokenAt,
      track.video?.isStillImage != true
    else { return false }
    guard track.damagePolicy == .conceal else {
      throw MoonreelError(
        .decodingFailed,
        "Cannot read the frame at \(time) of '\(track.path)' (\(track.codecName)): the file breaks off "
          + "at \(brokenAt). Get the whole file, or \(DamagePolicy.advice).", time: time)
    }
    return true
  }

  private var damageSentence: String {
    "Frames of '\(track.path)' are damaged or missing; the last good frame stands in for them."
  }
}
