// SPDX-License-Identifier: MIT

import CFFmpeg
import CMediaHost
import MoonreelCore

/// Moves the packets of a file whose stamps jump onto one clock (``StampJumps``).
struct StampRepair {
  private let format: FormatContext
  private let gaps: GapPolicy
  private var streams: [Int: [PacketEntry]]
  private let jumps: StampJumps
  /// What is added to every stretch's times, in seconds.
  private var offsets: [Double] = [0]
  /// Stretches that were moved.
  private var moved = 0

  /// Containers that are recorded as they come, without a table of what they hold.
  private static let recorded: Set = [
    "mpegts", "mpeg", "flv", "live_flv", "hls", "ogg", "asf", "rm",
  ]

  /// Containers with a clock of their own: a gap is one, but their stamps never fall back unless files were joined
  /// by their bytes or the recorder was started anew.
  private static let clocked: Set = ["matroska", "webm", "nut"]

  /// Whether the stamps of `format` may jump.
  static func canJump(_ format: FormatContext) -> Bool {
    format.isOne(of: recorded) || format.isOne(of: clocked)
  }

  /// The repaired packets of every stream of `format` and a sentence about it; `nil` where nothing jumps.
  ///
  /// - Parameter sequences: the number of every packet among those of all streams.
  static func run(
    _ format: FormatContext, _ streams: [Int: [PacketEntry]], sequences: [Int: [Int]],
    gaps: GapPolicy
  ) -> (entries: [Int: [PacketEntry]], note: String)? {
    guard canJump(format) else { return nil }
    var repair = StampRepair(format, streams, sequences, gaps)
    guard repair.jumps.count > 1 || !repair.jumps.strays.isEmpty else { return nil }
    repair.findOffsets()
    repair.move()
    repair.mendStrays()
    guard let note = repair.note else { return nil }
    return (repair.streams, note)
  }

  private init(
    _ format: FormatContext, _ streams: [Int: [PacketEntry]], _ sequences: [Int: [Int]],
    _ gaps: GapPolicy
  ) {
    (self.format, self.streams, self.gaps) = (format, streams, gaps)
    var found: [Int: StampJumps.Stream] = [:]
    for (index, entries) in streams {
      let unit = Self.unit(format, index)
      let stamps = zip(entries, sequences[index] ?? []).map { entry, sequence in
        let stamp = entry.decoding == MR_NO_TIME ? entry.presentation : entry.decoding
        return StampJumps.Stamp(
          sequence: sequence, time: stamp == MR_NO_TIME ? nil : Double(stamp) * unit)
      }
      let kind = format.stream(index).pointee.codecpar.pointee.codec_type
      let isContinuous = kind == AVMEDIA_TYPE_VIDEO || kind == AVMEDIA_TYPE_AUDIO
      found[index] = .init(stamps: stamps, isContinuous: isContinuous)
    }
    jumps = StampJumps(found, format.isOne(of: Self.clocked) ? .backwards : .anywhere)
  }

  private static func unit(_ format: FormatContext, _ index: Int) -> Double {
    Rational(positive: format.stream(index).pointee.time_base)?.doubleValue ?? 0.001
  }

  /// Each stretch begins where the longest stream of the one before ends.
  private mutating func findOffsets() {
    var spans = [(start: Double, end: Double)](
      repeating: (.infinity, -.infinity), count: jumps.count)
    for (index, numbers) in jumps.stretches {
      let unit = Self.unit(format, index)
      let entries = streams[index] ?? []
      for (ordinal, stretch) in numbers.enumerated() {
        let entry = entries[ordinal]
        let isStray = jumps.strays[index]?.contains(ordinal) ?? false
        guard entry.presentation != MR_NO_TIME, !isStray else { continue }
        let start = Double(entry.presentation) * unit
        spans[stretch].start = min(spans[stretch].start, start)
        spans[stretch].end = max(spans[stretch].end, start + Double(entry.duration) * unit)
      }
    }
    for stretch in spans.indices.dropFirst() {
      let (before, here) = (spans[stretch - 1], spans[stretch])
      guard before.end.isFinite, here.start.isFinite else {
        offsets.append(offsets[stretch - 1])
        continue
      }
      let closed = before.end + offsets[stretch - 1] - here.start
      let keeps = gaps == .keep && here.start + offsets[stretch - 1] > before.end
      if !keeps { moved += 1 }
      offsets.append(keeps ? offsets[stretch - 1] : closed)
    }
  }

  private mutating func move() {
    for (index, numbers) in jumps.stretches {
      let unit = Self.unit(format, index)
      for (ordinal, stretch) in numbers.enumerated() {
        // holds: each stream whose jumps are known is there.
        shift(&streams[index]![ordinal], by: Int64(limiting: (offsets[stretch] / unit).rounded()))
      }
    }
  }

  /// A packet with a wrong stamp follows the one before it.
  private mutating func mendStrays() {
    for (index, strays) in jumps.strays {
      for ordinal in strays.sorted() where ordinal > 0 {
        // holds: each stream whose jumps are known is there.
        let before = streams[index]![ordinal - 1]
        // holds: each stream whose jumps are known is there.
        let entry = streams[index]![ordinal]
        let stamp = entry.decoding == MR_NO_TIME ? entry.presentation : entry.decoding
        let start = before.decoding == MR_NO_TIME ? before.presentation : before.decoding
        guard start != MR_NO_TIME, stamp != MR_NO_TIME else { continue }
        // holds: each stream whose jumps are known is there.
        shift(&streams[index]![ordinal], by: start &+ max(1, step(index, ordinal)) &- stamp)
      }
    }
  }

  /// How long the packet before `ordinal` lasts: as it says, or as far as its own neighbours lie apart.
  private func step(_ index: Int, _ ordinal: Int) -> Int64 {
    let entries = streams[index] ?? []
    let before = entries[ordinal - 1]
    if before.duration > 0 { return before.duration }
    guard ordinal > 1, before.decoding != MR_NO_TIME,
      entries[ordinal - 2].decoding != MR_NO_TIME
    else { return 1 }
    return before.decoding &- entries[ordinal - 2].decoding
  }

  /// Stamps of damaged files are any numbers, so that sums of them may not fit; what is wrong then is late or early.
  private func shift(_ entry: inout PacketEntry, by shift: Int64) {
    guard shift != 0 else { return }
    if entry.presentation != MR_NO_TIME { entry.presentation &+= shift }
    if entry.decoding != MR_NO_TIME { entry.decoding &+= shift }
    entry.shift &+= shift
  }

  /// What was found, for a warning.
  private var note: String? {
    let strays = jumps.strays.values.reduce(0) { $0 + $1.count }
    var parts: [String] = []
    if moved > 0 {
      parts.append(
        "the time stamps jump \(moved == 1 ? "once" : "\(moved) times"); what follows was moved to join "
          + "what came before")
    }
    if strays > 0 {
      parts.append(
        "\(strays == 1 ? "one time stamp is" : "\(strays) time stamps are") damaged and replaced")
    }
    return parts.isEmpty ? nil : parts.joined(separator: ", and ")
  }
}
