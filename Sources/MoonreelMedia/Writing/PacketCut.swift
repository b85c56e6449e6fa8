// SPDX-License-Identifier: MIT

import MoonreelCore

/// The packets that a stretch of a track needs, and which of them it shows.
///
/// Pictures lean on others: a stretch that begins between key frames needs those from the key frame on,
/// and one that ends within a group may need some that are shown after its end. Sound needs a few packets
/// that warm its decoder up, and begins and ends within packets. What is needed but not shown is *hidden*
/// by an edit list where the container has one.
public struct PacketCut: Sendable {
  /// One packet to copy.
  struct Item: Hashable, Sendable {
    /// Its place in the source's order.
    var ordinal: Int
    /// When it is shown and decoded, and for how long, in the cut's time base on the asset's clock.
    var presentation: Int64
    var decoding: Int64
    var duration: Int64
    /// Whether any of it lies in the cut's range.
    var isShown: Bool
  }

  /// The stretch on the asset's clock.
  public let range: TimeRange
  /// The time of the key frame at which decoding begins, where that is before the range.
  public let leadIn: Time?
  /// Whether pictures are needed that are shown after the range's end.
  public let needsLaterFrames: Bool
  /// The unit of the items' times in seconds.
  let timeBase: Rational
  /// In decoding order; decoding times rise.
  private(set) var items: [Item]

  init(
    range: TimeRange, leadIn: Time?, needsLaterFrames: Bool, timeBase: Rational, items: [Item]
  ) {
    (self.range, self.leadIn, self.needsLaterFrames) = (range, leadIn, needsLaterFrames)
    (self.timeBase, self.items) = (timeBase, items)
  }

  /// Whether a player without edit lists shows the stretch and nothing else.
  public var isExact: Bool { leadIn == nil && !needsLaterFrames }
  /// How many packets it has.
  public var count: Int { items.count }

  /// Samples before the range that the first packet of sound begins.
  public var primingSamples: Int64 { max(0, start - (items.first?.presentation ?? start)) }

  /// Where the range begins, in units of ``timeBase``.
  var start: Int64 { range.start.value(timeBase: timeBase) }
  /// Where the range ends, in units of ``timeBase``.
  var end: Int64 { range.end.value(timeBase: timeBase) }
  /// The first packet in decoding order that is shown from its beginning on.
  private var firstShown: Int? {
    items.firstIndex { $0.isShown && $0.presentation >= start && $0.presentation < end }
  }
  /// How long before the range begins its first packet that is shown is decoded.
  var decodingLead: Int64 { firstShown.map { start - items[$0].decoding } ?? 0 }

  /// The same packets, the first that is shown decoded `lead` units before the range begins and those
  /// before it earlier still; unchanged where it would be decoded later than now.
  ///
  /// libav's demuxer lays the *decoding* times of every edit end to end: only where all begin equally
  /// early do its presentation times come out right.
  func decoded(aheadBy lead: Int64) -> PacketCut {
    guard let first = firstShown, lead > decodingLead else { return self }
    var result = self
    var limit = start - lead
    for index in (0...first).reversed() {
      result.items[index].decoding = min(items[index].decoding, limit)
      limit = result.items[index].decoding - 1
    }
    return result
  }

  /// The earliest time of any packet.
  var earliest: Int64? { items.lazy.map { min($0.decoding, $0.presentation) }.min() }
  /// When the last packet is over.
  var latest: Int64? { items.lazy.map { max($0.decoding, $0.presentation) + $0.duration }.max() }
}
