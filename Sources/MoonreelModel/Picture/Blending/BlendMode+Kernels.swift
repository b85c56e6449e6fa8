// SPDX-License-Identifier: MIT

extension BlendMode {
  /// The mode as a function of the picture's pixel, the backdrop's and, for `noiseDissolve`, noise.
  var kernel: PixelKernel { Self.kernels[self] ?? Self.scattering }

  private static let kernels: [BlendMode: PixelKernel] = Dictionary(
    uniqueKeysWithValues: allCases.filter { $0 != .noiseDissolve }.map { ($0, $0.recorded()) })

  /// The general formula of W3C Compositing and Blending Level 1 around the mode's function.
  private func recorded() -> PixelKernel {
    PixelKernel(rawValue, inputs: 2) { kernel in
      let (s, b) = (kernel.input(0), kernel.input(1))
      let mixed = mix(limited(b.straight), limited(s.straight))
      let (restOfB, restOfS, both) = (1 - b.alpha, 1 - s.alpha, s.alpha * b.alpha)
      func part(_ path: KeyPath<KernelPixel, KernelTerm>) -> KernelTerm {
        s[keyPath: path] * restOfB + b[keyPath: path] * restOfS + both * mixed[keyPath: path]
      }
      return KernelPixel(
        part(\.red), part(\.green), part(\.blue), s.alpha + b.alpha * restOfS)
    }
  }

  private func limited(_ pixel: KernelPixel) -> KernelPixel {
    limitsColors ? pixel.mapColors { $0.clamped() } : pixel
  }

  /// The picture, opaque, where its alpha is at least the noise and not nothing.
  private static let scattering = PixelKernel(BlendMode.noiseDissolve.rawValue, inputs: 3) {
    kernel in
    let (s, b) = (kernel.input(0), kernel.input(1))
    let straight = s.straight
    let edge = kernel.input(2).red.maximum(1e-6)
    func part(_ above: KernelTerm, _ below: KernelTerm) -> KernelTerm {
      s.alpha.atLeast(edge, above, else: below)
    }
    return KernelPixel(
      part(straight.red, b.red), part(straight.green, b.green), part(straight.blue, b.blue),
      part(kernel.literal(1), b.alpha))
  }
}
