// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia

/// The latest frames of the streams that are asked for other times than the one that is drawn: what an echo
/// asks for was shown a moment ago.
struct KeptFrames {
  private var frames: [(key: ReaderUse.Key, frame: VideoFrame)] = []
  private var keys: Set<ReaderUse.Key> = []
  private var byteCount = 0
  /// A second of 1080p.
  private static let limit = 96 << 20

  /// From now on frames of `key` are kept.
  mutating func begin(_ key: ReaderUse.Key) { keys.insert(key) }

  /// Keeps `frame` where its stream's frames are kept, and lets go of the oldest that are too many.
  mutating func insert(_ frame: VideoFrame, of key: ReaderUse.Key) {
    guard keys.contains(key), frame.shrink == 1, !frame.isStandIn,
      !frames.contains(where: { $0.key == key && $0.frame.time == frame.time })
    else { return }
    frames.append((key, frame))
    byteCount += frame.buffer.byteCount
    while byteCount > Self.limit, let first = frames.first {
      byteCount -= first.frame.buffer.byteCount
      frames.removeFirst()
    }
  }

  /// The frame that `wish` means, where it is here beyond doubt: a quarter of its time is left to spare,
  /// more than the half unit by which the next may come early.
  func frame(of key: ReaderUse.Key, for wish: FrameWish) -> VideoFrame? {
    guard !wish.isBefore, keys.contains(key) else { return nil }
    return frames.last { kept in
      guard kept.key == key, let duration = kept.frame.duration else { return false }
      let passed = wish.time - kept.frame.time
      return passed >= .zero && passed.flicks < duration.flicks - duration.flicks / 4
    }?.frame
  }

  /// Lets go of all but the streams of `keys`.
  mutating func keepOnly(_ keys: Set<ReaderUse.Key>) {
    guard !self.keys.isSubset(of: keys) else { return }
    self.keys.formIntersection(keys)
    frames.removeAll { !keys.contains($0.key) }
    byteCount = frames.reduce(0) { $0 + $1.frame.buffer.byteCount }
  }
}
