// SPDX-License-Identifier: MIT

import MoonreelCore

extension Layer {
  /// What the layer plays, as its source has it: trimmed and at its speed, before fades, volume and effects. The start of the
  /// range is heard where the layer begins. `nil` where it plays nothing.
  ///
  /// - Throws: `MoonreelError` (`invalidTimeline`) where the source has less than the layer wants.
  public func playedSound() throws -> (source: SegmentSource, range: TimeRange)? {
    guard let sound = source.audio, audio.isEnabled else { return nil }
    let runs = timing.frozenTime == nil && timing.remap == nil && !timing.isReversed
    if runs, timing.speed == Rational(1, 1) {
      return (sound, TimeRange(start: timing.sourceStart, duration: timeRange.duration))
    }
    var own = self
    own.timeRange = TimeRange(start: .zero, duration: timeRange.duration)
    let sounds = try own.audioSegments(in: own.timeRange)
    guard !sounds.isEmpty else { return nil }
    var segments: [Segment] = []
    for sound in sounds { segments.append(after: sound.targetRange.start, [sound]) }
    segments.extend(to: own.timeRange.end)
    var timeline = Timeline()
    let track = timeline.addTrack(.audio)
    try timeline.updateTrack(track) { try $0.setSegments(segments) }
    return (.timeline(timeline), own.timeRange)
  }
}
