// SPDX-License-Identifier: MIT

import MoonreelCore

/// Packets of a track that cannot be decoded whole, near to each other.
public struct DamagedStretch: Hashable, Sendable, CustomStringConvertible {
  /// The track's identifier.
  public var trackID: Int
  /// What the track holds.
  public var mediaType: MediaType
  /// What may look or sound wrong, on the asset's clock: from the first of the packets to the end of the last or,
  /// for pictures, to the key frame after it, as others lean on what is damaged.
  public var timeRange: TimeRange
  /// How many packets are damaged.
  public var packetCount: Int

  /// For example `"track 1 (video): 3 packets, from 1.200 s to 2.000 s"`.
  public var description: String {
    "track \(trackID) (\(mediaType.rawValue)): \(packetCount == 1 ? "1 packet" : "\(packetCount) packets"), "
      + "from \(timeRange.start) to \(timeRange.end)"
  }
}
