// SPDX-License-Identifier: MIT

import MoonreelCore

/// How one channel's signals are stretched (as in the levels dialogue of photo programs).
public struct Levels: Hashable, Sendable {
  /// The signal that becomes ``lowOutput``.
  public var black: Double
  /// The signal that becomes ``highOutput``; above ``black``.
  public var white: Double
  /// Above 1 brightens what lies between, below 1 darkens it.
  public var gamma: Double
  /// What black becomes.
  public var lowOutput: Double
  /// What white becomes.
  public var highOutput: Double

  /// Leaves signals as they are (and limits them to 0…1).
  public static let identity = Levels()

  /// Levels with every part given; the defaults change nothing.
  public init(
    black: Double = 0, white: Double = 1, gamma: Double = 1, lowOutput: Double = 0,
    highOutput: Double = 1
  ) {
    (self.black, self.white, self.gamma) = (black, white, gamma)
    (self.lowOutput, self.highOutput) = (lowOutput, highOutput)
  }

  fileprivate func numbers(withGamma: Bool) -> [Float] {
    let scale = 1 / max(white - black, 1e-6)
    let all = [black, scale, lowOutput, highOutput - lowOutput, 1 / max(gamma, 1e-6)]
    return all.prefix(withGamma ? 5 : 4).map { Float($0) }
  }
}

/// A grade by the Color Decision List of the American Society of Cinematographers (ASC CDL 1.2):
/// out = (in · slope + offset, limited to 0…1) to the power of power, for each channel, then
/// saturation about BT.709 luma.
public struct ColorDecision: Hashable, Sendable {
  /// What red, green and blue are multiplied by; 0 or more.
  public var slope: SIMD3<Double>
  /// What is added then.
  public var offset: SIMD3<Double>
  /// What the sum is raised to; above 0.
  public var power: SIMD3<Double>
  /// What the distance from gray is multiplied by in the end; 0 or more.
  public var saturation: Double

  /// Changes nothing.
  public static let identity = ColorDecision()

  /// A grade with every part given; the defaults change nothing.
  public init(
    slope: SIMD3<Double> = .one, offset: SIMD3<Double> = .zero, power: SIMD3<Double> = .one,
    saturation: Double = 1
  ) {
    (self.slope, self.offset, self.power) = (slope, offset, power)
    self.saturation = saturation
  }

  /// The grade of three wheels: black becomes `lift`, white becomes `gain`, and `gamma` (above 1
  /// brightens) bends what lies between: out = (in · (gain − lift) + lift) ^ (1 / gamma).
  public init(lift: SIMD3<Double>, gamma: SIMD3<Double> = .one, gain: SIMD3<Double> = .one) {
    self.init(slope: gain - lift, offset: lift, power: .one / gamma)
  }
}

extension Image {
  /// This picture with muted colours made stronger (`amount` above 0) or weaker (below): the
  /// distance from BT.709 luma times 1 + `amount` · (1 − (largest − smallest component)), so that
  /// strong colours change little. −1…1 is the useful range.
  public func vibrance(_ amount: Float) -> Image {
    amount == 0 ? self : applying(GradingKernels.vibrance, numbers: [amount])
  }

  /// This picture with the same levels for all channels.
  public func levels(_ levels: Levels) -> Image {
    self.levels(red: levels, green: levels, blue: levels)
  }

  /// This picture with levels for each channel: ((in − black) / (white − black), limited to 0…1) to
  /// the power of 1 / gamma, then brought to the output range.
  public func levels(
    red: Levels = .identity, green: Levels = .identity, blue: Levels = .identity
  ) -> Image {
    let all = [red, green, blue]
    if all.allSatisfy({ $0 == .identity }) { return self }
    let bends = all.contains { $0.gamma != 1 }
    return applying(
      bends ? GradingKernels.levelsWithGamma : GradingKernels.levels,
      numbers: all.flatMap { $0.numbers(withGamma: bends) })
  }

  /// This picture graded by `decision`.
  public func graded(_ decision: ColorDecision) -> Image {
    var graded = self
    let (slope, offset, power) = (decision.slope, decision.offset, decision.power)
    if slope != .one || offset != .zero || power != .one {
      graded = applying(
        GradingKernels.decision,
        numbers: (0..<3).flatMap { [Float(slope[$0]), Float(offset[$0]), Float(power[$0])] })
    }
    return decision.saturation == 1 ? graded : graded.saturation(Float(decision.saturation))
  }

  /// This picture with each channel made of all three: `red`, `green` and `blue` hold the weights of
  /// red, green and blue, and `offset` what is added.
  public func channelsMixed(
    red: SIMD3<Float> = SIMD3(1, 0, 0), green: SIMD3<Float> = SIMD3(0, 1, 0),
    blue: SIMD3<Float> = SIMD3(0, 0, 1), offset: SIMD3<Float> = .zero
  ) -> Image {
    let rows = [red, green, blue]
    let matrix = ColorMatrix(
      (0..<3).flatMap { [rows[$0].x, rows[$0].y, rows[$0].z, 0, offset[$0]] } + [0, 0, 0, 1, 0])
    return matrix == .identity ? self : colorMatrix(matrix)
  }

  /// This picture with 1 − red, 1 − green, 1 − blue; at `amount` below 1, the weighted mean of both.
  public func inverted(_ amount: Float = 1) -> Image {
    let (kept, rest) = (1 - 2 * amount, amount)
    return channelsMixed(
      red: SIMD3(kept, 0, 0), green: SIMD3(0, kept, 0), blue: SIMD3(0, 0, kept),
      offset: SIMD3(repeating: rest))
  }

  /// White where BT.709 luma is at least `level`, black elsewhere; alpha stays.
  public func thresholded(at level: Float = 0.5) -> Image {
    applying(GradingKernels.threshold, numbers: [level])
  }

  /// This picture with `count` (2 or more) steps of each component: ⌊in · count⌋ / (count − 1), at
  /// most 1.
  ///
  /// - Precondition: `count` is 2 or more.
  public func posterized(to count: Int) -> Image {
    precondition(count >= 2, "a posterized picture has 2 steps or more")
    return applying(GradingKernels.posterize, numbers: [Float(count), 1 / Float(count - 1)])
  }
}
