// SPDX-License-Identifier: MIT

/// Colour changes that are no matrices, as functions of one pixel's straight colours.
enum GradingKernels {
  /// A kernel of one picture that changes straight colours and keeps alpha.
  static func onStraight(
    _ name: String, numbers: Int = 0,
    _ change: @escaping (KernelRecorder, KernelPixel) -> KernelPixel
  ) -> PixelKernel {
    PixelKernel(name, inputs: 1, numbers: numbers) { kernel in
      let changed = change(kernel, kernel.input(0).straight)
      return KernelPixel(
        straight: changed.red, changed.green, changed.blue, alpha: kernel.input(0).alpha)
    }
  }

  /// The three channels by themselves; `step` numbers for each, red's first.
  static func onChannels(
    _ name: String, step: Int = 0,
    _ change: @escaping (KernelTerm, (Int) -> KernelTerm) -> KernelTerm
  ) -> PixelKernel {
    onStraight(name, numbers: 3 * step) { kernel, pixel in
      func channel(_ index: Int, _ value: KernelTerm) -> KernelTerm {
        change(value) { kernel.number(step * index + $0) }
      }
      return KernelPixel(
        channel(0, pixel.red), channel(1, pixel.green), channel(2, pixel.blue), pixel.alpha)
    }
  }

  /// Numbers: the amount.
  static let vibrance = onStraight("vibrance", numbers: 1) { kernel, pixel in
    let high = pixel.red.maximum(pixel.green).maximum(pixel.blue)
    let low = pixel.red.minimum(pixel.green).minimum(pixel.blue)
    let factor = kernel.number(0) * (1 - (high - low).clamped()) + 1
    let luma = pixel.luma
    return pixel.mapColors { luma + ($0 - luma) * factor }
  }

  /// Numbers, each channel: black in, 1 / (white − black) in, black out, span out.
  static let levels = onChannels("levels", step: 4) { value, number in
    ((value - number(0)) * number(1)).clamped() * number(3) + number(2)
  }

  /// As ``levels``, and fifth the power between.
  static let levelsWithGamma = onChannels("levels with gamma", step: 5) { value, number in
    ((value - number(0)) * number(1)).clamped().power(number(4)) * number(3) + number(2)
  }

  /// Numbers, each channel: slope, offset, power.
  static let decision = onChannels("colour decision", step: 3) { value, number in
    (value * number(0) + number(1)).clamped().power(number(2))
  }

  /// Numbers: the level.
  static let threshold = onStraight("threshold", numbers: 1) { kernel, pixel in
    let share = pixel.luma.atLeast(kernel.number(0), kernel.literal(1), else: kernel.literal(0))
    return pixel.mapColors { _ in share }
  }

  /// Numbers: the count of levels, and 1 / (count − 1).
  static let posterize = onStraight("posterize", numbers: 2) { kernel, pixel in
    let (count, scale) = (kernel.number(0), kernel.number(1))
    return pixel.mapColors { ($0.clamped() * count).floor.minimum(count - 1) * scale }
  }

  /// Numbers: a 3 × 3 matrix of light, row by row. Light is signal to the power of 2.4 (BT.1886).
  static let lightMatrix = onStraight("light matrix", numbers: 9) { kernel, pixel in
    let light = pixel.mapColors { $0.signedPower(2.4) }
    func row(_ index: Int) -> KernelTerm {
      let numbers = (0..<3).map { kernel.number(3 * index + $0) }
      return light.red * numbers[0] + light.green * numbers[1] + light.blue * numbers[2]
    }
    return KernelPixel(row(0), row(1), row(2), pixel.alpha)
      .mapColors { $0.signedPower(1 / 2.4) }
  }
}

extension KernelTerm {
  /// The size to the power of `exponent`, with its own sign.
  func signedPower(_ exponent: Float) -> KernelTerm {
    let raised = absolute.power(exponent)
    return atLeast(0, raised, else: 0 - raised)
  }
}
