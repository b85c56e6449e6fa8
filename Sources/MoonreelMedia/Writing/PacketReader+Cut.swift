// SPDX-License-Identifier: MIT

import CFFmpeg
import CMediaHost
import MoonreelCore

extension PacketReader {
  /// The packets that `range` of the asset's clock needs.
  ///
  /// - Parameters:
  ///   - canHide: whether the output can hide what is needed but not shown. Where it cannot, sound has
  ///     whole packets from the first that begins in the range.
  ///   - canPrime: whether the output can hide what comes before its first sound, and nothing else.
  ///   - isFirst: whether the output begins with it: the file's own priming then goes along.
  /// - Complexity: O(packets in the range); nothing is read.
  public func cut(
    _ range: TimeRange, canHide: Bool, canPrime: Bool = false, isFirst: Bool = true
  ) -> PacketCut {
    if let sound = index.sound {
      return soundCut(range, sound, canHide: canHide || canPrime && isFirst, isFirst: isFirst)
    }
    return pictureCut(range, canHide: canHide)
  }

  // MARK: Pictures

  private func pictureCut(_ range: TimeRange, canHide: Bool) -> PacketCut {
    let half = index.halfUnit
    let shown = shownOrdinals(range, canHide: canHide)
    guard let last = shown.max(), let first = shown.map(index.syncPoint).min() else {
      return PacketCut(
        range: range, leadIn: nil, needsLaterFrames: false, timeBase: timeBase, items: [])
    }
    let key = time(of: first) ?? range.start
    let items = (first...last).compactMap { ordinal -> PacketCut.Item? in
      // What is shown before the key frame hangs on packets before it.
      let time = time(of: ordinal) ?? key
      guard shown.contains(ordinal) || time >= key else { return nil }
      return item(
        ordinal, isShown: shown.contains(ordinal), notBefore: canHide ? range.start : nil)
    }
    let isLate = items.contains { !$0.isShown && (time(of: $0.ordinal) ?? key) >= range.end - half }
    let hasLead = items.contains {
      !$0.isShown && (time(of: $0.ordinal) ?? key) < range.start - half
    }
    return PacketCut(
      range: range, leadIn: hasLead ? key : nil, needsLaterFrames: isLate, timeBase: timeBase,
      items: Self.withDecodingTimes(items))
  }

  /// The packets whose pictures are on screen within `range`; half a unit is forgiven.
  private func shownOrdinals(_ range: TimeRange, canHide: Bool) -> Set<Int> {
    let half = index.halfUnit
    var first = index.slot(before: range.start - half) + 1
    while first < index.slots.count, index.slots[first].time < range.start - half { first += 1 }
    // An edit list can begin in the middle of a picture.
    if canHide, first > 0,
      first >= index.slots.count || index.slots[first].time > range.start + half
    {
      first -= 1
    }
    guard first < index.slots.count else { return [] }
    return Set(index.slots[first...].prefix { $0.time < range.end - half }.map(\.ordinal))
  }

  /// - Parameter start: where the range begins. A picture that is on screen there and began before is shown from
  ///   there on: libav's demuxer begins an edit with a whole picture, and would show all later ones too early.
  private func item(_ ordinal: Int, isShown: Bool, notBefore start: Time?) -> PacketCut.Item {
    let entry = index.entries[ordinal]
    let zero = index.presentationZero.value(timeBase: timeBase)
    var presentation =
      entry.presentation == MR_NO_TIME
      ? (time(of: ordinal) ?? .zero).value(timeBase: timeBase) : entry.presentation - zero
    if isShown, let start { presentation = max(presentation, start.value(timeBase: timeBase)) }
    return PacketCut.Item(
      ordinal: ordinal, presentation: presentation,
      decoding: entry.decoding == MR_NO_TIME ? MR_NO_TIME : entry.decoding - zero,
      duration: entry.duration, isShown: isShown)
  }

  /// `items` with decoding times where the file has none: the presentation times in rising order, early
  /// enough that nothing is shown before it is decoded.
  private static func withDecodingTimes(_ items: [PacketCut.Item]) -> [PacketCut.Item] {
    guard items.contains(where: { $0.decoding == MR_NO_TIME }) else { return items }
    let sorted = items.map(\.presentation).sorted()
    let delay = zip(sorted, items).map { $0 - $1.presentation }.max() ?? 0
    return zip(sorted, items).map { time, item in
      var item = item
      item.decoding = time - delay
      return item
    }
  }

  // MARK: Sound

  private func soundCut(
    _ range: TimeRange, _ sound: SoundIndex, canHide: Bool, isFirst: Bool
  ) -> PacketCut {
    let base = Rational(1, Int64(sound.sampleRate))
    let (start, end) = (range.start.value(timeBase: base), range.end.value(timeBase: base))
    let lead = warmUp(range, canHide: canHide, isFirst: isFirst)
    var first = sound.ordinal(at: start - lead)
    if canHide {
      while first > 0, !index.entries[first].isKeyFrame { first -= 1 }
    } else if sound.starts[first] < start - lead {
      first += 1
    }
    let items = (first..<max(first, sound.starts.count)).lazy
      .prefix { sound.starts[$0] < end }
      .map { Self.soundItem($0, sound, start: start, end: end) }
    return PacketCut(
      range: range, leadIn: nil, needsLaterFrames: false, timeBase: base, items: Array(items))
  }

  private static func soundItem(
    _ ordinal: Int, _ sound: SoundIndex, start: Int64, end: Int64
  ) -> PacketCut.Item {
    let begin = sound.starts[ordinal]
    let next = ordinal + 1 < sound.starts.count ? sound.starts[ordinal + 1] : sound.end
    return PacketCut.Item(
      ordinal: ordinal, presentation: begin, decoding: begin, duration: min(next, end) - begin,
      isShown: next > start)
  }

  /// Samples before the range that its first packet's decoder needs.
  private func warmUp(_ range: TimeRange, canHide: Bool, isFirst: Bool) -> Int64 {
    let parameters = parameters.parameters.pointee
    let standsAlone =
      parameters.codec_id == AV_CODEC_ID_FLAC
      || av_get_exact_bits_per_sample(parameters.codec_id) > 0
    if standsAlone { return 0 }
    let priming = Int64(parameters.initial_padding)
    if canHide { return max(Int64(parameters.seek_preroll), 2048, priming) }
    return isFirst && range.start <= .zero ? priming : 0
  }
}
