// SPDX-License-Identifier: MIT

import CKernels
import MoonreelCore

/// Finds the magnitudes that sound reaches between its samples: each sample, and three values interpolated up to the next
/// one (BS.1770, annex 2).
///
/// It is behind by ``delay`` samples, as an interpolation looks ahead.
struct TruePeakDetector {
  /// How many samples later the peaks of a sample are known.
  static let delay = taps / 2

  private static let taps = 24
  private static let beta = 5.0

  /// The last samples of every channel, `taps - 1` of them.
  private var histories: [[Float]]

  /// A detector that has heard silence.
  init(channelCount: Int) {
    histories = Array(
      repeating: [Float](repeating: 0, count: Self.taps - 1), count: channelCount)
  }

  /// For every sample of `planes` the peak of the one ``delay`` before it, that of the loudest channel.
  mutating func peaks(of planes: [[Float]]) -> [Float] {
    var peaks = [Float](repeating: 0, count: planes.first?.count ?? 0)
    for channel in planes.indices {
      let window = histories[channel] + planes[channel]
      Self.weights.withUnsafeBufferPointer { weights in
        mr_levels_true_peaks(
          &peaks, window, peaks.count,
          mr_quarter_table(weights: weights.baseAddress, taps: Self.taps))
      }
      histories[channel] = Array(window.suffix(Self.taps - 1))
    }
    return peaks
  }

  /// The peaks of the samples whose peaks are not told yet, if silence follows.
  var remainingPeaks: [Float] {
    var copy = self
    let silence = [Float](repeating: 0, count: Self.delay)
    return copy.peaks(of: Array(repeating: silence, count: histories.count))
  }

  /// A sinc under a Kaiser window at a quarter, half and three quarters of a sample: within 0.04 dB up to 20 kHz at
  /// 48,000 samples a second.
  private static let weights: [Float] = (1...3).flatMap { quarter -> [Float] in
    let half = Double(taps / 2)
    let row = (0..<taps).map { tap -> Double in
      let x = Double(tap) - half + 1 - Double(quarter) / 4
      let place = x / half
      guard abs(place) < 1 else { return 0 }
      let window = SincTable.bessel(beta * (1 - place * place).squareRoot())
      return window * PortableMath.sin(.pi * x) / x
    }
    let sum = row.reduce(0, +)
    return row.map { Float($0 / sum) }
  }
}
