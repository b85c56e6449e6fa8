// SPDX-License-Identifier: MIT

/// The tables of a track (`stbl`; ISO/IEC 14496-12, 8.6 and 8.7) for packets that lie anywhere in the file.
struct SampleTables {
  /// The tables that are made here.
  static let names: Set<String> = ["stts", "ctts", "stss", "stsz", "stsc", "stco", "co64"]

  private let samples: [MovieSample]
  private let isPlain: Bool
  /// How long each packet lasts, in the order of decoding.
  private var durations: [Int64]
  /// How long all packets last.
  var duration: Int64 { durations.reduce(0, +) }
  /// How long what is shown lasts.
  private(set) var shown: Int64

  /// Tables for `samples`.
  ///
  /// - Parameters:
  ///   - end: up to when the last is shown, from the beginning of what is shown; `nil`: as long as it lasts.
  ///   - mediaTime: where what is shown begins in the media.
  ///   - isPlain: whether it is uncompressed sound, whose packets have a sample for each unit of time.
  init(_ samples: [MovieSample], end: Int64?, mediaTime: Int64, isPlain: Bool) {
    (self.samples, self.isPlain) = (samples, isPlain)
    // Fragments guess how long their last packet lasts: the next one's time says it.
    durations = zip(samples, samples.dropFirst()).map { max(0, $1.decoding - $0.decoding) }
    if let last = samples.last {
      let latest = samples.map { $0.decoding + Int64($0.offset) }.max() ?? 0
      durations.append(end.map { max($0 + mediaTime - latest, 1) } ?? last.duration)
    }
    // In the order of showing the last begins later than in that of decoding.
    let lastOffset = zip(samples, durations).map { $0.decoding + Int64($0.offset) + $1 }.max() ?? 0
    shown = max(0, lastOffset - mediaTime)
  }

  /// All tables in their usual order.
  var boxes: [MovieBox] {
    [times, offsets, keyFrames, chunks.runs, sizes, chunks.places].compactMap { $0 }
  }

  private static func box(
    _ type: String, version: UInt8 = 0, _ entries: Int, _ fill: (inout [UInt8]) -> Void
  )
    -> MovieBox
  {
    var payload: [UInt8] = [version, 0, 0, 0]
    payload.appendBigEndian(UInt64(entries), byteCount: 4)
    fill(&payload)
    return MovieBox(type: type, payload: payload)
  }

  /// Values that follow each other, each with how often it comes.
  private static func runs(_ values: some Sequence<Int64>) -> [(count: UInt64, value: Int64)] {
    var runs: [(count: UInt64, value: Int64)] = []
    for value in values {
      if runs.last?.value == value {
        runs[runs.count - 1].count += 1
      } else {
        runs.append((1, value))
      }
    }
    return runs
  }

  private static func runBox(_ type: String, version: UInt8 = 0, _ values: some Sequence<Int64>)
    -> MovieBox
  {
    let runs = runs(values)
    return box(type, version: version, runs.count) { bytes in
      for run in runs {
        bytes.appendBigEndian(run.count, byteCount: 4)
        bytes.appendBigEndian(UInt64(bitPattern: run.value), byteCount: 4)
      }
    }
  }

  private var times: MovieBox {
    guard isPlain else { return Self.runBox("stts", durations) }
    return Self.box("stts", 1) { bytes in
      bytes.appendBigEndian(UInt64(plainCount), byteCount: 4)
      bytes.appendBigEndian(1, byteCount: 4)
    }
  }

  /// How many moments uncompressed sound has.
  private var plainCount: Int64 { samples.reduce(0) { $0 + $1.duration } }

  /// How much later than decoded packets are shown; `nil` where none is.
  private var offsets: MovieBox? {
    guard samples.contains(where: { $0.offset != 0 }) else { return nil }
    return Self.runBox("ctts", version: 1, samples.lazy.map { Int64($0.offset) })
  }

  /// The packets where decoding can begin; `nil` where that is all of them.
  private var keyFrames: MovieBox? {
    let numbers = samples.indices.filter { samples[$0].isKeyFrame }
    guard numbers.count < samples.count else { return nil }
    return Self.box("stss", numbers.count) { bytes in
      for number in numbers { bytes.appendBigEndian(UInt64(number + 1), byteCount: 4) }
    }
  }

  private var sizes: MovieBox {
    var payload: [UInt8] = [0, 0, 0, 0]
    if isPlain {
      let bytes = samples.reduce(0) { $0 + Int64($1.size) }
      payload.appendBigEndian(UInt64(bytes / max(plainCount, 1)), byteCount: 4)
      payload.appendBigEndian(UInt64(plainCount), byteCount: 4)
      return MovieBox(type: "stsz", payload: payload)
    }
    payload += [0, 0, 0, 0]
    payload.appendBigEndian(UInt64(samples.count), byteCount: 4)
    for sample in samples { payload.appendBigEndian(UInt64(sample.size), byteCount: 4) }
    return MovieBox(type: "stsz", payload: payload)
  }

  /// Packets that lie one after the other, and where each such chunk begins.
  private var chunks: (runs: MovieBox, places: MovieBox) {
    var places: [Int64] = []
    var counts: [Int64] = []
    var next: Int64 = -1
    for sample in samples {
      let count = isPlain ? sample.duration : 1
      if sample.position == next {
        counts[counts.count - 1] += count
      } else {
        places.append(sample.position)
        counts.append(count)
      }
      next = sample.position + Int64(sample.size)
    }
    let changes = counts.indices.filter { $0 == 0 || counts[$0] != counts[$0 - 1] }
    let runs = Self.box("stsc", changes.count) { bytes in
      for index in changes {
        for value in [Int64(index + 1), counts[index], 1] {
          bytes.appendBigEndian(UInt64(value), byteCount: 4)
        }
      }
    }
    let offsets = Self.box("co64", places.count) { bytes in
      for place in places { bytes.appendBigEndian(UInt64(place), byteCount: 8) }
    }
    return (runs, offsets)
  }
}
