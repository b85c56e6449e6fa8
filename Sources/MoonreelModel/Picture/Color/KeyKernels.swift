// SPDX-License-Identifier: MIT

/// Keys: what of a pixel stays, by its colour; and what a screen's light left on the rest.
enum KeyKernels {
  /// Multiplies the first picture's pixel by what `share` makes of the second one's straight colours.
  private static func key(
    _ name: String, numbers: Int, _ share: @escaping (KernelRecorder, KernelPixel) -> KernelTerm
  ) -> PixelKernel {
    PixelKernel(name, inputs: 2, numbers: numbers, extent: .input(0)) { kernel in
      let kept = share(kernel, kernel.input(1).straight)
      return kernel.input(0).map { $0 * kept }
    }
  }

  /// Numbers: Cb and Cr of the key, where the edge begins and where it ends.
  static let chroma = key("chroma key", numbers: 4) { kernel, pixel in
    let luma = pixel.red * 0.2989 + pixel.green * 0.5866 + pixel.blue * 0.1145
    let (cb, cr) = ((pixel.blue - luma) * 0.5647, (pixel.red - luma) * 0.7132)
    let (x, y) = (cb - kernel.number(0), cr - kernel.number(1))
    return (x * x + y * y).squareRoot.smoothstep(kernel.number(2), kernel.number(3))
  }

  /// Numbers: red, green and blue of the key, where the edge begins and where it ends.
  static let color = key("color key", numbers: 5) { kernel, pixel in
    let parts = [pixel.red, pixel.green, pixel.blue].enumerated().map { index, part in
      let difference = part - kernel.number(index)
      return difference * difference
    }
    let distance = ((parts[0] + parts[1] + parts[2]) * (1 / 3)).squareRoot
    return distance.smoothstep(kernel.number(3), kernel.number(4))
  }

  /// Numbers: where the edge begins and ends, then 1 and 0, or −1 and 1 to keep what is dark.
  static let luma = key("luma key", numbers: 4) { kernel, pixel in
    pixel.luma.smoothstep(kernel.number(0), kernel.number(1)) * kernel.number(2) + kernel.number(3)
  }

  /// For a screen of mostly red, green or blue: number 0 times what exceeds the mean of the others is
  /// taken off.
  static let despill: [PixelKernel] = (0..<3).map { channel in
    GradingKernels.onStraight("despill", numbers: 1) { kernel, pixel in
      var parts = [pixel.red, pixel.green, pixel.blue]
      let mean = (parts[(channel + 1) % 3] + parts[(channel + 2) % 3]) * 0.5
      parts[channel] = parts[channel] - (parts[channel] - mean).maximum(0) * kernel.number(0)
      return KernelPixel(parts[0], parts[1], parts[2], pixel.alpha)
    }
  }
}
