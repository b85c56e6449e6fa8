// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// Chooses how a segment is read: as it is, as a tape, or stretched.
enum SegmentReaders {
  /// Speeds beyond which the stretcher gives way to varispeed (AVFoundation's limits).
  private static let stretchableRates = 1.0 / 32...32.0

  /// The reader for `segment`, whose source is `provider`.
  static func make(
    for segment: Segment, provider: any SampleProvider, algorithm: TimePitchAlgorithm,
    sampleRate: Int, channelCount: Int
  ) -> any SegmentReader {
    let rate = Int64(sampleRate)
    let mapping = segment.mapping
    var provider = provider
    if segment.isReversed {
      let sum = (mapping.source.start + mapping.source.end).value(timescale: rate)
      provider = ReversedProvider(provider: provider, sum: sum)
    }
    let window = SourceWindow(provider: provider, channelCount: channelCount)
    if segment.rate == .one {
      let shift = (mapping.source.start - mapping.target.start).value(timescale: rate)
      let first = mapping.target.start.value(timescale: rate)
      return DirectReader(window: window, channelCount: channelCount, offset: first + shift)
    }
    let plan = stretchPlan(mapping, algorithm: algorithm, rate: rate, channelCount: channelCount)
    if let plan { return StretchReader(window: window, plan: plan) }
    let path = SourcePath(mapping: mapping, rate: segment.rate, sampleRate: sampleRate)
    return VarispeedReader(window: window, channelCount: channelCount, path: path)
  }

  /// How to stretch, or `nil` for varispeed: asked for, or a speed or length no stretcher can do.
  private static func stretchPlan(
    _ mapping: TimeMapping, algorithm: TimePitchAlgorithm, rate: Int64, channelCount: Int
  ) -> StretchReader.Plan? {
    let engine: TimeStretcher.Engine
    switch algorithm {
    case .varispeed: return nil
    case .spectral: engine = .finer
    case .timeDomain: engine = .faster
    case .lowQualityZeroLatency: engine = .fasterShort
    }
    let start = mapping.source.start.value(timescale: rate)
    let plan = StretchReader.Plan(
      sourceStart: start, sourceCount: mapping.source.end.value(timescale: rate) - start,
      targetCount: mapping.target.end.value(timescale: rate)
        - mapping.target.start.value(timescale: rate),
      engine: engine, sampleRate: Int(rate), channelCount: channelCount)
    guard plan.sourceCount > 0, plan.targetCount > 0, stretchableRates.contains(plan.ratio),
      stretchableSampleRates.contains(plan.sampleRate)
    else { return nil }
    return plan
  }

  /// What Rubber Band supports.
  private static let stretchableSampleRates = 8000...192_000
}
