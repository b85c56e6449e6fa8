// SPDX-License-Identifier: MIT

import MoonreelCore

/// Where the packets of one track's pieces lie on the file's media time, and which stretches of it are
/// shown when: the track's edit list (ISO/IEC 14496-12, 8.6.6).
///
///     media    |k··AAAAa|k·BBBBB|      k: key frame, ·: hidden lead-in, a: needed after the cut
///     shown        AAAA BBBBB
struct PacketLayout {
  /// One stretch that is shown.
  struct Edit: Hashable {
    /// When, on the output's clock.
    var shown: TimeRange
    /// From which unit of media time on.
    var mediaStart: Int64
    /// Up to which unit.
    var mediaEnd: Int64
  }

  /// The unit of media time in seconds.
  let timeBase: Rational
  /// In the order of the output.
  private(set) var edits: [Edit] = []
  /// How long before each edit begins its first shown packet is decoded; ``expect(_:)`` sets it.
  private var decodingLead: Int64?
  private var lastDecoding: Int64?
  /// When everything placed so far is over.
  private var end: Int64 = 0

  /// An empty track.
  init(timeBase: Rational) { self.timeBase = timeBase }

  /// Prepares for `cuts`, all that will be placed.
  mutating func expect(_ cuts: [PacketCut]) {
    decodingLead = cuts.map { units($0.decodingLead, of: $0) }.max()
  }

  /// Takes `cut`, shown from `time` on, after everything before.
  ///
  /// - Returns: its packets as they are to be written, but for the units of media time by which they are
  ///   moved.
  mutating func place(_ cut: PacketCut, at time: Time) -> (cut: PacketCut, shift: Int64) {
    let lead = decodingLead ?? units(cut.decodingLead, of: cut)
    decodingLead = lead
    let follows = edits.last.map { $0.shown.end == time } ?? false
    if follows, isTidy, !cut.items.contains(where: { !$0.isShown }), let last = edits.last {
      let shift = last.mediaEnd - units(cut.start, of: cut)
      if let first = cut.items.first, units(first.decoding, of: cut) + shift > lastDecoding ?? .min
      {
        note(cut, shift, at: time, joins: true)
        return (cut, shift)
      }
    }
    let early = cut.timeBase == timeBase ? cut.decoded(aheadBy: lead) : cut
    let shift =
      edits.isEmpty
      ? time.value(timeBase: timeBase) - units(cut.start, of: cut)
      : end - units(early.earliest ?? cut.start, of: cut)
    note(early, shift, at: time, joins: false)
    return (early, shift)
  }

  /// Whether nothing hidden lies after the last edit.
  private var isTidy: Bool { edits.last.map { end <= $0.mediaEnd } ?? true }

  private mutating func note(_ cut: PacketCut, _ shift: Int64, at time: Time, joins: Bool) {
    let shown = TimeRange(start: time, duration: cut.range.duration)
    let mediaEnd = units(cut.end, of: cut) + shift
    if joins, !edits.isEmpty {
      edits[edits.count - 1].shown = edits[edits.count - 1].shown.union(shown)
      edits[edits.count - 1].mediaEnd = mediaEnd
    } else {
      edits.append(
        Edit(shown: shown, mediaStart: units(cut.start, of: cut) + shift, mediaEnd: mediaEnd))
    }
    end = max(end, cut.latest.map { units($0, of: cut) + shift } ?? end, mediaEnd)
    lastDecoding = cut.items.last.map { units($0.decoding, of: cut) + shift } ?? lastDecoding
  }

  /// `value` of the cut's units in the track's.
  func units(_ value: Int64, of cut: PacketCut) -> Int64 {
    if cut.timeBase == timeBase { return value }
    return (try? Time(value: value, timeBase: cut.timeBase))?.value(timeBase: timeBase) ?? 0
  }
}
