// SPDX-License-Identifier: MIT

import MoonreelCore

/// Finds where one layer goes on with the sound of another, so that it does not swell and die away at the cut.
struct SoundJoins {
  private struct Part {
    var layer: Layer
    var segments: [Segment]
    /// The stretches over which its sound goes on without a cut.
    var ranges: [TimeRange]
    var swells: Bool
    var diesAway: Bool
    /// The part that goes on with it, and the one with which it goes on.
    var next: Int?
    var before: Int?
  }

  private var parts: [Part] = []

  /// Adds a layer that plays `segments`, which is not empty, and what transitions make of its volume.
  mutating func add(
    _ layer: Layer, playing segments: [Segment], _ curves: [Composition.FadeCurve]
  ) {
    parts.append(
      Part(
        layer: layer, segments: segments, ranges: segments.soundRanges,
        swells: layer.audio.fadeIn > .zero || curves.contains { !$0.isLeaving },
        diesAway: layer.audio.fadeOut > .zero || curves.contains { $0.isLeaving }))
  }

  /// For each layer, in the order in which they were added, when the sound began with which it goes on, and when it will end
  /// that goes on after it; `nil` where there is none.
  var ends: [(start: Time?, end: Time?)] {
    let parts = linked()
    let order = parts.indices.sorted { parts[$0].ranges[0].start < parts[$1].ranges[0].start }
    var ends = [(start: Time?, end: Time?)](repeating: (nil, nil), count: parts.count)
    for index in order {
      guard let before = parts[index].before else { continue }
      let ranges = parts[before].ranges
      let own = ranges[ranges.count - 1].start
      ends[index].start = ranges.count == 1 ? ends[before].start ?? own : own
    }
    for index in order.reversed() {
      guard let next = parts[index].next else { continue }
      let ranges = parts[next].ranges
      ends[index].end = ranges.count == 1 ? ends[next].end ?? ranges[0].end : ranges[0].end
    }
    return ends
  }

  /// The parts with those that they go on in.
  private func linked() -> [Part] {
    var parts = parts
    let declicked = parts.indices.filter { parts[$0].layer.audio.declick > .zero }
    let starting = Dictionary(grouping: declicked) { parts[$0].ranges[0].start }
    for index in declicked {
      let cut = parts[index].ranges[parts[index].ranges.count - 1].end
      let next = starting[cut]?.first { other in
        parts[other].before == nil && Self.goesOn(parts[index], parts[other], at: cut)
      }
      guard let next else { continue }
      (parts[index].next, parts[next].before) = (next, index)
    }
    return parts
  }

  private static func goesOn(_ part: Part, _ next: Part, at cut: Time) -> Bool {
    guard !part.diesAway, !next.swells, let last = part.segments.last,
      let first = next.segments.first
    else { return false }
    return last.goesOn(in: first) && part.layer.sounds(like: next.layer, at: cut)
  }
}

extension Layer {
  /// Whether what lies between its source and the mix is the same as for `next`, which goes on at `cut`.
  fileprivate func sounds(like next: Layer, at cut: Time) -> Bool {
    let (own, other) = (audio, next.audio)
    guard own.declick == other.declick, own.isInverted == other.isInverted,
      own.channelMatrix == other.channelMatrix, own.output == other.output,
      own.sends == other.sends, own.pitch == other.pitch, own.loudness == nil,
      other.loudness == nil, own.isEnabled == other.isEnabled, own.isSolo == other.isSolo,
      own.chain.count == other.chain.count
    else { return false }
    let sharesClock = localTime(cut) == next.localTime(cut)
    guard
      zip(own.chain, other.chain).allSatisfy({ $0.goesOn(in: $1, sharesClock: sharesClock) })
    else { return false }
    let paths: [KeyPath<LayerAudio, Animated<Double>>] = [\.volume, \.decibels, \.pan, \.balance]
    return paths.allSatisfy { path in
      let before = try? own[keyPath: path].value(at: localTime(cut - Time(flicks: 1)))
      let after = try? other[keyPath: path].value(at: next.localTime(cut))
      guard let before, let after else { return false }
      return abs(before - after) <= 1e-4 * max(1, abs(before))
    }
  }
}
