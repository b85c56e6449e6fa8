// SPDX-License-Identifier: MIT

import MoonreelModel

/// For each pixel of one axis, which samples it is made from and with which weights (a polyphase
/// filter).
///
/// Enlarging interpolates; reducing stretches the kernel over the samples that a pixel covers, so
/// that nothing aliases.
struct ResampleAxis: Sendable {
  /// The first sample of each pixel; may lie outside the plane.
  private(set) var first: [Int32]
  /// Tap by tap: `weights[tap · count + pixel]`.
  private(set) var weights: [Float]
  /// Samples a pixel.
  private(set) var taps: Int
  /// The first sample that is read.
  private(set) var lowest = 0
  /// The last sample that is read.
  private(set) var highest = 0
  /// How far apart the first samples are where all pixels have the same weights and lie evenly, as when a
  /// picture is halved or moved; `nil` elsewhere.
  private(set) var steadyStep: Int32?

  var count: Int { first.count }

  /// The axis for pixels `range`, where pixel p's centre lies at sample position
  /// `scale · (p + ½) + offset` (sample k covers k…k+1) of a plane with `length` samples.
  init(
    pixels range: Range<Int>, scale: Double, offset: Double, length: Int, sampling: Image.Sampling
  ) {
    // A footprint wider than the whole plane finds nothing new.
    let stretch = max(1, min(abs(scale), Double(length) + 1))
    let radius = SampleKernel.radius(sampling) * stretch
    taps = Int(limiting: (2 * radius).rounded(.up)) + 1
    first = Array(repeating: 0, count: range.count)
    weights = Array(repeating: 0, count: range.count * taps)
    var own = PixelWeights(sampling, stretch: stretch, taps: taps)
    for (index, pixel) in range.enumerated() {
      // Far outside, the plane's edge repeats: positions need not go further than that.
      let far = Double(length) + radius + 2
      let centre = max(-radius - 2, min(far, scale * (Double(pixel) + 0.5) + offset))
      let start = Int(limiting: (centre - radius).rounded(.down))
      first[index] = Int32(start)
      own.move(to: centre, start: start)
      for tap in 0..<taps { weights[tap * range.count + index] = own.values[tap] }
    }
    dropIdleTaps()
    (lowest, highest) = (Int(first.min() ?? 0), Int(first.max() ?? 0) + taps - 1)
    steadyStep = evenStep
  }

  /// Drops the first and the last tap where no pixel has a weight for them, as in steady reductions.
  private mutating func dropIdleTaps() {
    func isIdle(_ tap: Int) -> Bool {
      weights[tap * count..<(tap + 1) * count].allSatisfy { $0 == 0 }
    }
    if taps > 1, isIdle(taps - 1) {
      weights.removeLast(count)
      taps -= 1
    }
    if taps > 1, isIdle(0) {
      weights.removeFirst(count)
      for index in first.indices { first[index] += 1 }
      taps -= 1
    }
  }

  private var evenStep: Int32? {
    guard count > 1, taps <= 64 else { return nil }
    let step = first[1] - first[0]
    guard (1...4).contains(step) else { return nil }
    for pixel in 1..<count where first[pixel] - first[pixel - 1] != step { return nil }
    for tap in 0..<taps {
      let row = weights[tap * count..<(tap + 1) * count]
      guard row.allSatisfy({ $0.bitPattern == row[row.startIndex].bitPattern }) else { return nil }
    }
    return step
  }

  /// The weights of one pixel.
  func weights(of pixel: Int) -> [Float] { (0..<taps).map { weights[$0 * count + pixel] } }
}

/// The weights of one pixel after the other.
private struct PixelWeights {
  private let sampling: Image.Sampling
  private let stretch: Double
  private var exact: [Double]
  /// How far the samples' centres lie from the pixel's.
  private var offsets: [Double]
  /// The weight of each tap; their sum is 1.
  private(set) var values: [Float]

  init(_ sampling: Image.Sampling, stretch: Double, taps: Int) {
    (self.sampling, self.stretch) = (sampling, stretch)
    exact = Array(repeating: 0, count: taps)
    offsets = Array(repeating: .nan, count: taps)
    values = Array(repeating: 0, count: taps)
  }

  /// Goes to the pixel whose centre lies at the sample position `centre` and whose first sample is `start`.
  mutating func move(to centre: Double, start: Int) {
    // Pixels that lie alike have the weights of the one before.
    var isAlike = sampling != .nearest
    for tap in values.indices {
      let offset = Double(start + tap) + 0.5 - centre
      isAlike = isAlike && offset == offsets[tap]
      offsets[tap] = offset
    }
    if isAlike { return }
    var sum = 0.0
    for tap in values.indices {
      exact[tap] = weight(of: Double(start + tap), centre, offsets[tap])
      sum += exact[tap]
    }
    for tap in values.indices { values[tap] = Float(exact[tap] / sum) }
  }

  private func weight(of sample: Double, _ centre: Double, _ offset: Double) -> Double {
    guard sampling == .nearest else { return SampleKernel.weight(sampling, offset / stretch) }
    // By area: how much of the sample's cell the pixel's footprint covers.
    let low = max(sample, centre - stretch / 2)
    return max(0, min(sample + 1, centre + stretch / 2) - low)
  }
}
