// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia
import MoonreelModel

/// One track being read: finds its segments, and keeps what each of them needs.
final class TrackCursor {
  let track: Track
  /// The number of the first segment's use; the others follow.
  private let firstUse: Int
  /// Readers of nested timelines by segment index.
  let children: [Int: CompositionReader]
  private var keys: [Int: ReaderUse.Key] = [:]
  private var current = 0
  private var timed: (segment: Int, text: TimedText)?

  /// The entries of a segment, and whether some of them are left out because they are damaged.
  typealias TimedText = (samples: [TimedSample], isDamaged: Bool)

  init(track: Track, firstUse: Int, children: [Int: CompositionReader]) {
    (self.track, self.firstUse, self.children) = (track, firstUse, children)
  }

  /// The index of the segment at `time` that shows something.
  func segmentIndex(at time: Time) -> Int? {
    let segments = track.segments
    if !segments.indices.contains(current) || !segments[current].targetRange.contains(time) {
      current = segments.partitioningIndex { $0.targetRange.end > time }
    }
    guard current < segments.count, segments[current].targetRange.contains(time),
      !segments[current].isEmpty
    else { return nil }
    return current
  }

  /// Names the use of segment `index` that asks in `lane`.
  func use(of index: Int, lane: Int = 0) -> ReaderUse.ID {
    ReaderUse.ID(number: firstUse + index, lane: lane)
  }

  /// What finds the decoder of segment `index`.
  func key(of index: Int, _ asset: AssetTrack) -> ReaderUse.Key {
    if let key = keys[index] { return key }
    let key = ReaderUse.Key(asset)
    keys[index] = key
    return key
  }

  /// The entries of segment `index` of a metadata or subtitle track, read once; damage is told then.
  func text(of index: Int, _ asset: AssetTrack, gate: FileGate, warnings: WarningLog?) throws
    -> TimedText
  {
    if let timed, timed.segment == index { return timed.text }
    let reader = try TimedTextReader(track: asset, gate: gate, warnings: warnings)
    let samples = try reader.samples(in: track.segments[index].sourceRange)
    let text = (samples, reader.leftOutCount > 0)
    timed = (index, text)
    return text
  }
}
