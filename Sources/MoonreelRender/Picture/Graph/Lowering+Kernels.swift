// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

// Functions of one pixel, operation by operation.
extension Lowering {
  func applied(
    _ kernel: PixelKernel, _ inputs: [Image], _ numbers: [Float], _ reach: Double?,
    _ requests: [Int: SampleRequest], _ placement: Placement
  ) throws -> PixelValue {
    try checkKernel(kernel, inputs, numbers)
    let inverse = try Self.inverse(placement, "kernel '\(kernel.name)'")
    let builder = builder(placement)
    let sampler = try KernelSampler(self, kernel, requests, reach, placement)
    var pixels: [Int: [Value]] = [:]
    let drawn = directInputs(kernel, inputs, requests)
    for index in kernel.directInputs {
      pixels[index] =
        drawn.contains(index)
        ? try found(inputs[index], placement).components : sampler.own(index)
    }
    let given = builder.params(numbers)
    let ramps = KernelRamps(kernel, numbers, inverse)
    let rates = KernelRates(kernel, x: Ramp.x(of: inverse).rate, y: Ramp.y(of: inverse).rate)
    let loops = builder.addLoops(kernel.loops.count)
    var values: [Value] = []
    values.reserveCapacity(kernel.steps.count)
    for (index, step) in kernel.steps.enumerated() {
      let operands = step.operands.map { values[$0] }
      switch step.operation {
      case .input(let index, let component):
        // Inputs that are not drawn are those of steps that nothing reads.
        values.append(pixels[index]?[component] ?? builder.zero)
      case .sample(let index, let component):
        let position = step.operands.map { ramps.ramps[$0] }
        values.append(sampler.sample(index, step.operands, operands, position)[component])
      case .number(let index): values.append(given[index])
      case .literal(let number): values.append(builder.literal(number))
      case .x: values.append(builder.ramp(Ramp.x(of: inverse)))
      case .y: values.append(builder.ramp(Ramp.y(of: inverse)))
      case .computed(let operation): values.append(builder.computed(operation, operands))
      case .carried(let loop, let place):
        values.append(
          builder.carried(
            operands[0], loop: loops.lowerBound + loop, place: place,
            limit: kernel.loops[loop].limit, rate: rates[index]))
      case .after:
        values.append(
          builder.after(
            operands[0], operands[1], activity: operands.dropFirst(2).first, rate: rates[index]))
      }
    }
    return PixelValue(kernel.result.map { values[$0] })
  }

  func checkKernel(_ kernel: PixelKernel, _ inputs: [Image], _ numbers: [Float]) throws {
    guard inputs.count == kernel.inputCount else {
      throw MoonreelError(
        .invalidArgument,
        "The kernel '\(kernel.name)' wants \(kernel.inputCount) pictures, but was given \(inputs.count)."
      )
    }
    guard numbers.count == kernel.numberCount else {
      throw MoonreelError(
        .invalidArgument,
        "The kernel '\(kernel.name)' wants \(kernel.numberCount) numbers, but was given \(numbers.count)."
      )
    }
  }
}

extension ProgramBuilder {
  /// What `operation` makes of `operands`; the four that have rules for 0 and 1 follow them.
  func computed(_ operation: ScalarOperation, _ operands: [Value]) -> Value {
    switch operation {
    case .add: add(operands[0], operands[1])
    case .subtract: sub(operands[0], operands[1])
    case .multiply: mul(operands[0], operands[1])
    case .divide: div(operands[0], operands[1])
    default: emit(operation, operands)
    }
  }
}
