// SPDX-License-Identifier: MIT

import MoonreelCore

extension Image {
  /// An unsharp mask: c + `amount` · (c − b) for each colour component c multiplied by alpha whose
  /// difference to the blurred picture b is at least `threshold`; c elsewhere. Alpha is kept, edges
  /// are held.
  ///
  /// - Parameters:
  ///   - sigma: The standard deviation of the gaussian blur, in pixels.
  ///   - amount: How much of the difference is added; below 0 softens.
  ///   - threshold: Smaller differences, 0…1, stay: noise is not sharpened.
  public func sharpened(sigma: Double, amount: Float, threshold: Float = 0) -> Image {
    guard sigma > 0, amount != 0 else { return self }
    return held {
      $0.applying(
        Self.unsharpMask, to: $0.gaussianBlurred(sigma: sigma), numbers: [amount, threshold])
    }
  }

  private static let unsharpMask = PixelKernel(
    "unsharpMask", inputs: 2, numbers: 2, extent: .input(0)
  ) { kernel in
    let (sharp, soft) = (kernel.input(0), kernel.input(1))
    let changed = sharp.combined(with: soft) { c, b in
      let difference = c - b
      let more = c + difference * kernel.number(0)
      return difference.absolute.atLeast(kernel.number(1), more, else: c)
    }
    return KernelPixel(changed.red, changed.green, changed.blue, sharp.alpha)
  }
}
