// SPDX-License-Identifier: MIT

import Glibc
import MoonreelModel

/// Blend modes in double precision, written from the text of W3C Compositing and Blending Level 1
/// and the photographic formulas, one straight colour at a time.
struct PlainBlending {
  typealias RGB = SIMD3<Double>

  let mode: BlendMode

  /// The blended pixel of a backdrop and a source, all four premultiplied by alpha: first
  /// "Cs = (1 − αb) · Cs + αb · B(Cb, Cs)", then simple alpha compositing.
  func blend(_ backdrop: SIMD4<Double>, _ source: SIMD4<Double>) -> SIMD4<Double> {
    let (cb, ab, cs, as_) = (straight(backdrop), backdrop.w, straight(source), source.w)
    let mixed = (1 - ab) * cs + ab * function(limit(cb), limit(cs))
    let color = as_ * mixed + (1 - as_) * ab * cb
    return SIMD4(color, as_ + ab * (1 - as_))
  }

  private func straight(_ pixel: SIMD4<Double>) -> RGB {
    pixel.w == 0 ? .zero : RGB(pixel.x, pixel.y, pixel.z) / pixel.w
  }

  private func limit(_ color: RGB) -> RGB {
    mode.limitsColors ? color.clamped(lowerBound: .zero, upperBound: .one) : color
  }

  /// B(Cb, Cs).
  func function(_ cb: RGB, _ cs: RGB) -> RGB {
    switch mode {
    case .hue: return setLum(setSat(cs, sat(cb)), lum(cb))
    case .saturation: return setLum(setSat(cb, sat(cs)), lum(cb))
    case .color: return setLum(cs, lum(cb))
    case .luminosity: return setLum(cb, lum(cs))
    case .darkerColor: return lum(cb) < lum(cs) ? cb : cs
    case .lighterColor: return lum(cb) > lum(cs) ? cb : cs
    default:
      return RGB((0..<3).map { Self.component(mode, cb[$0], cs[$0]) })
    }
  }

  // MARK: Separable

  static func component(_ mode: BlendMode, _ b: Double, _ s: Double) -> Double {
    switch mode {
    case .multiply: return b * s
    case .screen: return 1 - (1 - b) * (1 - s)
    case .overlay: return component(.hardLight, s, b)
    case .darken: return min(b, s)
    case .lighten: return max(b, s)
    case .colorDodge:
      if b == 0 { return 0 }
      return s == 1 ? 1 : min(1, b / (1 - s))
    case .colorBurn:
      if b == 1 { return 1 }
      return s == 0 ? 0 : 1 - min(1, (1 - b) / s)
    case .hardLight: return s <= 0.5 ? b * 2 * s : component(.screen, b, 2 * s - 1)
    case .softLight:
      if s <= 0.5 { return b - (1 - 2 * s) * b * (1 - b) }
      let d = b <= 0.25 ? ((16 * b - 12) * b + 4) * b : sqrt(b)
      return b + (2 * s - 1) * (d - b)
    case .difference: return abs(b - s)
    case .exclusion: return b + s - 2 * b * s
    default: return photographic(mode, b, s)
    }
  }

  private static func photographic(_ mode: BlendMode, _ b: Double, _ s: Double) -> Double {
    func clip(_ value: Double) -> Double { max(0, min(1, value)) }
    switch mode {
    case .linearDodge: return clip(b + s)
    case .linearBurn: return clip(b + s - 1)
    case .vividLight:
      return s < 0.5 ? component(.colorBurn, b, 2 * s) : component(.colorDodge, b, 2 * s - 1)
    case .linearLight: return clip(b + 2 * s - 1)
    case .pinLight: return s < 0.5 ? min(b, 2 * s) : max(b, 2 * s - 1)
    case .hardMix: return b + s >= 1 ? 1 : 0
    case .subtract: return clip(b - s)
    case .divide: return b == 0 ? 0 : s == 0 ? 1 : clip(b / s)
    case .negation: return 1 - abs(1 - b - s)
    case .extremity: return abs(1 - b - s)
    case .phoenix: return min(b, s) - max(b, s) + 1
    case .reflect: return s == 1 ? 1 : clip(b * b / (1 - s))
    case .glow: return b == 1 ? 1 : clip(s * s / (1 - b))
    case .freeze: return s == 0 ? 0 : clip(1 - (1 - b) * (1 - b) / s)
    case .heat: return b == 0 ? 0 : clip(1 - (1 - s) * (1 - s) / b)
    case .grainExtract: return clip(b - s + 0.5)
    case .grainMerge: return clip(b + s - 0.5)
    case .average: return (b + s) / 2
    case .geometricMean: return sqrt(b * s)
    case .harmonicMean: return b + s == 0 ? 0 : 2 / (1 / b + 1 / s)
    case .interpolate: return 0.5 - 0.25 * cos(.pi * b) - 0.25 * cos(.pi * s)
    case .softDifference: return b > s ? (b - s) / (1 - s) : b == s ? 0 : (s - b) / s
    case .bleach: return clip(1 - b - s)
    case .stain: return clip(2 - b - s)
    case .hardOverlay: return s == 1 ? 1 : clip(s > 0.5 ? b / (2 - 2 * s) : 2 * b * s)
    case .multiply128: return clip((s - 0.5) * b / 0.125 + 0.5)
    case .bitAnd: return bits(b, s, &)
    case .bitOr: return bits(b, s, |)
    case .bitXor: return bits(b, s, ^)
    default: return s
    }
  }

  private static func bits(_ b: Double, _ s: Double, _ join: (Int, Int) -> Int) -> Double {
    Double(join(Int((b * 255).rounded()), Int((s * 255).rounded()))) / 255
  }

  // MARK: Non-separable

  private func lum(_ c: RGB) -> Double { 0.3 * c.x + 0.59 * c.y + 0.11 * c.z }
  private func sat(_ c: RGB) -> Double { c.max() - c.min() }

  private func clipColor(_ color: RGB) -> RGB {
    let (l, n, x) = (lum(color), color.min(), color.max())
    var c = color
    if n < 0 { c = RGB(repeating: l) + (c - l) * l / (l - n) }
    if x > 1 { c = RGB(repeating: l) + (c - l) * (1 - l) / (x - l) }
    return c
  }

  private func setLum(_ color: RGB, _ l: Double) -> RGB { clipColor(color + (l - lum(color))) }

  private func setSat(_ color: RGB, _ s: Double) -> RGB {
    let order = [0, 1, 2].sorted { color[$0] < color[$1] }
    let (low, middle, high) = (order[0], order[1], order[2])
    var c = color
    if c[high] > c[low] {
      c[middle] = (c[middle] - c[low]) * s / (c[high] - c[low])
      c[high] = s
    } else {
      (c[middle], c[high]) = (0, 0)
    }
    c[low] = 0
    return c
  }
}
