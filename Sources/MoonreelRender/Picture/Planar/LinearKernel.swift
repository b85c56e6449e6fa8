// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// A kernel as a sum of its pictures' components, each times a weight that follows from the pixel's place alone: masks,
/// wipes, gains, tints. Such a kernel can be computed on planes.
struct LinearKernel {
  /// One component of the result: Σ weight · component + plain.
  struct Sum {
    /// By component, 4 for each picture, in order.
    var weights: [(component: Int, weight: Value)] = []
    var plain: Value
    /// What it is where all components are 1.
    var total: Value
  }

  /// Red, green, blue, alpha.
  let results: [Sum]

  /// What the place's part of a kernel may cost: it is computed once more for chroma. Said before the kernel is looked at
  /// closely.
  static let costLimit = 200

  /// `kernel` with `numbers`, on a grid from whose pixels `inverse` leads to the picture; `nil` where it is no such sum.
  init?(
    _ kernel: PixelKernel, _ numbers: [Float], _ inverse: AffineTransform, _ builder: ProgramBuilder
  ) {
    guard kernel.sampledInputs.isEmpty, numbers.count == kernel.numberCount else { return nil }
    let given = builder.params(numbers)
    var sums: [Sum] = []
    sums.reserveCapacity(kernel.steps.count)
    for step in kernel.steps {
      let operands = step.operands.map { sums[$0] }
      switch step.operation {
      case .input(let index, let component):
        let one = builder.one
        sums.append(
          Sum(weights: [(4 * index + component, one)], plain: builder.zero, total: one))
      case .number(let index): sums.append(Sum(given[index]))
      case .literal(let number): sums.append(Sum(builder.literal(number)))
      case .x: sums.append(Sum(builder.ramp(Ramp.x(of: inverse))))
      case .y: sums.append(Sum(builder.ramp(Ramp.y(of: inverse))))
      case .computed(let operation):
        guard let sum = Self.computed(operation, operands, builder) else { return nil }
        sums.append(sum)
      case .sample, .carried, .after: return nil
      }
    }
    results = kernel.result.map { sums[$0] }
    guard areAlike else { return nil }
  }

  /// Whether red, green and blue have the same weights of their own components, and else take only alpha; and alpha only
  /// alpha.
  private var areAlike: Bool {
    func own(_ part: Int) -> [[UInt32]] {
      results[part].weights.filter { $0.component & 3 == part }
        .map { [UInt32($0.component >> 2), $0.weight.raw] }
    }
    func isOther(_ part: Int) -> Bool {
      results[part].weights.contains { $0.component & 3 != part && $0.component & 3 != 3 }
    }
    return own(0) == own(1) && own(1) == own(2) && !(0..<4).contains(where: isOther)
  }

  /// What picture `input` weighs in the result's own component `part`.
  func weight(of input: Int, in part: Int) -> Value? {
    results[part].weights.first { $0.component == 4 * input + part }?.weight
  }

  /// What the alpha of picture `input` weighs in colour `part`.
  func weight(ofAlphaOf input: Int, in part: Int) -> Value? {
    results[part].weights.first { $0.component == 4 * input + 3 }?.weight
  }

  // MARK: Operations

  private static func computed(
    _ operation: ScalarOperation, _ operands: [Sum], _ builder: ProgramBuilder
  ) -> Sum? {
    if operands.allSatisfy(\.isPlain) {
      return Sum(builder.computed(operation, operands.map(\.plain)))
    }
    switch operation {
    case .add: return merged(operands[0], operands[1]) { builder.add($0, $1) }
    case .subtract: return merged(operands[0], operands[1]) { builder.sub($0, $1) }
    case .multiply: return product(operands[0], operands[1], builder)
    case .divide:
      guard operands[1].isPlain else { return nil }
      let by = operands[1].plain
      return operands[0].mapped { builder.div($0, by) }
    case .multiplyAdd:
      return product(operands[0], operands[1], builder).map {
        merged($0, operands[2]) { builder.add($0, $1) }
      }
    case .blend:
      guard let first = product(operands[0], operands[1], builder),
        let second = product(operands[2], operands[3], builder)
      else { return nil }
      return merged(first, second) { builder.add($0, $1) }
    case .select:
      guard operands[0].isPlain, operands[1].isPlain else { return nil }
      let (value, edge) = (operands[0].plain, operands[1].plain)
      return merged(operands[2], operands[3]) {
        $0 == $1 ? $0 : builder.select(value, edge, $0, $1)
      }
    // Whatever else the table holds is no sum.
    default: return nil
    }

    func merged(_ first: Sum, _ second: Sum, _ merge: (Value, Value) -> Value) -> Sum {
      let components = Set((first.weights + second.weights).map(\.component)).sorted()
      func weight(_ sum: Sum, _ component: Int) -> Value {
        sum.weights.first { $0.component == component }?.weight ?? builder.zero
      }
      return Sum(
        weights: components.map { ($0, merge(weight(first, $0), weight(second, $0))) },
        plain: merge(first.plain, second.plain), total: merge(first.total, second.total))
    }
  }

  private static func product(_ first: Sum, _ second: Sum, _ builder: ProgramBuilder) -> Sum? {
    if second.isPlain { return first.mapped { builder.mul($0, second.plain) } }
    return first.isPlain ? second.mapped { builder.mul($0, first.plain) } : nil
  }
}

extension LinearKernel.Sum {
  fileprivate var isPlain: Bool { weights.isEmpty }

  fileprivate init(_ plain: Value) { self.init(plain: plain, total: plain) }

  fileprivate func mapped(_ change: (Value) -> Value) -> LinearKernel.Sum {
    LinearKernel.Sum(
      weights: weights.map { ($0.component, change($0.weight)) }, plain: change(plain),
      total: change(total))
  }
}
