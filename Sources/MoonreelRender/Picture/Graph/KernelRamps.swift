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
    case .add:
      guard let a = operands[0], let b = operands[1] else { return nil }
      return a.plus(b)
    case .subtract:
      guard let a = operands[0], let b = operands[1] else { return nil }
      return a.plus(b.scaled(-1))
    case .multiply:
      guard let a = operands[0], let b = operands[1] else { return nil }
      if b.isConstant { return a.scaled(b.base) }
      return a.isConstant ? b.scaled(a.base) : nil
    case .divide:
      guard let a = operands[0], let b = operands[1], b.isConstant, b.base != 0 else { return nil }
      return a.scaled(1 / b.base)
    case .sine:
      guard let a = operands[0], a.isConstant else { return nil }
      return Ramp(constant: PortableMath.sin(a.base))
    case .cosine:
      guard let a = operands[0], a.isConstant else { return nil }
      return Ramp(constant: PortableMath.cos(a.base))
    case .input, .sample, .minimum, .maximum, .absolute, .floor, .squareRoot, .power, .exp2, .log2,
      .arcTangent2, .select:
      return nil
    }
  }
}

extension Ramp {
  fileprivate init(constant: Double) { self.init(base: constant, stepX: 0, stepY: 0) }

  fileprivate var isConstant: Bool { stepX == 0 && stepY == 0 }
}
