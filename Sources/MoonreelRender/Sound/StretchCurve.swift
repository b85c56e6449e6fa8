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
  private let engine: TimeStretcher.Engine
  private let sampleRate: Int

  /// Source samples over which the speed is averaged to tell how onsets move.
  private static let width = 1024.0

  /// The curve of a segment whose source runs forwards and that begins at sample `first` of the track.
  init(_ curve: TimeCurve, first: Int64, engine: TimeStretcher.Engine, sampleRate: Int) {
    let rate = Double(sampleRate)
    sources = curve.points.map { $0.source.seconds * rate }
    targets = curve.points.map { $0.target.seconds * rate - Double(first) }
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

extension TimeStretcher.Engine {
  /// How many samples too early onsets are heard where one input sample becomes `ratio` output samples.
  ///
  /// The engine sees an onset coming and freezes the phases one step or more ahead of it, so that the onset
  /// keeps its unstretched distance to that step. Measured with clicks at 44.1 and 48 kHz, the means over
  /// all places between two steps.
  func onsetAdvance(ratio: Double, sampleRate: Int) -> Double {
    let scale = (Double(sampleRate) / 48000).rounded(.up)
    switch self {
    case .finer: return scale * Self.finerAdvance(ratio)
    case .faster: return scale * (ratio > 1 ? 440 : 310) * (ratio - 1)
    case .fasterShort: return scale * (ratio > 1 ? 220 : 160) * (ratio - 1)
    }
  }

  /// Straight between measured places, level beyond them.
  private static func finerAdvance(_ ratio: Double) -> Double {
    let measured: [(Double, Double)] = [
      (0.25, 25), (1.0 / 3, 20), (0.5, -10), (1, 0), (2, 260), (2.5, 405), (10.0 / 3, 645),
      (4, 960),
    ]
    let next = min(max(measured.partitioningIndex { $0.0 > ratio }, 1), measured.count - 1)
    let (low, high) = (measured[next - 1], measured[next])
    let share = min(max((ratio - low.0) / (high.0 - low.0), 0), 1)
    return low.1 + (high.1 - low.1) * share
  }
}
