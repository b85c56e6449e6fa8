// SPDX-License-Identifier: MIT

import MoonreelModel

/// The steps of a kernel for one pixel, one after the other, those of loops as often as they go round.
package struct KernelWalk<Number: BinaryFloatingPoint> {
  private let kernel: PixelKernel

  package init(kernel: PixelKernel) { self.kernel = kernel }

  /// Red, green, blue times alpha, and alpha; `value` is what an operation makes of its operands.
  package func result(_ value: (PixelKernel.Operation, [Number]) -> Number) -> [Number] {
    var values = [Number](repeating: 0, count: kernel.steps.count)
    var carried: [Int: [Number]] = [:]
    walk(kernel.steps.indices, &values, &carried, value)
    return kernel.result.map { values[$0] }
  }

  private func walk(
    _ range: Range<Int>, _ values: inout [Number], _ carried: inout [Int: [Number]],
    _ value: (PixelKernel.Operation, [Number]) -> Number
  ) {
    for index in range {
      let operands = kernel.steps[index].operands
      switch kernel.steps[index].operation {
      case .carried(let loop, let place):
        values[index] = carried[loop]?[place] ?? values[operands[0]]
      case .after(let loop, 0):
        run(loop, until: index, &values, &carried, value)
      case .after: break
      default: values[index] = value(kernel.steps[index].operation, operands.map { values[$0] })
      }
    }
  }

  private func run(
    _ loop: Int, until end: Int, _ values: inout [Number], _ carried: inout [Int: [Number]],
    _ value: (PixelKernel.Operation, [Number]) -> Number
  ) {
    let (limit, count) = (kernel.loops[loop].limit, kernel.loops[loop].count)
    let ends = (0..<count).map { end + $0 }
    let first = kernel.steps[end].operands[0]
    var state = ends.map { values[kernel.steps[kernel.steps[$0].operands[0]].operands[0]] }
    var round = 0
    while state[0] >= 0.5, round < limit {
      carried[loop] = state
      walk(first..<end, &values, &carried, value)
      state = ends.map { values[kernel.steps[$0].operands[1]] }
      round += 1
    }
    carried[loop] = nil
    for (place, end) in ends.enumerated() { values[end] = state[place] }
  }
}
