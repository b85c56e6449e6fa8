// SPDX-License-Identifier: MIT

import MoonreelCore

/// The weights of band-limited interpolation: a sinc under a Kaiser window, widened where the source runs
/// faster than the output so that nothing above the output's band remains to alias.
///
/// 32 zero crossings a side, β = 9 (stop band −90 dB), the middle of the slope at 94 % of the band.
final class SincTable: Sendable {
  /// Weights per row, a multiple of 8.
  let taps: Int
  /// Rows between one sample and the next.
  let phases: Int
  /// `phases + 1` rows.
  let weights: [Float]

  /// For sources at the output's speed or slower.
  static let standard = SincTable(widening: 1)

  private static let crossings = 32.0
  private static let cutoff = 0.94
  private static let beta = 9.0
  private static let windowPeak = bessel(beta)
  private static let widest = 1024.0

  /// The tables made last for faster sources: many segments tend to share a speed.
  private static let recent = Locked<[SincTable]>([])
  private static let recentCount = 40

  /// The table for sources that run `rate` times as fast as the output; shared for rates up to 1.
  static func table(rate: Double) -> SincTable {
    guard rate > 1 else { return standard }
    let widening = min(rate, widest)
    return recent.withLock { tables in
      if let known = tables.first(where: { $0.widening == widening }) { return known }
      let table = SincTable(widening: widening)
      if tables.count == recentCount { tables.removeFirst() }
      tables.append(table)
      return table
    }
  }

  /// One of few tables, eight an octave, for a speed that changes: it is widened up to 9 % more than `rate`
  /// asks for.
  static func steppedTable(rate: Double) -> SincTable {
    var octave = 1.0
    while octave * 2 <= rate { octave *= 2 }
    return table(rate: octave * (steps.first { octave * $0 >= rate } ?? 2))
  }

  /// 2 to the power of 0, 1/8 … 7/8.
  private static let steps = [
    1, 1.0905077326652577, 1.189207115002721, 1.2968395546510096, 1.4142135623730951,
    1.5422108254079408, 1.681792830507429, 1.8340080864093424,
  ]

  private let widening: Double

  private init(widening: Double) {
    self.widening = widening
    let half = Int(limiting: (Self.crossings * widening / 4).rounded(.up)) * 4
    (taps, phases) = (2 * half, max(8, Int(1024 / widening)))
    var weights: [Float] = []
    weights.reserveCapacity((phases + 1) * taps)
    for phase in 0...phases {
      let behind = Double(phase) / Double(phases)
      let row = (0..<2 * half).map { tap in
        Self.value((Double(tap - half + 1) - behind) / widening)
      }
      let sum = row.reduce(0, +)
      weights += row.map { Float($0 / sum) }
    }
    self.weights = weights
  }

  /// The windowed sinc at `x` samples of the narrower band.
  private static func value(_ x: Double) -> Double {
    let place = x / crossings
    guard place > -1, place < 1 else { return 0 }
    let window = bessel(beta * (1 - place * place).squareRoot()) / windowPeak
    let turns = x * cutoff
    guard abs(turns) > 1e-9 else { return window }
    return window * Trigonometry.sineAndCosine(degrees: turns * 180).sine / (Double.pi * turns)
  }

  /// The modified Bessel function I₀, by its series.
  static func bessel(_ x: Double) -> Double {
    var (term, sum, n) = (1.0, 1.0, 1.0)
    while term > sum * 1e-17 {
      term *= (x / (2 * n)) * (x / (2 * n))
      sum += term
      n += 1
    }
    return sum
  }
}
