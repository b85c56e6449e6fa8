// SPDX-License-Identifier: MIT

import MoonreelModel
import PlainKernels

/// Computes one pixel of a kernel, step by step in float32, its loops included.
struct KernelPoint {
  let kernel: PixelKernel
  let numbers: [Float]
  var x: Float
  var y: Float
  /// A premultiplied pixel of input number `input` at a place; nearest for what is read in place.
  var picture: (_ input: Int, _ x: Float, _ y: Float) -> [Float]

  init(
    _ kernel: PixelKernel, numbers: [Float], x: Float, y: Float,
    picture: @escaping (Int, Float, Float) -> [Float] = { _, _, _ in [0, 0, 0, 0] }
  ) {
    (self.kernel, self.numbers, self.x, self.y) = (kernel, numbers, x, y)
    self.picture = picture
  }

  /// Red, green, blue times alpha, and alpha.
  var result: [Float] {
    KernelWalk<Float>(kernel: kernel).result { operation, a in
      switch operation {
      case .input(let input, let component): picture(input, x, y)[component]
      case .sample(let input, let component): picture(input, a[0], a[1])[component]
      case .number(let number): numbers[number]
      case .literal(let number): number
      case .x: x
      case .y: y
      case .computed(let operation): ScalarFormula.value(operation, a)
      case .carried, .after: .nan
      }
    }
  }
}
