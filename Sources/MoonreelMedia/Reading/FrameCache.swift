// SPDX-License-Identifier: MIT

import MoonreelCore

/// The frames decoded last, by their slot.
///
/// Forwards, two suffice. Once somebody walks backwards, as many are kept as fit into ``byteLimit``: the rest
/// of the group of pictures then need not be decoded again for each step.
struct FrameCache {
  private var frames: [(slot: Int, frame: VideoFrame)] = []
  /// What the frames take.
  private(set) var byteCount = 0
  /// What they may take while somebody walks backwards; four are kept all the same.
  var byteLimit = 96 << 20
  /// How many are kept at least.
  var least = 2
  /// Whether frames are wanted in falling order.
  var isBackwards = false

  /// The frame of `slot`, if it is here at 1 / `shrink` of the size or larger.
  func frame(_ slot: Int, shrink: Int = 1) -> VideoFrame? {
    frames.first { $0.slot == slot && $0.frame.shrink <= shrink }?.frame
  }

  /// Keeps `frame`, and drops the oldest beyond the limit.
  mutating func insert(_ frame: VideoFrame, slot: Int) {
    remove { $0.slot == slot }
    frames.append((slot, frame))
    byteCount += frame.buffer.byteCount
    while isBackwards ? frames.count > 4 && byteCount > byteLimit : frames.count > least {
      byteCount -= frames.removeFirst().frame.buffer.byteCount
    }
  }

  /// Drops frames that are not as large as they were decoded.
  mutating func removeShrunk() { remove { $0.frame.shrink > 1 } }

  private mutating func remove(where isOut: ((slot: Int, frame: VideoFrame)) -> Bool) {
    frames.removeAll(where: isOut)
    byteCount = frames.reduce(0) { $0 + $1.frame.buffer.byteCount }
  }

  /// Keeps `slot`'s frame longest.
  mutating func touch(_ slot: Int) {
    guard let position = frames.firstIndex(where: { $0.slot == slot }) else { return }
    frames.append(frames.remove(at: position))
  }
}

extension FrameBuffer {
  /// About how many bytes the planes take.
  package var byteCount: Int {
    planes.reduce(0) { $0 + abs($1.strideBytes) * $1.size.height }
  }
}
