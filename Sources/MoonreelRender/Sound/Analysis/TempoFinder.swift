// SPDX-License-Identifier: MIT

import MoonreelCore

/// Finds how far the beats of a sound lie apart: after what time most of what sets in comes again (autocorrelation).
struct TempoFinder {
  let curve: OnsetCurve
  let cancellation: CancellationFlag

  /// Beats a minute that are looked for.
  private static let (slowest, fastest) = (40.0, 240.0)
  /// What is likely: near 120 beats a minute; half or double as much counts 0.54 times.
  private static let (usual, spread) = (120.0, 0.9)
  /// The longest time that is looked at, in values: 41 s.
  private static let longestLag = 8192
  /// Below that share of all strength nothing comes again.
  private static let leastConfidence = 0.05

  private static let transform = FourierTransform(size: 2 * longestLag)

  /// Values from beat to beat, and how much comes again; `nil` where the sound is shorter than four of the slowest beats, or
  /// nothing comes again.
  ///
  /// - Throws: `MoonreelError` (`cancelled`).
  func tempo() throws -> (period: Double, confidence: Double)? {
    let rate = RhythmFinder.rate
    let count = curve.values.count
    guard Double(count) >= 4 * rate * 60 / Self.slowest else { return nil }
    let likeness = try self.likeness()
    func at(_ lag: Double) -> Double {
      let index = Int(limiting: lag.rounded())
      return index < likeness.count ? likeness[index] : 0
    }
    func score(_ lag: Int) -> Double {
      let beats = 60 * rate / Double(lag)
      let distance = PortableMath.log2(beats / Self.usual) / Self.spread
      let sum = [1.0, 2, 4].reduce(0) { $0 + at(Double(lag) * $1) / $1 }
      return sum * PortableMath.exp(-0.5 * distance * distance)
    }
    let lags = Int(60 * rate / Self.fastest)...Int(60 * rate / Self.slowest)
    guard let best = lags.max(by: { score($0) < score($1) }) else { return nil }
    let share = likeness[0] > 0 ? at(Double(best)) / likeness[0] : 0
    guard share >= Self.leastConfidence else { return nil }
    return (refined(Double(best), likeness), min(1, share))
  }

  /// The period, read where many of them lie one after the other.
  private func refined(_ period: Double, _ likeness: [Double]) -> Double {
    var (period, beats) = (period, 1.0)
    while true {
      let center = Int(limiting: (period * beats).rounded())
      let reach = max(2, Int(period * 0.1))
      guard center + reach + 1 < likeness.count else { return period }
      let range = (center - reach)...(center + reach)
      guard let top = range.max(by: { likeness[$0] < likeness[$1] }) else { return period }
      var place = Double(top)
      let (a, b, c) = (likeness[top - 1], likeness[top], likeness[top + 1])
      if a - 2 * b + c < 0, b >= a, b >= c { place += 0.5 * (a - c) / (a - 2 * b + c) }
      period = place / beats
      beats *= 2
    }
  }

  /// How like the curve is to itself so many values later: the mean product, less the square of the mean, up to half of its
  /// length.
  private func likeness() throws -> [Double] {
    let values = curve.values
    let mean = values.reduce(0.0) { $0 + Double($1) } / Double(values.count)
    let (block, size) = (Self.longestLag, 2 * Self.longestLag)
    var sums = [Double](repeating: 0, count: min(block, values.count / 2))
    for start in stride(from: 0, to: values.count, by: block) {
      try cancellation.check()
      var (own, all) = (FourierTransform.Numbers(size), FourierTransform.Numbers(size))
      for index in start..<min(values.count, start + size) {
        let value = Double(values[index]) - mean
        all.real[index - start] = value
        if index < start + block { own.real[index - start] = value }
      }
      Self.transform.forward(&own)
      Self.transform.forward(&all)
      for index in 0..<size {
        let (a, b) = (own.real[index], -own.imaginary[index])
        let (c, d) = (all.real[index], all.imaginary[index])
        (own.real[index], own.imaginary[index]) = (a * c - b * d, a * d + b * c)
      }
      Self.transform.backward(&own)
      for lag in sums.indices { sums[lag] += own.real[lag] }
    }
    return sums.enumerated().map { $1 / Double(values.count - $0) }
  }
}
