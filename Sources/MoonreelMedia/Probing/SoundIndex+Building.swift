// SPDX-License-Identifier: MIT

import CFFmpeg
import CMediaHost
import MoonreelCore

extension SoundIndex {
  /// What reading the packets told, without decoding.
  struct Gathered {
    /// How many samples each packet seems to hold.
    var counts: [Int64]
    /// Priming and padding by ordinal.
    var trims: [Int: Trim]
  }

  /// Containers that state when each packet of sound is heard; in the others libav counts the bytes read so
  /// far.
  private static let stamped: Set = [
    "mov", "matroska", "mpegts", "mpeg", "flv", "live_flv", "asf", "nut", "ogg", "hls", "rm",
  ]

  /// The index of stream `stream` of `format`, whose packets are those of `base`.
  ///
  /// - Throws: `MoonreelError` where samples have to be counted by decoding and reading was stopped.
  init(
    _ gathered: Gathered, _ base: StreamIndex, _ format: FormatContext, stream index: Int
  ) throws {
    let stream = format.stream(index)
    let parameters = stream.pointee.codecpar.pointee
    let rate = Int64(max(1, parameters.sample_rate))
    var (counts, trims) = (gathered.counts, gathered.trims)
    var lead: Int64 = 0
    if !PacketDurationMeter.isExact(parameters.codec_id) {
      let found = try SoundCounter.count(format, stream: index, packets: base.entries.count)
      counts = found.samples
      Self.drop(found.priming, from: counts, &trims)
      lead = Int64(found.priming)
    } else if parameters.codec_id == AV_CODEC_ID_VORBIS, let first = counts.first {
      // The first packet only fills the window: nothing comes of it.
      trims[0, default: .init()].start = Int(first)
    }
    if format.isOne(of: ["mov"]) {
      let first = base.entries.first.flatMap { base.time(of: $0.presentation) } ?? .zero
      // Where an edit list starts the sound, stamps begin before zero; iTunes' note moves none.
      if first >= .zero { lead = Self.leadIn(trims) }
      MovieEnd.trim(&trims, counts, base, stream, format, rate: rate, lead: lead)
    }
    let priming = Priming(parameters, base.timeBase, format.formatName)
    // Matroska's delay is not heard, whether or not the first block says so, too.
    if trims[0] == nil || trims[0]?.start == 0 {
      Self.drop(Int(priming.samples), from: counts, &trims)
    }
    let packets = zip(base.entries, counts).map { entry, count in
      Packet(
        stamp: base.time(of: priming.undelayed(entry.presentation)).map {
          $0.value(timescale: rate) - priming.samples - lead
        }, count: count)
    }
    self.init(
      packets: packets, sampleRate: Int(rate), trims: trims,
      tolerance: format.isOne(of: Self.stamped)
        ? Self.tolerance(base.timeBase, rate: Int(rate)) : nil)
  }

  /// How many samples a stamp may lie off: two units, and ten milliseconds for recorders' clocks.
  private static func tolerance(_ timeBase: Rational, rate: Int) -> Int64 {
    let unit = Int64(limiting: (timeBase.doubleValue * Double(rate)).rounded(.up))
    return max(2 * unit, Int64(rate / 100))
  }

  /// Notes in `trims` that the first `count` samples are dropped.
  private static func drop(_ count: Int, from counts: [Int64], _ trims: inout [Int: Trim]) {
    var left = Int64(count)
    for ordinal in counts.indices where left > 0 {
      let part = min(left, counts[ordinal])
      trims[ordinal, default: .init()].start = Int(part)
      left -= part
    }
  }

  /// The samples that are dropped at the beginning; priming may be longer than one packet.
  static func leadIn(_ trims: [Int: Trim]) -> Int64 {
    var sum: Int64 = 0
    var ordinal = 0
    while let trim = trims[ordinal], trim.start > 0, ordinal < 64 {
      sum += Int64(trim.start)
      ordinal += 1
    }
    return sum
  }
}
