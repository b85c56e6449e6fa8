// SPDX-License-Identifier: MIT

import MoonreelCore

/// What is asked of a sound over time.
public struct SoundQuantity: Hashable, Sendable {
  /// What is measured.
  public enum Kind: Hashable, Sendable {
    /// The effective level (RMS) of all channels, as a factor.
    case level
    /// The greatest magnitude in any channel.
    case peak
    /// The amplitude of a sine with the power between two frequencies, in hertz.
    case band(low: Double, high: Double)
  }

  /// What is measured.
  public let kind: Kind
  private let shares: [Double]
  private let calibration: Double

  /// A quantity.
  ///
  /// - Throws: `MoonreelError` (`invalidArgument`) for a band that does not lie within 20 Hz to 16 kHz, or does not rise.
  public init(_ kind: Kind) throws {
    self.kind = kind
    guard case .band(let low, let high) = kind else {
      (shares, calibration) = ([], 1)
      return
    }
    guard low < high, low >= SpectrumBands.lowest, high <= SpectrumBands.highest else {
      throw MoonreelError(
        .invalidArgument,
        "Cannot measure a band from \(low) to \(high) Hz: bands rise, and lie within 20 and 16000 Hz."
      )
    }
    shares = SpectrumBands.shares(from: low, to: high)
    calibration = SpectrumBands.calibration(of: shares, from: low, to: high)
  }

  /// Its value in hop `index` of `features`, a factor.
  func value(ofHop index: Int, in features: SoundFeatures) -> Double {
    switch kind {
    case .level: features.level(ofHop: index)
    case .peak: Double(features.peak(ofHop: index))
    case .band: (features.power(ofHop: index, shares: shares) * calibration).squareRoot()
    }
  }
}

extension SoundFeatures {
  /// A quantity at `time` of the sound's clock: in a straight line from the middle of one hop to that of the next; 0 outside
  /// of what was measured.
  public func value(of quantity: SoundQuantity, at time: Time) -> Double {
    let step = Time.flicksPerSecond / Int64(SoundWalk.hopsPerSecond)
    let place = time - range.start
    guard range.contains(time), hopCount > 0 else { return 0 }
    let shifted = place.flicks - step / 2
    let index = shifted < 0 ? 0 : Int(shifted / step)
    let amount = shifted < 0 ? 0 : Double(shifted % step) / Double(step)
    let first = quantity.value(ofHop: min(index, hopCount - 1), in: self)
    guard amount > 0, index + 1 < hopCount else { return first }
    return first + (quantity.value(ofHop: index + 1, in: self) - first) * amount
  }

  /// The quantity of every hop.
  func values(of quantity: SoundQuantity) -> [Double] {
    (0..<hopCount).map { quantity.value(ofHop: $0, in: self) }
  }

  /// The spectrum at `time` in `count` bands of equal musical width, factors from low to high; zeros outside of what was
  /// measured. Every one of the 32 reads 1 at a sine of full scale in its middle.
  ///
  /// - Precondition: 1 to 32 bands.
  public func bands(at time: Time, count: Int) -> [Double] {
    let all = SpectrumBands.count
    precondition((1...all).contains(count))
    let ends = (0...count).map {
      SpectrumBands.lowest
        * PortableMath.pow(
          SpectrumBands.highest / SpectrumBands.lowest, Double($0) / Double(count))
    }
    return zip(ends, ends.dropFirst()).map { low, high in
      let quantity = try? SoundQuantity(
        .band(low: max(SpectrumBands.lowest, low), high: min(SpectrumBands.highest, high)))
      return quantity.map { value(of: $0, at: time) } ?? 0
    }
  }

  /// The same on a clock that says `offset` more.
  public func shifted(by offset: Time) -> SoundFeatures {
    var rhythm = rhythm
    for index in rhythm.onsets.indices { rhythm.onsets[index].time += offset }
    for index in rhythm.beats.indices { rhythm.beats[index].time += offset }
    return SoundFeatures(self, over: range.shifted(by: offset), rhythm: rhythm)
  }
}
