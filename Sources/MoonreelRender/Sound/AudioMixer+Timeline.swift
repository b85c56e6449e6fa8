// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

extension AudioMixer {
  /// A mixer for `range` of `timeline`; what lies before zero and after the timeline's end is silent.
  ///
  /// - Parameters:
  ///   - timeline: whose enabled sound tracks are mixed.
  ///   - mix: volumes and pitch algorithms; `nil` mixes the tracks as they are.
  ///   - range: what is mixed; its ends are rounded to the nearest sample.
  ///   - sampleRate: samples a second, 1,000…768,000.
  ///   - layout: the loudspeakers.
  ///   - fallbackAlgorithm: for retimed segments of tracks whose mix names no algorithm.
  ///   - open: opens a segment's source when it is reached, with the channels that the track's `inputMatrix` in the mix
  ///     makes of it. Called again for each segment; the mixer
  ///     lets go of what it got at the segment's end.
  /// - Throws: `MoonreelError`: `invalidTimeline` where the mix does not fit the timeline,
  ///   `invalidArgument` for a rate out of range or a layout without channels.
  public convenience init(
    timeline: Timeline, mix: AudioMix?, range: TimeRange, sampleRate: Int, layout: ChannelLayout,
    fallbackAlgorithm: TimePitchAlgorithm = .spectral,
    open: @escaping (SegmentSource, Track) throws -> any SampleProvider
  ) throws {
    let rate = Int64(sampleRate)
    try Self.check(sampleRate: sampleRate, layout: layout)
    try self.init(
      timeline: timeline, mix: mix,
      samples: range.start.value(timescale: rate)..<range.end.value(timescale: rate),
      fallbackAlgorithm: fallbackAlgorithm,
      format: MixFormat(sampleRate: sampleRate, layout: layout, open: open))
  }

  /// A mixer for `samples` of `timeline`.
  ///
  /// - Throws: `MoonreelError` (`invalidTimeline`) where the mix does not fit the timeline.
  convenience init(
    timeline: Timeline, mix: AudioMix?, samples: Range<Int64>,
    fallbackAlgorithm: TimePitchAlgorithm, format: MixFormat
  ) throws {
    try mix?.validate(for: timeline)
    let tree = MixTree(
      timeline: timeline, mix: mix, fallbackAlgorithm: fallbackAlgorithm, format: format)
    self.init(
      nodes: tree.roots, links: tree.masterLinks, master: mix?.master, samples: samples,
      end: timeline.duration.value(timescale: Int64(format.sampleRate)), format: format)
  }

  static func check(sampleRate: Int, layout: ChannelLayout) throws {
    guard (1000...768_000).contains(sampleRate) else {
      throw MoonreelError(
        .invalidArgument,
        "Cannot mix at \(sampleRate) samples a second: give a rate from 1000 to 768000.")
    }
    guard (1...64).contains(layout.count) else {
      throw MoonreelError(
        .invalidArgument, "Cannot mix to \(layout.count) channels: give a layout of 1 to 64.")
    }
  }
}

extension AudioMixParameters {
  /// The volumes as a curve to follow sample by sample.
  func curve(sampleRate: Int) -> GainCurve {
    let spans = volumes.ramps.flatMap { ramp in
      let (from, to) = (max(0, ramp.start), max(0, ramp.end))
      let range = ramp.timeRange
      return [
        GainCurve.Span(start: range.start, from: from, to: to, duration: range.duration),
        GainCurve.Span(start: range.end, from: to, to: to, duration: .zero),
      ]
    }
    return GainCurve(spans: GainCurve.cutShort(spans), sampleRate: sampleRate)
  }
}
