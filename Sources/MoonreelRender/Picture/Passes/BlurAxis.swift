// SPDX-License-Identifier: MIT

import MoonreelCore

/// How samples are blurred along one axis: halved some times by the binomial filter (1 4 6 4 1)/16,
/// weighted, doubled as often by the same filter.
///
/// Small blurs are weighted at once. Large ones are halved until their standard deviation lies
/// between 2 and 4 samples, so that a large blur costs little more than a small one. The weights are
/// then those whose frequency response, times the responses of halving and doubling, is the
/// gaussian's. The remaining error is the aliases of halving, below 1/2000 of the scale where the
/// deviation is 2. Burt & Adelson,
/// "The Laplacian Pyramid as a Compact Image Code" (1983) is the source of the filter pair.
struct BlurAxis: Hashable, Sendable {
  /// How often the resolution is halved.
  let halvings: Int
  /// Weights of the samples at distance 0, 1, … on either side, at the lowest resolution.
  let weights: [Float]

  private static let known = Locked<[Double: BlurAxis]>([:])

  /// A blur with a standard deviation of `sigma` samples; the last few are remembered.
  static func of(sigma: Double) -> BlurAxis {
    if let axis = known.withLock({ $0[sigma] }) { return axis }
    let axis = BlurAxis(sigma: sigma)
    known.withLock { known in
      if known.count >= 64 { known.removeAll() }
      known[sigma] = axis
    }
    return axis
  }

  /// A blur with a standard deviation of `sigma` samples.
  init(sigma: Double) {
    var (halvings, rest) = (0, sigma)
    while rest >= 4 {
      rest /= 2
      halvings += 1
    }
    self.halvings = halvings
    guard sigma > 0 else {
      weights = [1]
      return
    }
    let raw = halvings == 0 ? Self.sampled(sigma) : Self.designed(rest, halvings)
    let sum = raw[0] + 2 * raw.dropFirst().reduce(0, +)
    weights = raw.map { Float($0 / sum) }
  }

  var radius: Int { weights.count - 1 }

  /// exp(−d² / 2σ²) to 4σ, beyond which lies less than 1/10,000 of the whole.
  private static func sampled(_ sigma: Double) -> [Double] {
    (0...Int(limiting: (4 * sigma).rounded(.up))).map { offset in
      PortableMath.exp(-Double(offset * offset) / (2 * sigma * sigma))
    }
  }

  private static let steps = 128
  /// The cosines of a whole turn in equal steps.
  private static let cosines = (0..<2 * steps).map { step in
    Trigonometry.sineAndCosine(degrees: 180 * Double(step) / Double(steps)).cosine
  }

  /// The weights whose response at ω is exp(−(σω)² / 2) over the response of `halvings` halvings and
  /// doublings: its Fourier series, summed at equal steps.
  private static func designed(_ sigma: Double, _ halvings: Int) -> [Double] {
    let wanted = (0...steps).map { step -> Double in
      let degrees = 180 * Double(step) / Double(steps)
      let along = sigma * degrees * (Double.pi / 180)
      var both = 1.0
      for halving in 1...halvings {
        // cos⁴ of half the angle, twice: down and up.
        let half = Trigonometry.sineAndCosine(degrees: degrees / Double(2 << halving)).cosine
        both *= half * half * half * half
      }
      return PortableMath.exp(-along * along / 2) / (both * both)
    }
    return (0...Int(limiting: (4.5 * sigma).rounded(.up))).map { tap in
      var sum = wanted[0] / 2
      for step in 1..<steps {
        sum += wanted[step] * cosines[step * tap % (2 * steps)]
      }
      return sum + wanted[steps] / 2 * (tap % 2 == 0 ? 1 : -1)
    }
  }
}

// MARK: What is read

extension BlurAxis {
  /// The samples from which those of `range` are doubled.
  static func doubled(_ range: Range<Int>) -> Range<Int> {
    (range.lowerBound >> 1) - 1..<((range.upperBound - 1) >> 1) + 2
  }

  /// The samples from which those of `range` are halved.
  static func halved(_ range: Range<Int>) -> Range<Int> {
    2 * range.lowerBound - 2..<2 * range.upperBound + 1
  }

  /// Where samples are not all equal, after a halving of samples that are all equal outside `range`
  /// on either side.
  static func varying(_ range: Range<Int>) -> Range<Int> {
    (range.lowerBound - 2) >> 1..<((range.upperBound + 2) >> 1) + 1
  }

  /// The samples that the blurred ones of `range` depend on.
  func source(of range: Range<Int>) -> Range<Int> {
    var range = range
    for _ in 0..<halvings { range = Self.doubled(range) }
    range = range.lowerBound - radius..<range.upperBound + radius
    for _ in 0..<halvings { range = Self.halved(range) }
    return range
  }

  /// How far, at most, the blur reaches in either direction.
  var reach: Int { halvings == 0 ? radius : (radius + 5) << halvings }
}
