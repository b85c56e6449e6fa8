// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// Where on the track a stretched segment of changing speed puts each sample of its source.
///
/// Source samples are counted on the source's clock, target samples from the segment's first. Both are
/// real numbers: points of a curve lie between samples.
struct StretchCurve {
  /// Output samples per input sample between which every piece lies.
  let ratios: ClosedRange<Double>
  /// The source sample heard at the segment's first.
  let start: Double

  private let sources: [Double]
  private let targets: [Double]
  private let engine: StretchEngine
  private let sampleRate: Int

  /// Source samples over which the speed is averaged to tell how onsets move.
  private static let width = 1024.0

  /// The curve of a segment whose source runs forwards and that begins at sample `first` of the track; that
  /// may lie between two samples of `sampleRate`.
  init(_ curve: TimeCurve, first: Double, engine: StretchEngine, sampleRate: Int) {
    let rate = Double(sampleRate)
    sources = curve.points.map { $0.source.seconds * rate }
    targets = curve.points.map { $0.target.seconds * rate - first }
    (self.engine, self.sampleRate) = (engine, sampleRate)
    ratios = (1 / curve.speeds.upperBound)...(1 / curve.speeds.lowerBound)
    start = Self.value(at: 0, from: targets, to: sources)
  }

  /// The target sample that is to show `source`, moved by what the engine places an onset there too early.
  func place(_ source: Double) -> Double {
    let half = Self.width / 2
    let ratio = (target(source + half) - target(source - half)) / Self.width
    return target(source) + engine.onsetAdvance(ratio: ratio, sampleRate: sampleRate)
  }

  /// The target sample that shows `source`.
  func target(_ source: Double) -> Double { Self.value(at: source, from: sources, to: targets) }

  private static func value(at x: Double, from xs: [Double], to ys: [Double]) -> Double {
    let index = min(max(xs.partitioningIndex { $0 > x } - 1, 0), xs.count - 2)
    let share = (x - xs[index]) / (xs[index + 1] - xs[index])
    return ys[index] + share * (ys[index + 1] - ys[index])
  }
}
