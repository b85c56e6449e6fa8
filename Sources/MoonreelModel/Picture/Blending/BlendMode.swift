// SPDX-License-Identifier: MIT

/// How the colours of a picture and of what lies under it become one (`CIBlendMode`).
///
/// With s the picture (source), b what is under it (backdrop), C straight colours, c colours times
/// alpha and B the mode's own function, every mode gives
///
///     c = c_s · (1 − α_b) + c_b · (1 − α_s) + α_s · α_b · B(C_b, C_s)
///     α = α_s + α_b · (1 − α_s)
///
/// (W3C Compositing and Blending Level 1, "General formula for blending" with source-over). The
/// first sixteen are the W3C's; the others are those of photographic programs, by the formulas
/// given. Straight colours are limited to 0…1 before B, except where B is defined everywhere
/// (``limitsColors``). Quotients by 0 are written out.
public enum BlendMode: String, Hashable, Sendable, CaseIterable {
  /// s: the picture over what is under it.
  case normal
  /// b · s
  case multiply
  /// b + s − b · s
  case screen
  /// Hard light with both exchanged.
  case overlay
  /// min(b, s)
  case darken
  /// max(b, s)
  case lighten
  /// min(1, b / (1 − s)); 0 where b is 0, else 1 where s is 1.
  case colorDodge
  /// 1 − min(1, (1 − b) / s); 1 where b is 1, else 0 where s is 0.
  case colorBurn
  /// b · 2s up to s = ½, then screen of b and 2s − 1.
  case hardLight
  /// b − (1 − 2s) · b · (1 − b) up to s = ½, then b + (2s − 1) · (D(b) − b), where D(b) is
  /// ((16b − 12) · b + 4) · b up to ¼, √b above.
  case softLight
  /// |b − s|
  case difference
  /// b + s − 2 · b · s
  case exclusion
  /// Hue of s, saturation and luminosity of b.
  case hue
  /// Saturation of s, hue and luminosity of b.
  case saturation
  /// Hue and saturation of s, luminosity of b.
  case color
  /// Luminosity of s, hue and saturation of b.
  case luminosity

  /// min(1, b + s)
  case linearDodge
  /// max(0, b + s − 1)
  case linearBurn
  /// Colour burn with 2s up to s = ½, then colour dodge with 2s − 1.
  case vividLight
  /// b + 2s − 1, limited.
  case linearLight
  /// min(b, 2s) up to s = ½, then max(b, 2s − 1).
  case pinLight
  /// 1 where b + s is at least 1, else 0.
  case hardMix
  /// max(0, b − s)
  case subtract
  /// min(1, b / s); 0 where b is 0, else 1 where s is 0.
  case divide
  /// 1 − |1 − b − s|
  case negation
  /// |1 − b − s|
  case extremity
  /// min(b, s) − max(b, s) + 1
  case phoenix
  /// min(1, b² / (1 − s)); 1 where s is 1.
  case reflect
  /// Reflect with both exchanged.
  case glow
  /// 1 − min(1, (1 − b)² / s); 0 where s is 0.
  case freeze
  /// Freeze with both exchanged.
  case heat
  /// b − s + ½, limited.
  case grainExtract
  /// b + s − ½, limited.
  case grainMerge
  /// (b + s) / 2
  case average
  /// √(b · s)
  case geometricMean
  /// 2 · b · s / (b + s); 0 where both are 0.
  case harmonicMean
  /// (2 − cos πb − cos πs) / 4
  case interpolate
  /// (b − s) / (1 − s) where b is above s, else (s − b) / s; 0 where both are equal.
  case softDifference
  /// 1 − b − s, limited.
  case bleach
  /// 2 − b − s, limited.
  case stain
  /// min(1, 2 · b · s) up to s = ½, then min(1, b / (2 − 2s)); 1 where s is 1.
  case hardOverlay
  /// 8 · b · (s − ½) + ½, limited.
  case multiply128
  /// The bits that both have, of codes from 0 to 255.
  case bitAnd
  /// The bits that either has, of codes from 0 to 255.
  case bitOr
  /// The bits that one of both has, of codes from 0 to 255.
  case bitXor
  /// Whichever of both colours has the smaller luminosity; s where they are equal.
  case darkerColor
  /// Whichever of both colours has the larger luminosity; s where they are equal.
  case lighterColor
  /// The picture's colour, opaque, at a share α_s of the pixels, chosen by noise; what is under it
  /// at the others.
  case noiseDissolve
}

extension BlendMode {
  /// Whether straight colours are limited to 0…1 before B; the others pass signals beyond black and
  /// white on.
  public var limitsColors: Bool {
    switch self {
    case .normal, .multiply, .screen, .darken, .lighten, .difference, .exclusion, .average,
      .darkerColor, .lighterColor, .noiseDissolve:
      false
    default: true
    }
  }
}
