// SPDX-License-Identifier: MIT

import MoonreelCore

/// The frames decoded last, by their slot.
///
/// Forwards, two suffice. Once somebody walks backwards, as many are kept as fit into 96 MiB: the rest
/// of the group of pictures then need not be decoded again for each step.
struct FrameCache {
  private var frames: [(slot: Int, frame: VideoFrame)] = []
  /// How many are kept at least.
  var least = 2
  /// Whether frames are wanted in falling order.
  var isBackwards = false

  /// The frame of `slot`, if it is here.
  func frame(_ slot: Int) -> VideoFrame? { frames.first { $0.slot == slot }?.frame }

  /// Keeps `frame`, and drops the oldest beyond the limit.
  mutating func insert(_ frame: VideoFrame, slot: Int) {
    frames.removeAll { $0.slot == slot }
    frames.append((slot, frame))
    let limit = isBackwards ? max(4, (96 << 20) / max(1, frame.buffer.byteCount)) : least
    while frames.count > limit { frames.removeFirst() }
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
