// SPDX-License-Identifier: MIT

extension TimingFunction.Family {
  /// Penner's equation of this family at `p` (0…1).
  ///
  /// Source: Robert Penner, *Programming Macromedia Flash MX*, chapter 7. `out` is the mirror image of
  /// `in`, `inOut` both at half the size; back and elastic have wider constants where both ends ease.
  public func value(at p: Double, _ direction: TimingFunction.Direction) -> Double {
    if p <= 0 { return 0 }
    if p >= 1 { return 1 }
    return switch direction {
    case .in: rising(p, isDouble: false)
    case .out: 1 - rising(1 - p, isDouble: false)
    case .inOut:
      p < 0.5 ? rising(2 * p, isDouble: true) / 2 : 1 - rising(2 - 2 * p, isDouble: true) / 2
    case .outIn:
      p < 0.5
        ? (1 - rising(1 - 2 * p, isDouble: false)) / 2
        : (1 + rising(2 * p - 1, isDouble: false)) / 2
    }
  }

  /// The slow beginning; `isDouble` where the end eases as well.
  private func rising(_ p: Double, isDouble: Bool) -> Double {
    switch self {
    case .quad: p * p
    case .cubic: p * p * p
    case .quart: p * p * p * p
    case .quint: p * p * p * p * p
    case .sine: 1 - PortableMath.cos(p * .pi / 2)
    case .circ: 1 - (1 - p * p).squareRoot()
    case .expo: p <= 0 ? 0 : PortableMath.exp2(10 * p - 10)
    case .elastic: Self.elastic(p, period: isDouble ? 0.45 : 0.3)
    case .back: Self.back(p, overshoot: isDouble ? 1.70158 * 1.525 : 1.70158)
    case .bounce: 1 - Self.bounced(1 - p)
    }
  }

  private static func elastic(_ p: Double, period: Double) -> Double {
    if p <= 0 || p >= 1 { return p }
    let turns = (p - 1 - period / 4) / period
    return -PortableMath.exp2(10 * p - 10) * PortableMath.sin(2 * .pi * turns)
  }

  private static func back(_ p: Double, overshoot: Double) -> Double {
    p * p * ((overshoot + 1) * p - overshoot)
  }

  /// Four bounces, each a parabola.
  private static func bounced(_ p: Double) -> Double {
    let (height, unit) = (7.5625, 2.75)
    if p < 1 / unit { return height * p * p }
    if p < 2 / unit { return height * (p - 1.5 / unit) * (p - 1.5 / unit) + 0.75 }
    if p < 2.5 / unit { return height * (p - 2.25 / unit) * (p - 2.25 / unit) + 0.9375 }
    return height * (p - 2.625 / unit) * (p - 2.625 / unit) + 0.984375
  }
}
