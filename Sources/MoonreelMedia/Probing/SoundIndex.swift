// SPDX-License-Identifier: MIT

import CMediaHost
import MoonreelCore

/// Where the samples of every packet of a stream of sound lie, counted at the stream's own rate on the
/// asset's clock.
///
/// The decoder's own counts place the samples; stamps only find them. A packet follows the one before it
/// without a seam unless its stamp and those that follow tell of a gap (``SoundSeams``).
struct SoundIndex: Sendable {
  /// Samples a second of the stream.
  let sampleRate: Int
  /// The first sample of every packet, before trimming.
  let starts: [Int64]
  /// Samples to drop at the beginning and end of some packets (priming and padding), by ordinal.
  let trims: [Int: Trim]
  /// The first sample after the last packet.
  let end: Int64

  /// Samples dropped from one packet.
  struct Trim: Hashable, Sendable {
    var start = 0
    var end = 0
  }

  /// One packet as the scan saw it.
  struct Packet {
    /// The first sample by the time stamp; `nil` where there is none.
    var stamp: Int64?
    /// How many samples it decodes to.
    var count: Int64
  }

  /// An index with every part given.
  init(sampleRate: Int, starts: [Int64], trims: [Int: Trim], end: Int64) {
    (self.sampleRate, self.starts, self.trims, self.end) = (sampleRate, starts, trims, end)
  }

  /// Lays `packets` out one after the other.
  ///
  /// - Parameter tolerance: how many samples a stamp may lie off; `nil` where stamps are only made of what
  ///   was read so far, so that they tell of no gap.
  init(packets: [Packet], sampleRate: Int, trims: [Int: Trim], tolerance: Int64?) {
    var starts: [Int64] = []
    starts.reserveCapacity(packets.count)
    var seams = SoundSeams(tolerance: tolerance)
    var next: Int64?
    for (ordinal, packet) in packets.enumerated() {
      var start = next ?? packet.stamp ?? 0
      let isAfterGap = seams.isSeam(packets[ordinal...].prefix(SoundSeams.witnesses), at: start)
      if isAfterGap, let stamp = packet.stamp { start = stamp }
      starts.append(start)
      seams.note(packet, start: start, isAfterGap: isAfterGap)
      next = start + packet.count
    }
    (self.sampleRate, self.starts, self.trims) = (sampleRate, starts, trims)
    end = max((next ?? 0) - Self.padding(packets, trims), starts.first ?? 0)
  }

  /// The samples that are dropped at the end; they may fill more than the last packet.
  private static func padding(_ packets: [Packet], _ trims: [Int: Trim]) -> Int64 {
    var padding: Int64 = 0
    for (ordinal, packet) in packets.enumerated().reversed() {
      let dropped = Int64(trims[ordinal]?.end ?? 0)
      padding += min(dropped, packet.count)
      if dropped < packet.count || dropped == 0 { break }
    }
    return padding
  }

  /// The first sample that is heard.
  var audibleStart: Int64 {
    (starts.first ?? 0) + Self.leadIn(trims)
  }

  /// The packet that covers `sample`: the last that begins at or before it, at least 0.
  func ordinal(at sample: Int64) -> Int {
    max(0, starts.partitioningIndex { $0 > sample } - 1)
  }
}
