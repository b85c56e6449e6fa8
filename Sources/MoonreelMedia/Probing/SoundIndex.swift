// SPDX-License-Identifier: MIT

import CMediaHost
import MoonreelCore

/// Where the samples of every packet of a stream of sound lie, counted at the stream's own rate on the
/// asset's clock.
///
/// Time stamps in milliseconds say only roughly where a packet begins. So a packet follows the one
/// before it without a seam unless its stamp and those that follow say clearly otherwise.
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

  /// Lays `packets` out one after the other.
  ///
  /// - Parameter tolerance: how many samples stamps may lie off before they are believed.
  init(packets: [Packet], sampleRate: Int, trims: [Int: Trim], tolerance: Int64) {
    var starts: [Int64] = []
    starts.reserveCapacity(packets.count)
    var expected: Int64?
    for (ordinal, packet) in packets.enumerated() {
      var start = expected ?? packet.stamp ?? 0
      if let stamp = packet.stamp, abs(stamp - start) > tolerance,
        Self.isSeam(packets[ordinal...].prefix(8), after: start, tolerance: tolerance)
      {
        start = stamp
      }
      starts.append(start)
      expected = start + packet.count
    }
    (self.sampleRate, self.starts, self.trims) = (sampleRate, starts, trims)
    let padding = trims[packets.count - 1]?.end ?? 0
    end = max((expected ?? 0) - Int64(padding), starts.first ?? 0)
  }

  /// Whether sound really breaks off before `packets`: all of them lie off to the same side. A single
  /// stamp that lies off is a recorder's or muxer's inaccuracy.
  private static func isSeam(
    _ packets: ArraySlice<Packet>, after start: Int64, tolerance: Int64
  ) -> Bool {
    var expected = start
    var sides: Set<Int> = []
    for packet in packets {
      if let stamp = packet.stamp {
        let distance = stamp - expected
        sides.insert(abs(distance) <= tolerance ? 0 : distance.signum() == 1 ? 1 : -1)
      }
      expected += packet.count
    }
    return sides.count == 1 && !sides.contains(0)
  }

  /// The first sample that is heard.
  var audibleStart: Int64 {
    guard let first = starts.first else { return 0 }
    var skipped: Int64 = 0
    // Priming may be longer than one packet.
    for ordinal in 0..<min(starts.count, 64) {
      guard let trim = trims[ordinal], trim.start > 0 else { break }
      skipped += Int64(trim.start)
    }
    return first + skipped
  }

  /// The packet that covers `sample`: the last that begins at or before it, at least 0.
  func ordinal(at sample: Int64) -> Int {
    max(0, starts.partitioningIndex { $0 > sample } - 1)
  }
}
