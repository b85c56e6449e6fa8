// SPDX-License-Identifier: MIT

import CFFmpeg
import CMediaHost
import MoonreelCore

/// Where the sound of an MP4 or MOV file ends: coders fill the last packet, and libav hands the filling on.
/// The table of durations (`stts`) says how much of that packet counts, an edit list or iTunes' note
/// (`iTunSMPB`) how much of the whole.
enum MovieEnd {
  /// Edit lists count in units of the movie, which are milliseconds in most files.
  private static let editUnit = Time(flicks: Time.flicksPerSecond / 1000)

  /// Notes in `trims` which samples at the end are filling.
  ///
  /// - Parameters:
  ///   - counts: how many samples each packet decodes to.
  ///   - rate: samples a second.
  ///   - lead: how many samples stamps have to be moved forward.
  static func trim(
    _ trims: inout [Int: SoundIndex.Trim], _ counts: [Int64], _ base: StreamIndex,
    _ stream: UnsafeMutablePointer<AVStream>, _ format: FormatContext, rate: Int64, lead: Int64
  ) {
    guard let last = counts.indices.last, counts[last] > 0 else { return }
    let entry = base.entries[last]
    let stated = base.duration(of: entry.duration).value(timescale: rate)
    var filling = stated > 0 ? max(0, counts[last] - stated) : 0
    if let start = base.time(of: entry.presentation),
      let end = Truncation.claimedEnd(of: stream, base, format)
    {
      let coded = start.value(timescale: rate) - lead + counts[last]
      let cut = end.value(timescale: rate)
      let slack = editUnit.value(timescale: rate)
      if coded - cut > filling + slack { filling = coded - cut }
    }
    drop(max(filling, iTunesPadding(format)), from: counts, &trims)
  }

  /// The padding that iTunes notes: the third of a row of hexadecimal numbers, after a zero and the priming.
  private static func iTunesPadding(_ format: FormatContext) -> Int64 {
    let note = Prober.tags(format.context.pointee.metadata)["itunsmpb"] ?? ""
    let words = note.split(separator: " ")
    guard words.count >= 4, let padding = Int64(words[2], radix: 16) else { return 0 }
    return min(max(0, padding), 1 << 16)
  }

  private static func drop(
    _ count: Int64, from counts: [Int64], _ trims: inout [Int: SoundIndex.Trim]
  ) {
    var left = count
    // More than two packets are no filling but a part that an edit list leaves out elsewhere.
    for ordinal in counts.indices.suffix(2).reversed() where left > 0 {
      let part = min(left, counts[ordinal])
      trims[ordinal, default: .init()].end = max(trims[ordinal]?.end ?? 0, Int(part))
      left -= part
    }
  }
}
