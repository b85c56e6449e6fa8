// SPDX-License-Identifier: MIT

import MoonreelCore

/// The bands that spectra are kept in: 32 of equal musical width, 20 Hz to 16 kHz, 3.6 semitones each.
///
/// They are found with the windows of a ``SoundWalk``. The spread of a tone by that window is ±23 Hz, so
/// below 150 Hz a tone is seen in neighbouring bands, too.
public enum SpectrumBands {
  /// How many there are.
  public static let count = 32
  /// Where the first begins, in hertz.
  public static let lowest = 20.0
  /// Where the last ends, in hertz.
  public static let highest = 16_000.0

  /// Where they begin, and where the last ends, in hertz: `count + 1` frequencies.
  public static let edges: [Double] = (0...count).map {
    lowest * PortableMath.pow(highest / lowest, Double($0) / Double(count))
  }

  /// The same counted in frequencies of the transform.
  static let places = edges.map(SpectrumWindow.place)

  /// What powers are multiplied by so that a sine of full scale has 1 in all bands together.
  static let scale = 4 / (Double(SpectrumWindow.length) * Double(SpectrumWindow.length) * 3 / 8)

  /// How much of each band lies between two frequencies, 0…1, by octaves.
  static func shares(from low: Double, to high: Double) -> [Double] {
    zip(edges, edges.dropFirst()).map { begin, end in
      let (from, to) = (max(begin, low), min(end, high))
      guard from < to else { return 0 }
      return PortableMath.log2(to / from) / PortableMath.log2(end / begin)
    }
  }

  /// The power that a sine of full scale and `frequency` hertz has in each band.
  static func response(to frequency: Double) -> [Double] {
    let center = SpectrumWindow.place(of: frequency)
    return zip(places, places.dropFirst()).map { low, high in
      var sum = 0.0
      let (first, last) = (Int(low + 0.5), Int(high + 0.5))
      for bin in first...max(first, last) {
        let (from, to) = (max(Double(bin) - 0.5, low), min(Double(bin) + 0.5, high))
        if from < to { sum += (to - from) * spread(Double(bin) - center) }
      }
      return sum
    }
  }

  /// What the bands' powers between two frequencies, weighted by ``shares(from:to:)``, are multiplied by so that a sine of full
  /// scale in the middle (by octaves) reads 1.
  static func calibration(of shares: [Double], from low: Double, to high: Double) -> Double {
    let middle = PortableMath.pow(low * high, 0.5)
    let power = zip(shares, response(to: middle)).reduce(0) { $0 + $1.0 * $1.1 }
    return power > 0 ? 1 / power : 0
  }

  /// What each band alone is multiplied by, as a factor of power.
  static let calibrations: [Double] = (0..<count).map { band in
    var shares = [Double](repeating: 0, count: count)
    shares[band] = 1
    return calibration(of: shares, from: edges[band], to: edges[band + 1])
  }

  /// The share of a sine's power in the frequency `distance` away from it, as the window spreads it.
  private static func spread(_ distance: Double) -> Double {
    let (d, square) = (abs(distance), distance * distance)
    let lobe: Double
    if d < 1e-9 {
      lobe = 1
    } else if abs(d - 1) < 1e-9 {
      lobe = 0.5
    } else {
      lobe = PortableMath.sin(Double.pi * d) / (Double.pi * d) / (1 - square)
    }
    return lobe * lobe * 2 / 3
  }
}
