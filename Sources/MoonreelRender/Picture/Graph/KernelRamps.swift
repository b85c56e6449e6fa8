// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// Which values of a kernel change evenly from pixel to pixel: sums and multiples of the pixel's position and of
/// numbers. They are known before any pixel is drawn, in double precision.
struct KernelRamps {
  /// The values of the kernel's steps; `nil` where they do not change evenly, or where no picture is read at computed
  /// positions and nobody asks.
  private(set) var ramps: [Ramp?]

  /// The values of the steps of `kernel` with `numbers`, where `inverse` brings pixels to the picture's coordinates.
  init(_ kernel: PixelKernel, _ numbers: [Float], _ inverse: AffineTransform) {
    ramps = Array(repeating: nil, count: kernel.steps.count)
    guard !kernel.sampledInputs.isEmpty else { return }
    for (index, step) in kernel.steps.enumerated() {
      let operands = step.operands.map { ramps[$0] }
      ramps[index] = Self.ramp(step.operation, operands, numbers, inverse)
    }
  }

  private static func ramp(
    _ operation: PixelKernel.Operation, _ operands: [Ramp?], _ numbers: [Float],
    _ inverse: AffineTransform
  ) -> Ramp? {
    switch operation {
    case .number(let index): return Ramp(constant: Double(numbers[index]))
    case .literal(let number): return Ramp(constant: Double(number))
    case .x: return Ramp.x(of: inverse)
    case .y: return Ramp.y(of: inverse)
    case .computed(let operation): return computed(operation, operands)
    case .input, .sample, .carried, .after: return nil
    }
  }

  /// What the operations that keep a change even make of it; the others of the table do not.
  private static func computed(_ operation: ScalarOperation, _ operands: [Ramp?]) -> Ramp? {
    guard let first = operands[0] else { return nil }
    let second = operands.count > 1 ? operands[1] : nil
    switch operation {
    case .add: return second.map { first.plus($0) }
    case .subtract: return second.map { first.plus($0.scaled(-1)) }
    case .multiply:
      guard let second else { return nil }
      if second.isConstant { return first.scaled(second.base) }
      return first.isConstant ? second.scaled(first.base) : nil
    case .divide, .quotient:
      guard let second, second.isConstant, second.base != 0 else { return nil }
      return first.scaled(1 / second.base)
    case .sine where first.isConstant: return Ramp(constant: PortableMath.sin(first.base))
    case .cosine where first.isConstant: return Ramp(constant: PortableMath.cos(first.base))
    default: return nil
    }
  }
}

extension Ramp {
  fileprivate init(constant: Double) { self.init(base: constant, stepX: 0, stepY: 0) }

  fileprivate var isConstant: Bool { stepX == 0 && stepY == 0 }
}
