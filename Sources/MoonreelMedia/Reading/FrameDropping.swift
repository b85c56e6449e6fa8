// SPDX-License-Identifier: MIT

import MoonreelCore

/// Decides which frames need not be decoded: nobody asks for them, and no other frame is decoded from them.
///
/// Whether others lean on a frame is known to the decoder alone, once it sees the packet; it is told
/// which packets it may drop on that condition.
struct FrameDropping {
  /// Whether frames may be dropped at all.
  var isAllowed: Bool
  /// The slots behind the wanted one that nobody is going to ask for.
  var unwanted = 0..<0
  /// Slots that may have been dropped though the wanted one lay before them.
  private var ahead: Set<Int> = []
  /// Whether any frame may have been dropped since the decoder began anew.
  private(set) var hasDropped = false

  /// Frames of `track` are dropped where its codec marks those that none leans on, beyond doubt: in HEVC
  /// the mark holds within a temporal layer only. The fields of interlaced frames need their neighbours.
  init(_ track: AssetTrack) {
    let codecs: Set<String> = ["h264", "mpeg1video", "mpeg2video"]
    isAllowed =
      codecs.contains(track.codecName) && track.video?.fieldOrder == nil
      && track.video?.deinterlacing != .always
  }

  /// Whether the frame of `slot` may be dropped on the way to `wanted`, as is noted then.
  mutating func drops(_ slot: Int, wanted: Int) -> Bool {
    guard isAllowed, slot >= 0, slot < wanted || unwanted.contains(slot) else { return false }
    if slot > wanted {
      // Those behind the wanted one are of no account any more.
      ahead = ahead.filter { $0 > wanted }
      ahead.insert(slot)
    }
    hasDropped = true
    return true
  }

  /// Whether the frame of `slot`, which lies ahead, may not come out of the decoder.
  func mayMiss(_ slot: Int) -> Bool { ahead.contains(slot) }

  /// The decoder begins anew.
  mutating func begin() {
    ahead = []
    hasDropped = false
  }
}
