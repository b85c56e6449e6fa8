// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel
import PlainKernels

/// Runs a pixel kernel step by step in double precision, for ``SlowPainter``.
struct PlainKernel {
  let kernel: PixelKernel
  let inputs: [SIMD4<Double>]
  let numbers: [Float]
  let point: Point
  /// The input `index` read at a position; what is farther than the reach is drawn in.
  var sample: (Int, Point) -> SIMD4<Double> = { _, _ in .zero }

  /// Red, green, blue times alpha, and alpha.
  var result: SIMD4<Double> {
    SIMD4(
      KernelWalk<Double>(kernel: kernel).result { operation, a in
        switch operation {
        case .input(let index, let component): inputs[index][component]
        case .sample(let index, let component): sample(index, Point(a[0], a[1]))[component]
        case .number(let index): Double(numbers[index])
        case .literal(let number): Double(number)
        case .x: point.x
        case .y: point.y
        case .computed(let operation): ScalarFormula.value(operation, a)
        case .carried, .after: preconditionFailure("the walk knows what loops carry")
        }
      })
  }
}
