// SPDX-License-Identifier: MIT

import CKernels
import MoonreelCore

/// The weights of band-limited interpolation: a sinc under a Kaiser window, widened where the source runs
/// faster than the output so that nothing above the output's band remains to alias.
///
/// For tapes: 32 zero crossings a side, β = 9 (stop band −90 dB), the middle of the slope at 94 % of the band. For
/// what is brought to another rate and back: 128, β = 14 (−135 dB), 96.5 %, so that 93 % of the band pass.
final class SincTable: Sendable {
  /// Weights per row, a multiple of 8.
  let taps: Int
  /// Rows between one sample and the next.
  let phases: Int
  /// `phases + 1` rows.
  let weights: [Float]

  /// For sources at the output's speed or slower.
  static let standard = SincTable(Design(widening: 1))

  /// What a table follows from.
  fileprivate struct Design: Equatable {
    var widening: Double
    var crossings = 32.0
    var cutoff = 0.94
    var beta = 9.0
    /// Rows between one sample and the next; `nil`: as many as blend well.
    var phases: Int?
  }

  private static let widest = 1024.0

  /// The tables made last for faster sources: many segments tend to share a speed.
  private static let recent = Locked<[SincTable]>([])
  private static let recentCount = 40

  /// The table for sources that run `rate` times as fast as the output; shared for rates up to 1.
  static func table(rate: Double) -> SincTable {
    guard rate > 1 else { return standard }
    return table(Design(widening: min(rate, widest)))
  }

  /// The table that brings a source to another rate, `rate` of its samples for each. It holds the very
  /// fractions that are needed, where those are few.
  static func conversionTable(rate: Rational) -> SincTable {
    table(
      Design(
        widening: min(max(1, rate.doubleValue), widest), crossings: 128, cutoff: 0.965, beta: 14,
        phases: rate.denominator <= 512 ? Int(rate.denominator) : nil))
  }

  private static func table(_ design: Design) -> SincTable {
    recent.withLock { tables in
      if let known = tables.first(where: { $0.design == design }) { return known }
      let table = SincTable(design)
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

  private let design: Design

  private init(_ design: Design) {
    self.design = design
    let half = Int(limiting: (design.crossings * design.widening / 4).rounded(.up)) * 4
    (taps, phases) = (2 * half, design.phases ?? max(8, Int(1024 / design.widening)))
    let peak = Self.bessel(design.beta)
    var weights: [Float] = []
    weights.reserveCapacity((phases + 1) * taps)
    for phase in 0...phases {
      let behind = Double(phase) / Double(phases)
      let row = (0..<2 * half).map { tap in
        design.value((Double(tap - half + 1) - behind) / design.widening, windowPeak: peak)
      }
      let sum = row.reduce(0, +)
      weights += row.map { Float($0 / sum) }
    }
    self.weights = weights
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

extension SincTable {
  /// Writes `count` samples into `plane`, from its place `offset` on: `source`, whose sample `start` the walk counts
  /// from, read along `walk`.
  ///
  /// - Precondition: the source holds `taps / 2` samples on both sides of all places.
  func interpolate(
    _ source: [Float], from start: Int, along walk: mr_sample_walk, into plane: inout [Float],
    at offset: Int, _ count: Int
  ) {
    source.withUnsafeBufferPointer { source in
      weights.withUnsafeBufferPointer { weights in
        plane.withUnsafeMutableBufferPointer { out in
          guard let source = source.baseAddress, let out = out.baseAddress else { return }
          let sinc = mr_sinc_table(weights: weights.baseAddress, taps: taps, phases: phases)
          mr_samples_interpolate(out + offset, count, source + start, walk, sinc)
        }
      }
    }
  }
}

extension SincTable.Design {
  /// The windowed sinc at `x` samples of the narrower band.
  fileprivate func value(_ x: Double, windowPeak: Double) -> Double {
    let place = x / crossings
    guard place > -1, place < 1 else { return 0 }
    let window = SincTable.bessel(beta * (1 - place * place).squareRoot()) / windowPeak
    let turns = x * cutoff
    guard abs(turns) > 1e-9 else { return window }
    return window * Trigonometry.sineAndCosine(degrees: turns * 180).sine / (Double.pi * turns)
  }
}
