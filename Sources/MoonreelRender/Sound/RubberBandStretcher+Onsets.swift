// SPDX-License-Identifier: MIT

import MoonreelCore

extension RubberBandStretcher.Engine {
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
