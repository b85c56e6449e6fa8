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
  let taps: Int
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
    taps = Int((2 * radius).rounded(.up)) + 1
    first = Array(repeating: 0, count: range.count)
    weights = Array(repeating: 0, count: range.count * taps)
    var row = [Double](repeating: 0, count: taps)
    for (index, pixel) in range.enumerated() {
      // Far outside, the plane's edge repeats: positions need not go further than that.
      let far = Double(length) + radius + 2
      let centre = max(-radius - 2, min(far, scale * (Double(pixel) + 0.5) + offset))
      let start = Int((centre - radius).rounded(.down))
      var sum = 0.0
      for tap in 0..<taps {
        row[tap] = Self.weight(sampling, Double(start + tap), centre, stretch)
        sum += row[tap]
      }
      for tap in 0..<taps { weights[tap * range.count + index] = Float(row[tap] / sum) }
      first[index] = Int32(start)
    }
    (lowest, highest) = (Int(first.min() ?? 0), Int(first.max() ?? 0) + taps - 1)
    steadyStep = evenStep
  }

  private static func weight(
    _ sampling: Image.Sampling, _ sample: Double, _ centre: Double, _ stretch: Double
  ) -> Double {
    guard sampling == .nearest else {
      return SampleKernel.weight(sampling, (sample + 0.5 - centre) / stretch)
    }
    // By area: how much of the sample's cell the pixel's footprint covers.
    let low = max(sample, centre - stretch / 2)
    return max(0, min(sample + 1, centre + stretch / 2) - low)
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
