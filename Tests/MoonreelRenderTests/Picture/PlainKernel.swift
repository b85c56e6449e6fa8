// SPDX-License-Identifier: MIT

import Glibc
import MoonreelCore
import MoonreelModel

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
    var values: [Double] = []
    for step in kernel.steps {
      values.append(value(step.operation, step.operands.map { values[$0] }))
    }
    return SIMD4(kernel.result.map { values[$0] })
  }

  private func value(_ operation: PixelKernel.Operation, _ a: [Double]) -> Double {
    switch operation {
    case .input(let index, let component): inputs[index][component]
    case .sample(let index, let component): sample(index, Point(a[0], a[1]))[component]
    case .number(let index): Double(numbers[index])
    case .literal(let number): Double(number)
    case .x: point.x
    case .y: point.y
    case .add: a[0] + a[1]
    case .subtract: a[0] - a[1]
    case .multiply: a[0] * a[1]
    case .divide: a[1] == 0 ? 0 : a[0] / a[1]
    case .minimum: a[0] < a[1] ? a[0] : a[1]
    case .maximum: a[0] > a[1] ? a[0] : a[1]
    case .absolute: abs(a[0])
    case .floor: a[0].rounded(.down)
    case .squareRoot: a[0] > 0 ? a[0].squareRoot() : 0
    case .power: a[0] > 0 ? pow(a[0], a[1]) : a[0]
    case .exp2: exp2(a[0])
    case .log2: log2(max(a[0], 0x1p-126))
    case .sine: sin(a[0])
    case .cosine: cos(a[0])
    case .arcTangent2: atan2(a[0], a[1])
    case .select: a[0] >= a[1] ? a[2] : a[3]
    }
  }
}
