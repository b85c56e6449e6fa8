// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

// Functions of one pixel, operation by operation.
extension Lowering {
  func applied(
    _ kernel: PixelKernel, _ inputs: [Image], _ numbers: [Float], _ placement: Placement
  ) throws -> PixelValue {
    guard inputs.count == kernel.inputCount, numbers.count == kernel.numberCount else {
      throw MoonreelError(
        .invalidArgument,
        "The kernel '\(kernel.name)' wants \(kernel.inputCount) pictures and \(kernel.numberCount) numbers, but was given \(inputs.count) and \(numbers.count)."
      )
    }
    guard let inverse = placement.map.inverted else { return transparent(placement) }
    let builder = builder(placement)
    let pixels = try inputs.map { try value($0, placement).components }
    let given = numbers.map { builder.param($0) }
    var values: [Value] = []
    values.reserveCapacity(kernel.steps.count)
    for step in kernel.steps {
      switch step.operation {
      case .input(let index, let component): values.append(pixels[index][component])
      case .number(let index): values.append(given[index])
      case .literal(let number): values.append(builder.literal(number))
      case .x: values.append(builder.ramp(Ramp.x(of: inverse)))
      case .y: values.append(builder.ramp(Ramp.y(of: inverse)))
      default:
        values.append(
          builder.computed(step.operation, step.operands.map { values[$0] }))
      }
    }
    return PixelValue(kernel.result.map { values[$0] })
  }
}

extension ProgramBuilder {
  /// The value of `operation`, one that reads nothing but its operands.
  func computed(_ operation: PixelKernel.Operation, _ operands: [Value]) -> Value {
    switch operation {
    case .add: add(operands[0], operands[1])
    case .subtract: sub(operands[0], operands[1])
    case .multiply: mul(operands[0], operands[1])
    case .divide: div(operands[0], operands[1])
    case .minimum: emit(.min, operands[0], operands[1])
    case .maximum: emit(.max, operands[0], operands[1])
    case .absolute: emit(.abs, operands[0])
    case .floor: emit(.floor, operands[0])
    case .squareRoot: emit(.sqrt, operands[0])
    case .power: emit(.pow, operands[0], operands[1])
    case .exp2: emit(.exp2, operands[0])
    case .log2: emit(.log2, operands[0])
    case .sine: emit(.sin, operands[0])
    case .cosine: emit(.cos, operands[0])
    case .arcTangent2: emit(.atan2, operands[0], operands[1])
    case .select: select(operands[0], operands[1], operands[2], operands[3])
    case .input, .number, .literal, .x, .y: zero
    }
  }
}
