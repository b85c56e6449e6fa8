// SPDX-License-Identifier: MIT

// B(b, s) where the components depend on one another: the non-separable modes of W3C Compositing and
// Blending Level 1, with its Lum, Sat, ClipColor, SetLum and SetSat.
extension BlendMode {
  /// B of the straight colours of two pixels; the result's alpha means nothing.
  func mix(_ b: KernelPixel, _ s: KernelPixel) -> KernelPixel {
    switch self {
    case .hue: return s.saturated(like: b).lit(b.luminosity)
    case .saturation: return b.saturated(like: s).lit(b.luminosity)
    case .color: return s.lit(b.luminosity)
    case .luminosity: return b.lit(s.luminosity)
    case .darkerColor: return s.chosen(over: b, where: b.luminosity, isAtLeast: s.luminosity)
    case .lighterColor: return s.chosen(over: b, where: s.luminosity, isAtLeast: b.luminosity)
    case .noiseDissolve: return s
    default:
      guard let mixing = separable else {
        preconditionFailure("the blend mode '\(rawValue)' has no function")
      }
      return KernelPixel(
        mixing(b.red, s.red), mixing(b.green, s.green), mixing(b.blue, s.blue), s.alpha)
    }
  }
}

extension KernelPixel {
  /// Lum: 0.3 R + 0.59 G + 0.11 B.
  fileprivate var luminosity: KernelTerm { red * 0.3 + green * 0.59 + blue * 0.11 }
  private var smallest: KernelTerm { red.minimum(green).minimum(blue) }
  private var largest: KernelTerm { red.maximum(green).maximum(blue) }

  /// SetSat: the least component 0, the largest the saturation of `other`, gray staying gray.
  fileprivate func saturated(like other: KernelPixel) -> KernelPixel {
    let gain = (other.largest - other.smallest) / (largest - smallest)
    return mapColors { ($0 - smallest) * gain }
  }

  /// SetLum: moved to the luminosity `wanted`, then ClipColor.
  fileprivate func lit(_ wanted: KernelTerm) -> KernelPixel {
    let change = wanted - luminosity
    return mapColors { $0 + change }.clipped
  }

  /// ClipColor: drawn towards its luminosity until nothing lies outside 0…1.
  private var clipped: KernelPixel {
    let (low, high, middle) = (smallest, largest, luminosity)
    let raise = middle / (middle - low)
    let lower = (1 - middle) / (high - middle)
    return mapColors { part in
      let distance = part - middle
      let raised = low.atLeast(0, part, else: middle + distance * raise)
      return high.atLeast(1, middle + distance * lower, else: raised)
    }
  }

  /// This where `first` is at least `second`, else `other`.
  fileprivate func chosen(
    over other: KernelPixel, where first: KernelTerm, isAtLeast second: KernelTerm
  ) -> KernelPixel {
    KernelPixel(
      first.atLeast(second, red, else: other.red), first.atLeast(second, green, else: other.green),
      first.atLeast(second, blue, else: other.blue), alpha)
  }
}
