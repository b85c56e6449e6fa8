// SPDX-License-Identifier: MIT

import MoonreelCore

/// How a sound swells in a fade: those of ffmpeg's `afade`, by its names and formulas. Dying away is the same
/// backwards.
public enum FadeCurve: String, Hashable, Sendable, CaseIterable {
  /// A straight line.
  case tri
  /// A quarter of a sine.
  case qsin
  /// Half a sine.
  case hsin
  /// A sine of a cube: flat in the middle.
  case esin
  /// A logarithm: 20 dB in the first tenth, then slowly.
  case log
  /// A parabola that is steep at first.
  case ipar
  /// A square.
  case qua
  /// A cube.
  case cub
  /// A square root.
  case squ
  /// A cube root.
  case cbr
  /// A parabola that is steep at last.
  case par
  /// An exponential: as many decibels in each part of the time.
  case exp
  /// An inverse quarter of a sine.
  case iqsin
  /// An inverse half of a sine.
  case ihsin
  /// Cube roots that meet in the middle: steep at both ends.
  case dese
  /// Cubes that meet in the middle: flat at both ends.
  case desi
  /// A logistic sigmoid.
  case losi
  /// A sine cardinal.
  case sinc
  /// An inverse sine cardinal.
  case isinc
  /// No fade: as loud as ever.
  case nofade

  /// The gain, 0…1, when `share` (0…1, limited) of the fade has passed.
  public func gain(at share: Double) -> Double {
    let g = min(1, max(0, share))
    return min(1, max(0, power(g) ?? wave(g) ?? other(g)))
  }

  /// Powers and roots.
  private func power(_ g: Double) -> Double? {
    switch self {
    case .tri: g
    case .ipar: 1 - (1 - g) * (1 - g)
    case .par: 1 - (1 - g).squareRoot()
    case .qua: g * g
    case .cub: g * g * g
    case .squ: g.squareRoot()
    case .cbr: Self.cubeRoot(g)
    case .dese: g <= 0.5 ? Self.cubeRoot(2 * g) / 2 : 1 - Self.cubeRoot(2 * (1 - g)) / 2
    case .desi: g <= 0.5 ? 4 * g * g * g : 1 - 4 * (1 - g) * (1 - g) * (1 - g)
    default: nil
    }
  }

  /// Sines and their inverses.
  private func wave(_ g: Double) -> Double? {
    switch self {
    case .qsin: return PortableMath.sin(g * .pi / 2)
    case .hsin: return (1 - PortableMath.cos(g * .pi)) / 2
    case .esin:
      let cube = (2 * g - 1) * (2 * g - 1) * (2 * g - 1)
      return 1 - PortableMath.cos(.pi / 4 * (cube + 1))
    case .iqsin: return Self.arcSine(g) * 2 / .pi
    case .ihsin: return 0.5 + Self.arcSine(2 * g - 1) / .pi
    case .sinc: return g >= 1 ? 1 : PortableMath.sin(.pi * (1 - g)) / (.pi * (1 - g))
    case .isinc: return g <= 0 ? 0 : 1 - PortableMath.sin(.pi * g) / (.pi * g)
    default: return nil
    }
  }

  /// Exponentials and logarithms.
  private func other(_ g: Double) -> Double {
    switch self {
    case .log: return g <= 0 ? 0 : 1 + 0.2 * PortableMath.log2(g) / 3.321928094887362
    // -100 dB where it begins.
    case .exp: return PortableMath.exp(-11.512925464970227 * (1 - g))
    case .losi:
      let steep = 1 / (1 - 0.787) - 1
      func sigmoid(_ x: Double) -> Double { 1 / (1 + PortableMath.exp(-x)) }
      let (low, high) = (sigmoid(-steep), sigmoid(steep))
      return (sigmoid((g - 0.5) * steep * 2) - low) / (high - low)
    default: return 1
    }
  }

  private static func cubeRoot(_ x: Double) -> Double {
    x <= 0 ? 0 : PortableMath.exp2(PortableMath.log2(x) / 3)
  }

  private static func arcSine(_ x: Double) -> Double {
    PortableMath.atan2(x, max(0, 1 - x * x).squareRoot())
  }
}
