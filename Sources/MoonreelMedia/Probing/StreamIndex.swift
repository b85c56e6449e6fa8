// SPDX-License-Identifier: MIT

import CMediaHost
import MoonreelCore

/// One packet of a stream as it lies in the file, in the stream's own units.
struct PacketEntry: Hashable, Sendable {
  /// When it is presented, on one continuous clock; `MR_NO_TIME` where the file does not say.
  var presentation: Int64
  /// When it is decoded, on the same clock; `MR_NO_TIME` where the file does not say.
  var decoding: Int64
  /// How long it lasts; 0 where the file does not say.
  var duration: Int64
  /// The byte at which it lies, or -1.
  var position: Int64
  /// Its bytes.
  var size: Int32
  /// Whether decoding can start here.
  var isKeyFrame: Bool
  /// Whether an edit list cuts its picture or sound away, though it has to be decoded.
  var isDiscarded: Bool
  /// What was added to the file's own stamps to get times on one clock, where they jump.
  var shift: Int64 = 0

  /// The file's own stamps, the presentation's and the decoding's.
  var stamps: (presentation: Int64, decoding: Int64) {
    func stamp(_ time: Int64) -> Int64 { time == MR_NO_TIME ? time : time - shift }
    return (stamp(presentation), stamp(decoding))
  }
}

/// All packets of one stream in the file's order, found by reading the file through once.
///
/// Random access stands on this: a frame is known by the *ordinal* of its packet, not by a time stamp
/// that a decoder may guess differently after a jump.
final class StreamIndex: Sendable {
  /// One frame in the order of presentation.
  struct Slot: Hashable, Sendable {
    /// When it appears, on the asset's clock.
    var time: Time
    /// The packet it comes from.
    var ordinal: Int
  }

  /// The packets in the file's order.
  let entries: [PacketEntry]
  /// The unit of the packets' times in seconds.
  let timeBase: Rational
  /// What is taken off the stream's times to get the asset's clock.
  let presentationZero: Time
  /// The frames in the order of presentation; of streams of pictures only.
  let slots: [Slot]
  /// The slot of every packet of pictures; -1 where nothing is shown of it.
  let slotOfOrdinal: [Int32]
  /// The ordinals at which decoding can start, ascending; never empty where there are packets.
  let syncPoints: [Int]
  /// The first time that is not covered though the file says it should be; `nil` for whole files.
  let brokenAt: Time?
  /// What every packet of sound covers; of sound only.
  let sound: SoundIndex?

  /// An index with every part given.
  init(
    entries: [PacketEntry], timeBase: Rational, presentationZero: Time, slots: [Slot],
    syncPoints: [Int], brokenAt: Time?, sound: SoundIndex? = nil
  ) {
    (self.entries, self.timeBase, self.presentationZero) = (entries, timeBase, presentationZero)
    (self.slots, self.syncPoints) = (slots, syncPoints.isEmpty ? [0] : syncPoints)
    (self.brokenAt, self.sound) = (brokenAt, sound)
    var numbers = [Int32](repeating: -1, count: slots.isEmpty ? 0 : entries.count)
    // holds: an index has 2²⁹ packets at most.
    for (slot, entry) in slots.enumerated() { numbers[entry.ordinal] = Int32(slot) }
    slotOfOrdinal = numbers
  }

  /// The unit's half in flicks: how early a frame may be wanted and still be due (the half-unit rule).
  var halfUnit: Time {
    Time(flicks: Time.flicksPerSecond)
      .multiplied(by: timeBase.numerator, dividedBy: timeBase.denominator * 2, rounding: .down)
  }

  /// The slot on screen at `time`: the last whose time is at most `time` plus half a unit; -1 before
  /// the first.
  func slot(at time: Time) -> Int { lastSlot { $0.time <= time + halfUnit } }

  /// The last slot that begins strictly before `time`, by more than half a unit; -1 where none does.
  func slot(before time: Time) -> Int { lastSlot { $0.time + halfUnit < time } }

  private func lastSlot(where holds: (Slot) -> Bool) -> Int {
    slots.partitioningIndex { !holds($0) } - 1
  }

  /// Where decoding has to start for the packet `ordinal`: the last sync point that is neither decoded
  /// nor presented after it.
  func syncPoint(for ordinal: Int) -> Int {
    var index = syncIndex(atOrBefore: ordinal)
    while index > 0, isPresented(syncPoints[index], after: ordinal) { index -= 1 }
    return syncPoints[index]
  }

  /// Whether packet `first` is shown after packet `second`, as far as that is known: by the order of
  /// their frames, or by their stamps where one is not shown.
  private func isPresented(_ first: Int, after second: Int) -> Bool {
    if !slotOfOrdinal.isEmpty, slotOfOrdinal[first] >= 0, slotOfOrdinal[second] >= 0 {
      return slotOfOrdinal[first] > slotOfOrdinal[second]
    }
    let (start, wanted) = (entries[first].presentation, entries[second].presentation)
    return start != MR_NO_TIME && wanted != MR_NO_TIME && start > wanted
  }

  /// The index in ``syncPoints`` of the last one at or before `ordinal`, at least 0.
  func syncIndex(atOrBefore ordinal: Int) -> Int {
    max(0, syncPoints.partitioningIndex { $0 > ordinal } - 1)
  }

  /// The first slot of a frame whose packet lies at or behind `ordinal`, as far as reordering reaches.
  func firstSlot(from ordinal: Int) -> Int {
    guard let shown = slotOfOrdinal[ordinal...].prefix(64).filter({ $0 >= 0 }).min() else {
      return 0
    }
    return Int(shown)
  }

  /// The time of `value` units on the asset's clock; `nil` for no time.
  func time(of value: Int64) -> Time? {
    guard value != MR_NO_TIME, let time = try? Time(value: value, timeBase: timeBase) else {
      return nil
    }
    return time - presentationZero
  }

  /// How long frame `slot` stays: until the next, or as its packet says; `nil` where that is not known.
  func duration(ofSlot slot: Int) -> Time? {
    if slot + 1 < slots.count { return slots[slot + 1].time - slots[slot].time }
    let own = duration(of: entries[slots[slot].ordinal].duration)
    return own > .zero ? own : nil
  }

  /// `value` units as a duration.
  func duration(of value: Int64) -> Time { (try? Time(value: value, timeBase: timeBase)) ?? .zero }
}
