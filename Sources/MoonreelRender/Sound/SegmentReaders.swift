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
    let first = segment.targetRange.start.value(timescale: rate)
    let sum = (mapping.source.start + mapping.source.end).value(timescale: rate)
    let provider =
      segment.isReversed ? ReversedProvider(provider: provider, sum: sum) : provider
    let window = SourceWindow(provider: provider, channelCount: channelCount)
    if let curve = segment.curve {
      let forwards = segment.isReversed ? mirrored(curve, sum: sum, rate: rate) : curve
      let plan = stretchPlan(forwards, first, algorithm, sampleRate, channelCount)
      if let plan { return stretchReader(window: window, plan: plan, sampleRate: sampleRate) }
      return VarispeedReader(
        window: window, channelCount: channelCount,
        pieces: TapePiece.pieces(of: forwards, first: first, sampleRate: sampleRate))
    }
    if segment.rate == .one {
      let shift = (mapping.source.start - mapping.target.start).value(timescale: rate)
      return DirectReader(window: window, channelCount: channelCount, offset: first + shift)
    }
    let plan = stretchPlan(mapping, algorithm: algorithm, rate: rate, channelCount: channelCount)
    if let plan { return stretchReader(window: window, plan: plan, sampleRate: sampleRate) }
    let path = SourcePath(
      mapping: mapping, rate: segment.rate, first: first, sampleRate: sampleRate)
    let piece = TapePiece(start: 0, path: path, table: SincTable.table(rate: path.rate))
    return VarispeedReader(window: window, channelCount: channelCount, pieces: [piece])
  }

  /// The reader that stretches what `window` shows at the plan's rate, and brings both to and from that rate.
  private static func stretchReader(
    window: SourceWindow, plan: StretchReader.Plan, sampleRate: Int
  ) -> any SegmentReader {
    guard plan.sampleRate != sampleRate else { return StretchReader(window: window, plan: plan) }
    func converted(_ window: SourceWindow, _ piece: TapePiece) -> VarispeedReader {
      VarispeedReader(window: window, channelCount: plan.channelCount, pieces: [piece])
    }
    func shown(_ reader: any SegmentReader, _ rate: Int) -> SourceWindow {
      SourceWindow(
        provider: ReaderProvider(reader: reader, sampleRate: rate),
        channelCount: plan.channelCount)
    }
    let there = converted(window, .conversion(from: sampleRate, to: plan.sampleRate))
    let back = TapePiece.conversion(from: plan.sampleRate, to: sampleRate)
    var plan = plan
    plan.reach = Int64(back.table.taps)
    let stretched = StretchReader(window: shown(there, plan.sampleRate), plan: plan)
    return converted(shown(stretched, plan.sampleRate), back)
  }

  /// The curve on the clock of a provider that is played backwards with `sum`: mirrored about a whole or half
  /// sample, so that any part of a segment is read at the same fractions of a sample.
  private static func mirrored(_ curve: TimeCurve, sum: Int64, rate: Int64) -> TimeCurve {
    let end = Time(flicks: Time.flicksPerSecond).multiplied(by: sum, dividedBy: rate)
    return curve.mirroredSource(in: TimeRange(start: min(.zero, end), end: max(.zero, end)))
  }

  /// How to stretch along `curve`, or `nil` for varispeed.
  ///
  /// All algorithms that keep the pitch share the one engine whose speed can change.
  private static func stretchPlan(
    _ curve: TimeCurve, _ first: Int64, _ algorithm: TimePitchAlgorithm,
    _ sampleRate: Int, _ channelCount: Int
  ) -> StretchReader.Plan? {
    guard algorithm != .varispeed, stretchableSampleRates.contains(sampleRate) else { return nil }
    let engine = StretchEngine.rubberBand(.finer)
    let rate = engine.workingRate(for: sampleRate)
    let course = StretchCurve(
      curve, first: Double(first) * Double(rate) / Double(sampleRate), engine: engine,
      sampleRate: rate)
    guard course.ratios.lowerBound >= stretchableRates.lowerBound,
      course.ratios.upperBound <= stretchableRates.upperBound
    else { return nil }
    let start = Int64(limiting: course.start.rounded(.down))
    let ratio = course.target(Double(start) + 1) - course.target(Double(start))
    return StretchReader.Plan(
      sourceStart: start, ratio: ratio, engine: engine, sampleRate: rate,
      channelCount: channelCount, curve: course)
  }

  /// How to stretch, or `nil` for varispeed: asked for, or a speed or length no stretcher can do.
  private static func stretchPlan(
    _ mapping: TimeMapping, algorithm: TimePitchAlgorithm, rate: Int64, channelCount: Int
  ) -> StretchReader.Plan? {
    let start = mapping.source.start.value(timescale: rate)
    let sourceCount = mapping.source.end.value(timescale: rate) - start
    let targetCount =
      mapping.target.end.value(timescale: rate) - mapping.target.start.value(timescale: rate)
    guard sourceCount > 0, targetCount > 0, stretchableSampleRates.contains(Int(rate)) else {
      return nil
    }
    let ratio = Double(targetCount) / Double(sourceCount)
    guard stretchableRates.contains(ratio),
      let engine = StretchEngine(algorithm, ratio: ratio, channelCount: channelCount)
    else { return nil }
    let workingRate = engine.workingRate(for: Int(rate))
    return StretchReader.Plan(
      sourceStart: mapping.source.start.value(timescale: Int64(workingRate)), ratio: ratio,
      engine: engine, sampleRate: workingRate, channelCount: channelCount)
  }

  /// What the libraries support.
  private static let stretchableSampleRates = 8000...192_000
}
