// SPDX-License-Identifier: MIT

// B(b, s) for one colour component, where every component is treated alike.
extension BlendMode {
  typealias Mixing = @Sendable (_ backdrop: KernelTerm, _ source: KernelTerm) -> KernelTerm

  /// The function of one component; `nil` where components depend on one another.
  var separable: Mixing? {
    Self.standard[self] ?? Self.photographic[self] ?? Self.signals[self]
  }

  /// Those of W3C Compositing and Blending Level 1.
  private static let standard: [BlendMode: Mixing] = [
    .normal: { _, s in s },
    .multiply: { $0 * $1 },
    .screen: screened,
    .overlay: { b, s in hardLit(s, b) },
    .darken: { $0.minimum($1) },
    .lighten: { $0.maximum($1) },
    .colorDodge: dodged,
    .colorBurn: burned,
    .hardLight: hardLit,
    .softLight: softLit,
    .difference: { ($0 - $1).absolute },
    .exclusion: { b, s in b + s - b * s * 2 },
  ]

  private static let photographic: [BlendMode: Mixing] = [
    .linearDodge: { ($0 + $1).minimum(1) },
    .linearBurn: { ($0 + $1 - 1).maximum(0) },
    .vividLight: { b, s in s.atLeast(0.5, dodged(b, s * 2 - 1), else: burned(b, s * 2)) },
    .linearLight: { b, s in (b + s * 2 - 1).clamped() },
    .pinLight: { b, s in s.atLeast(0.5, b.maximum(s * 2 - 1), else: b.minimum(s * 2)) },
    .hardMix: { b, s in (b + s).atLeast(1, b * 0 + 1, else: b * 0) },
    .subtract: { ($0 - $1).maximum(0) },
    .divide: { b, s in
      b.isAbove(0, s.isAbove(0, (b / s).minimum(1), else: 1), else: 0)
    },
    .negation: { b, s in 1 - (1 - b - s).absolute },
    .extremity: { b, s in (1 - b - s).absolute },
    .phoenix: { b, s in b.minimum(s) - b.maximum(s) + 1 },
    .reflect: reflected,
    .glow: { b, s in reflected(s, b) },
    .freeze: frozen,
    .heat: { b, s in frozen(s, b) },
    .grainExtract: { b, s in (b - s + 0.5).clamped() },
    .grainMerge: { b, s in (b + s - 0.5).clamped() },
    .average: { b, s in (b + s) * 0.5 },
    .geometricMean: { b, s in (b * s).squareRoot },
    .harmonicMean: { b, s in b * s * 2 / (b + s) },
    .interpolate: { b, s in
      let waves = (b * Float.pi).cosine + (s * Float.pi).cosine
      return (2 - waves) * 0.25
    },
    .softDifference: { b, s in b.isAbove(s, (b - s) / (1 - s), else: (s - b) / s) },
  ]

  /// What is done to signals rather than to pictures.
  private static let signals: [BlendMode: Mixing] = [
    .bleach: { b, s in (1 - b - s).maximum(0) },
    .stain: { b, s in (2 - b - s).minimum(1) },
    .hardOverlay: { b, s in
      s.atLeast(1, 1, else: s.isAbove(0.5, (b / (2 - s * 2)).minimum(1), else: b * s * 2))
    },
    .multiply128: { b, s in (b * (s - 0.5) * 8 + 0.5).clamped() },
    .bitAnd: { b, s in common(code(b), code(s)) * (1 / 255) },
    .bitOr: { b, s in (code(b) + code(s) - common(code(b), code(s))) * (1 / 255) },
    .bitXor: { b, s in (code(b) + code(s) - common(code(b), code(s)) * 2) * (1 / 255) },
  ]

  /// The nearest of 256 codes.
  private static func code(_ value: KernelTerm) -> KernelTerm { (value * 255 + 0.5).floor }

  /// The bits that two codes have in common, as a number.
  private static func common(_ a: KernelTerm, _ b: KernelTerm) -> KernelTerm {
    func bit(_ value: KernelTerm, _ weight: Float) -> KernelTerm {
      (value * (1 / weight)).floor - (value * (0.5 / weight)).floor * 2
    }
    let weights = (0..<8).map { Float(1 << $0) }
    return weights.dropFirst().reduce(bit(a, 1) * bit(b, 1)) { sum, weight in
      sum + bit(a, weight) * bit(b, weight) * weight
    }
  }

  private static let screened: Mixing = { b, s in b + s - b * s }

  private static let dodged: Mixing = { b, s in
    b.isAbove(0, s.atLeast(1, 1, else: (b / (1 - s)).minimum(1)), else: 0)
  }

  private static let burned: Mixing = { b, s in
    b.atLeast(1, 1, else: s.isAbove(0, 1 - ((1 - b) / s).minimum(1), else: 0))
  }

  private static let hardLit: Mixing = { b, s in
    s.atLeast(0.5, screened(b, s * 2 - 1), else: b * (s * 2))
  }

  private static let softLit: Mixing = { b, s in
    let bent = ((b * 16 - 12) * b + 4) * b
    let curve = b.isAbove(0.25, b.squareRoot, else: bent)
    let excess = s * 2 - 1
    return s.isAbove(0.5, b + excess * (curve - b), else: b + excess * b * (1 - b))
  }

  private static let reflected: Mixing = { b, s in
    s.atLeast(1, 1, else: (b * b / (1 - s)).minimum(1))
  }

  private static let frozen: Mixing = { b, s in
    s.isAbove(0, 1 - ((1 - b) * (1 - b) / s).minimum(1), else: 0)
  }
}

extension KernelTerm {
  fileprivate func atLeast(_ edge: Float, _ yes: Float, else no: KernelTerm) -> KernelTerm {
    atLeast(edge, recorder.literal(Double(yes)), else: no)
  }

  /// `yes` where this is above `edge`, else `no`.
  fileprivate func isAbove(_ edge: KernelTerm, _ yes: KernelTerm, else no: KernelTerm)
    -> KernelTerm
  {
    edge.atLeast(self, no, else: yes)
  }

  fileprivate func isAbove(_ edge: Float, _ yes: KernelTerm, else no: KernelTerm) -> KernelTerm {
    isAbove(recorder.literal(Double(edge)), yes, else: no)
  }

  fileprivate func isAbove(_ edge: Float, _ yes: KernelTerm, else no: Float) -> KernelTerm {
    isAbove(edge, yes, else: recorder.literal(Double(no)))
  }
}
