// SPDX-License-Identifier: MIT

import MoonreelCore

extension RubberBandStretcher.Engine {
  /// How many samples too early onsets are heard, on average, where one input sample becomes `ratio` output
  /// samples.
  ///
  /// The engine sees an onset coming and freezes the phases one step or more ahead of it, so that the onset
  /// keeps its unstretched distance to that step. Measured with clicks at 44.1 and 48 kHz, where the numbers are the
  /// same; straight between measured places, level beyond them. Beyond 4 each click is heard twice, and which
  /// of the two is louder differs.
  func onsetAdvance(ratio: Double) -> Double {
    let measured = self == .finer ? Self.finerAdvances : Self.shortAdvances
    let next = min(max(measured.partitioningIndex { $0.0 > ratio }, 1), measured.count - 1)
    let (low, high) = (measured[next - 1], measured[next])
    let share = min(max((ratio - low.0) / (high.0 - low.0), 0), 1)
    return low.1 + (high.1 - low.1) * share
  }

  private static let finerAdvances: [(Double, Double)] = [
    (1.0 / 8, 54), (1.0 / 6, 0), (0.25, 10), (1.0 / 3, 29), (0.4, 23), (0.5, -7), (0.6, -21),
    (0.8, -17), (0.9, -15), (1, 0), (1.1, 17), (1.25, 49), (1.5, 128), (1.75, 199), (2, 265),
    (2.5, 413), (3, 570), (10.0 / 3, 682), (4, 960), (5, 480), (6, 80), (7, 350), (8, 650),
  ]

  private static let shortAdvances: [(Double, Double)] = [
    (0.5, -28), (2.0 / 3, -47), (0.8, -37), (0.9, -18), (1, 0), (1.1, 22), (1.25, 51), (1.5, 99),
    (1.75, 164), (2, 231),
  ]
}
