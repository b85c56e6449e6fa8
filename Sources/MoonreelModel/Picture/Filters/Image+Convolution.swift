// SPDX-License-Identifier: MIT

import MoonreelCore

extension Image {
  /// The weighted sum of each pixel's neighbours, on components multiplied by alpha: the weight in
  /// row i, column j belongs to the neighbour that lies as far from the middle (a correlation; turn
  /// the weights by 180° for a convolution). Rows are added up one after the other.
  ///
  /// The extent grows by the radius, except where alpha is kept.
  ///
  /// - Parameters:
  ///   - weights: 9 (3 × 3) or 25 (5 × 5) numbers, row by row. They are not normalised.
  ///   - bias: Added to red, green and blue, times alpha.
  ///   - keepsAlpha: Whether alpha stays as it is instead of being summed too.
  /// - Precondition: there are 9 or 25 weights.
  public func convolved(_ weights: [Float], bias: Float = 0, keepsAlpha: Bool = false) -> Image {
    precondition(weights.count == 9 || weights.count == 25, "weights are 3 x 3 or 5 x 5")
    let radius = weights.count == 9 ? 1 : 2
    let kernels = keepsAlpha ? Convolutions.colors : Convolutions.all
    let sum = applying(kernels[radius], numbers: weights + [bias], reach: Double(radius))
    guard keepsAlpha, let extent else { return sum }
    return sum.cropped(to: extent)
  }

  /// How steep colours are: √(g_x² + g_y²) · `amount` of each colour component multiplied by alpha,
  /// with the gradients of Sobel and Feldman (1968) over 8, so that a step from 0 to 1 gives ½ on
  /// both of its sides. Alpha is kept, edges are held.
  public func sobelEdges(amount: Float = 1) -> Image {
    held { $0.applying(Convolutions.sobel, numbers: [amount], reach: 1) }
  }

  /// A relief in gray: ½ + `amount` · (g_x cos a + g_y sin a) of luma, with the gradients of
  /// ``sobelEdges(amount:)``. Alpha is kept, edges are held.
  ///
  /// - Parameters:
  ///   - angleDegrees: Where the picture rises to become light: 0 is to the right, 90 down.
  ///   - amount: How strong it is.
  public func embossed(angleDegrees: Double = 45, amount: Float = 1) -> Image {
    let (sine, cosine) = Trigonometry.sineAndCosine(degrees: angleDegrees)
    return held {
      $0.applying(Convolutions.emboss, numbers: [Float(cosine), Float(sine), amount], reach: 1)
    }
  }

  /// What `filter` makes of this picture with its edges held, inside its extent.
  func held(_ filter: (Image) -> Image) -> Image {
    guard let extent else { return filter(self) }
    return extent.isEmpty ? .empty : filter(clampedToEdges()).cropped(to: extent)
  }
}

private enum Convolutions {
  static let all = FilterKernels { radius in kernel("convolution", radius, keepsAlpha: false) }
  static let colors = FilterKernels { radius in kernel("colorConvolution", radius, keepsAlpha: true)
  }

  private static func kernel(_ name: String, _ radius: Int, keepsAlpha: Bool) -> PixelKernel {
    let count = (2 * radius + 1) * (2 * radius + 1)
    return PixelKernel(
      name, inputs: 1, numbers: count + 1, extent: .grown(0)
    ) { kernel in
      let weighted = kernel.square(radius: radius).enumerated().map { index, pixel in
        pixel.map { $0 * kernel.number(index) }
      }
      let sum = weighted.dropFirst().reduce(weighted[0], +)
      let alpha = keepsAlpha ? kernel.neighbor(0, 0, 0).alpha : sum.alpha
      let raised = sum.mapColors { $0 + kernel.number(count) * alpha }
      return KernelPixel(raised.red, raised.green, raised.blue, alpha)
    }
  }

  static let sobel = PixelKernel("sobel", inputs: 1, numbers: 1, extent: .input(0)) { kernel in
    let (across, down) = gradients(kernel.square(radius: 1)) { $0 }
    let steep = across.combined(with: down) { ($0 * $0 + $1 * $1).squareRoot * kernel.number(0) }
    return KernelPixel(steep.red, steep.green, steep.blue, kernel.neighbor(0, 0, 0).alpha)
  }

  static let emboss = PixelKernel("emboss", inputs: 1, numbers: 3, extent: .input(0)) { kernel in
    let (across, down) = gradients(kernel.square(radius: 1)) { pixel in
      KernelPixel(pixel.luma, pixel.luma, pixel.luma, pixel.alpha)
    }
    let slope = across.red * kernel.number(0) + down.red * kernel.number(1)
    let alpha = kernel.neighbor(0, 0, 0).alpha
    let gray = alpha * 0.5 + slope * kernel.number(2)
    return KernelPixel(gray, gray, gray, alpha)
  }

  /// The gradients to the right and down of a square of nine.
  private static func gradients(
    _ pixels: [KernelPixel], _ change: (KernelPixel) -> KernelPixel
  ) -> (KernelPixel, KernelPixel) {
    let p = pixels.map(change)
    func side(_ a: Int, _ b: Int, _ c: Int) -> KernelPixel { p[a] + p[b].map { $0 * 2 } + p[c] }
    return (
      (side(2, 5, 8) - side(0, 3, 6)).map { $0 * 0.125 },
      (side(6, 7, 8) - side(0, 1, 2)).map { $0 * 0.125 }
    )
  }
}
