// SPDX-License-Identifier: MIT

import MoonreelCore

/// In what two films differ.
public struct FilmDifference: Sendable {
  /// Frames that both have and that differ, by their numbers; ranges in order that do not touch. All of them where size,
  /// colours or rate differ.
  public let changed: [Range<Int64>]
  /// Frames of the new film beyond the old one's end.
  public let added: Range<Int64>
  /// Frames of the old film beyond the new one's end.
  public let removed: Range<Int64>
  /// Stretches of sound that differ, on the clocks of both; where one film ends earlier, only up to there.
  public let sound: [TimeRange]
  /// Whether only one film has sound, or they have different rates, channels or tracks.
  public let hasOtherSound: Bool
  /// Whether size or colours of the pictures differ, or only one has any.
  public let hasOtherLook: Bool
  /// Whether the rates differ.
  public let hasOtherRate: Bool
  /// Whether one is longer.
  public let hasOtherDuration: Bool

  /// Compares `old` with `new`.
  public init(from old: FilmDigests, to new: FilmDigests) {
    hasOtherLook = old.look != new.look
    hasOtherRate = !old.frames.isEmpty && !new.frames.isEmpty && old.frameRate != new.frameRate
    hasOtherDuration = old.duration != new.duration
    let (before, after) = (Int64(old.frames.count), Int64(new.frames.count))
    let common = min(before, after)
    (added, removed) = (common..<after, common..<before)
    let isOther = hasOtherLook || hasOtherRate
    changed = Self.ranges(common) { index in
      let (first, second) = (old.frames[Int(index)], new.frames[Int(index)])
      // Times may be a track's own, so frames of one number need not be of one time.
      return isOther || first == nil || first != second
        || old.time(ofFrame: index) != new.time(ofFrame: index)
    }
    hasOtherSound = old.sound?.formats != new.sound?.formats
    sound = Self.sound(old.sound, new.sound)
  }

  /// Whether nothing differs.
  public var isEmpty: Bool {
    changed.isEmpty && added.isEmpty && removed.isEmpty && sound.isEmpty && !hasOtherSound
      && !hasOtherLook && !hasOtherRate && !hasOtherDuration
  }

  /// How many of the frames that both have differ.
  public var changedCount: Int64 { changed.reduce(0) { $0 + Int64($1.count) } }

  private static func sound(_ old: SoundDigests?, _ new: SoundDigests?) -> [TimeRange] {
    guard let old, let new, old.formats == new.formats else { return [] }
    let common = Int64(min(old.blocks.count, new.blocks.count))
    return ranges(common) { index in
      let index = Int(index)
      return old.blocks[index] != new.blocks[index]
        || old.time(ofBlock: index) != new.time(ofBlock: index)
    }.map { range in
      let start = new.time(ofBlock: Int(range.lowerBound))
      return TimeRange(start: start, end: max(start, new.time(ofBlock: Int(range.upperBound))))
    }
  }

  /// The numbers below `count` for which `differs` holds, neighbours together.
  private static func ranges(_ count: Int64, _ differs: (Int64) -> Bool) -> [Range<Int64>] {
    var ranges: [Range<Int64>] = []
    for index in 0..<max(0, count) where differs(index) {
      if let last = ranges.last, last.upperBound == index {
        ranges[ranges.count - 1] = last.lowerBound..<index + 1
      } else {
        ranges.append(index..<index + 1)
      }
    }
    return ranges
  }
}
