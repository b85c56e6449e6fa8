// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelExport

/// One item played from one of its times to another at one rate. Runs follow each other without a gap.
struct Run: Sendable {
  let id: Int
  let item: PlayerItem
  let info: FilmInfo
  let base: Timebase
  /// Where it ends, in its direction.
  let end: Time
  /// How many rounds of a loop lie before it.
  var round: Int
  /// Where a round ends, at its own end or, of the last round, in it; `nil`: it plays no round.
  var roundEnd: Time?

  private var times: FilmFrameTimes { info.times }

  /// When it ends on the player's clock.
  var endHost: Time { base.host(at: end) }

  /// The item's time at `host`; it does not leave the run.
  func time(at host: Time) -> Time {
    base.time(at: host).clamped(to: min(base.time, end)...max(base.time, end))
  }

  /// How many rounds were played to their end when it has reached `time` of the item.
  func roundCount(at time: Time) -> Int {
    guard let roundEnd else { return round }
    return (base.isBackwards ? time <= roundEnd : time >= roundEnd) ? round + 1 : round
  }

  /// When frame `index` is due.
  func due(_ index: Int64) -> Time {
    let time = times.time(ofFrame: base.isBackwards ? index + 1 : index)
    return max(base.host, base.host(at: time))
  }

  var firstIndex: Int64 { info.frame(at: base.time, isBackwards: base.isBackwards) }

  func following(_ index: Int64) -> Int64 { base.isBackwards ? index - 1 : index + 1 }

  /// Whether `index` lies after the last frame.
  func isBeyond(_ index: Int64) -> Bool {
    if times.count == 0 || base.time == end { return true }
    return base.isBackwards ? index < lastIndex : index > lastIndex
  }

  var lastIndex: Int64 {
    if base.time == end { return firstIndex }
    return base.isBackwards ? times.frame(at: end) : times.frame(before: end)
  }

  /// The first frame that is due at `host` or later.
  func index(dueFrom host: Time) -> Int64 {
    let time = base.time(at: host)
    let index = info.frame(at: time, isBackwards: base.isBackwards)
    return due(index) < host ? following(index) : index
  }
}

/// What is known of an item once it is open.
struct FilmInfo: Sendable {
  var times: FilmFrameTimes
  var size: PixelSize?
  var hasSound: Bool
  var picturesRange: TimeRange
  /// Whether all of it lies on this machine.
  var isLocal = true

  /// The frame that runs on screen from `time` on; backwards, until it.
  func frame(at time: Time, isBackwards: Bool) -> Int64 {
    isBackwards ? times.frame(before: time) : times.frame(at: time)
  }
}
