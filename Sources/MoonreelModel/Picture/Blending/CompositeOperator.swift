// SPDX-License-Identifier: MIT

/// Which parts of a picture (source, s) and of what lies under it (destination, d) are kept where
/// they overlap and where they do not: `c = c_s · F_s + c_d · F_d` on all four premultiplied
/// components (Porter and Duff, "Compositing Digital Images", 1984; W3C Compositing and Blending
/// Level 1).
public enum CompositeOperator: String, Hashable, Sendable, CaseIterable {
  /// Nothing: F_s = F_d = 0.
  case clear
  /// The picture alone: 1, 0.
  case source
  /// What is under it alone: 0, 1.
  case destination
  /// The picture over the other: 1, 1 − α_s.
  case sourceOver
  /// The other over the picture: 1 − α_d, 1.
  case destinationOver
  /// The picture where the other is: α_d, 0.
  case sourceIn
  /// The other where the picture is: 0, α_s.
  case destinationIn
  /// The picture where the other is not: 1 − α_d, 0.
  case sourceOut
  /// The other where the picture is not: 0, 1 − α_s.
  case destinationOut
  /// The picture over the other, only where the other is: α_d, 1 − α_s.
  case sourceAtop
  /// The other over the picture, only where the picture is: 1 − α_d, α_s.
  case destinationAtop
  /// Each where the other is not: 1 − α_d, 1 − α_s.
  case xor
  /// The sum, at most 1 ("lighter"): 1, 1.
  case plus
}

extension CompositeOperator {
  /// The operator as a function of the picture's pixel and the other's.
  var kernel: PixelKernel { Self.kernels[self]! }

  private static let kernels: [CompositeOperator: PixelKernel] = Dictionary(
    uniqueKeysWithValues: allCases.map { ($0, $0.recorded()) })

  /// F_s and F_d; `nil` for 1.
  private func factors(_ s: KernelPixel, _ d: KernelPixel, _ zero: KernelTerm)
    -> (KernelTerm?, KernelTerm?)
  {
    switch self {
    case .clear: (zero, zero)
    case .source: (nil, zero)
    case .destination: (zero, nil)
    case .sourceOver: (nil, 1 - s.alpha)
    case .destinationOver: (1 - d.alpha, nil)
    case .sourceIn: (d.alpha, zero)
    case .destinationIn: (zero, s.alpha)
    case .sourceOut: (1 - d.alpha, zero)
    case .destinationOut: (zero, 1 - s.alpha)
    case .sourceAtop: (d.alpha, 1 - s.alpha)
    case .destinationAtop: (1 - d.alpha, s.alpha)
    case .xor: (1 - d.alpha, 1 - s.alpha)
    case .plus: (nil, nil)
    }
  }

  private func recorded() -> PixelKernel {
    PixelKernel(rawValue, inputs: 2, extent: extent) { kernel in
      let (s, d) = (kernel.input(0), kernel.input(1))
      let (first, second) = factors(s, d, kernel.literal(0))
      func part(_ path: KeyPath<KernelPixel, KernelTerm>) -> KernelTerm {
        let above = first.map { s[keyPath: path] * $0 } ?? s[keyPath: path]
        let below = second.map { d[keyPath: path] * $0 } ?? d[keyPath: path]
        return self == .plus ? (above + below).minimum(1) : above + below
      }
      return KernelPixel(part(\.red), part(\.green), part(\.blue), part(\.alpha))
    }
  }

  private var extent: PixelKernel.Extent {
    switch self {
    case .clear, .sourceIn, .destinationIn: .intersection
    case .source, .sourceOut, .destinationAtop: .input(0)
    case .destination, .destinationOut, .sourceAtop: .input(1)
    case .sourceOver, .destinationOver, .xor, .plus: .union
    }
  }
}
