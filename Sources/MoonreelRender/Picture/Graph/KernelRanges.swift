// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// Between which numbers the values of a kernel's steps lie where the components of its pictures lie in 0…1. They are
/// found with the numbers of one use, so they say which choices are made and which limits limit nothing.
struct KernelRanges {
  private let steps: [PixelKernel.Step]
  private var ranges: [ClosedRange<Double>?] = []

  /// What float32 may be off by.
  private static let slack = 1e-5

  /// The ranges of `kernel` with `numbers`, where positions lie in `x` and `y`.
  init(
    _ kernel: PixelKernel, _ numbers: [Float], x: ClosedRange<Double>, y: ClosedRange<Double>
  ) {
    steps = kernel.steps
    ranges.reserveCapacity(steps.count)
    for step in steps {
      switch step.operation {
      case .input, .sample: ranges.append(0...1)
      case .number(let index): ranges.append(Self.only(Double(numbers[index])))
      case .literal(let number): ranges.append(Self.only(Double(number)))
      case .x: ranges.append(x)
      case .y: ranges.append(y)
      case .computed(let operation):
        ranges.append(computed(operation, step.operands).flatMap(Self.finite))
      case .carried, .after: ranges.append(nil)
      }
    }
  }

  /// Where the value of a step lies; `nil` where that is not known.
  subscript(step: Int) -> ClosedRange<Double>? { ranges[step] }

  /// Whether the value of `step` lies in 0…1, but for rounding.
  func isShare(_ step: Int) -> Bool {
    ranges[step].map { $0.lowerBound >= -Self.slack && $0.upperBound <= 1 + Self.slack } ?? false
  }

  /// Whether `value` is at least `edge` for every pixel (`true`) or for none (`false`); `nil` where that is not known.
  func isAtLeast(_ value: Int, _ edge: Int) -> Bool? {
    guard let value = ranges[value], let edge = ranges[edge] else { return nil }
    let size = [value.lowerBound, value.upperBound, edge.lowerBound, edge.upperBound]
      .reduce(1) { max($0, abs($1)) }
    if value.lowerBound > edge.upperBound + size * Self.slack { return true }
    return value.upperBound < edge.lowerBound - size * Self.slack ? false : nil
  }

  private static func only(_ number: Double) -> ClosedRange<Double>? {
    number.isFinite ? number...number : nil
  }

  private static func finite(_ range: ClosedRange<Double>) -> ClosedRange<Double>? {
    range.lowerBound.isFinite && range.upperBound.isFinite ? range : nil
  }

  private static func hull(_ a: ClosedRange<Double>, _ b: ClosedRange<Double>)
    -> ClosedRange<Double>
  {
    min(a.lowerBound, b.lowerBound)...max(a.upperBound, b.upperBound)
  }

  // MARK: Operations

  private func computed(_ operation: ScalarOperation, _ operands: [Int]) -> ClosedRange<Double>? {
    if operation == .select { return chosen(operands) }
    let known = operands.compactMap { ranges[$0] }
    guard known.count == operands.count else { return Self.alone(operation) }
    switch operation {
    case .add: return mixed(operands[0], operands[1]) ?? Self.sum(known[0], known[1])
    case .blend:
      return mixed(operands)
        ?? Self.sum(
          Self.product(known[0], known[1]), Self.product(known[2], known[3]))
    case .multiplyAdd: return Self.sum(Self.product(known[0], known[1]), known[2])
    case .subtract:
      // What stands behind the point.
      if isFloor(operands[1], of: operands[0]) { return 0...1 }
      return Self.sum(known[0], -known[1].upperBound ... -known[1].lowerBound)
    case .multiply:
      if isSmoothStep(operands) { return 0...1 }
      guard operands[0] != operands[1] else { return Self.square(known[0]) }
      return Self.product(known[0], known[1])
    case .divide, .quotient:
      guard known[1].lowerBound > 0 || known[1].upperBound < 0 else { return nil }
      return Self.product(known[0], 1 / known[1].upperBound...1 / known[1].lowerBound)
    case .minimum:
      return min(
        known[0].lowerBound, known[1].lowerBound)...min(
          known[0].upperBound, known[1].upperBound)
    case .maximum:
      return max(
        known[0].lowerBound, known[1].lowerBound)...max(
          known[0].upperBound, known[1].upperBound)
    case .power:
      return isShare(operands[0]) && known[0].lowerBound >= 0 && known[1].lowerBound >= 0
        ? 0...1 : nil
    default: return Self.alone(operation, known[0])
    }
  }

  /// What is known of an operation whatever its operands are.
  private static func alone(_ operation: ScalarOperation) -> ClosedRange<Double>? {
    switch operation {
    case .clamp: 0...1
    case .sine, .cosine: -1...1
    case .arcTangent2: -3.15...3.15
    // Of whatever else the table holds it is not known.
    default: nil
    }
  }

  private static func alone(_ operation: ScalarOperation, _ a: ClosedRange<Double>)
    -> ClosedRange<Double>?
  {
    switch operation {
    case .copy: a
    case .clamp: max(0, min(1, a.lowerBound))...max(0, min(1, a.upperBound))
    case .squareRoot: max(0, a.lowerBound).squareRoot()...max(0, a.upperBound).squareRoot()
    case .absolute:
      a.lowerBound >= 0
        ? a
        : a.upperBound <= 0 ? -a.upperBound ... -a.lowerBound : 0...max(-a.lowerBound, a.upperBound)
    case .floor: a.lowerBound.rounded(.down)...a.upperBound.rounded(.down)
    case .exp, .exp2: a.upperBound <= 0 ? 0...1 : nil
    case .sine where a.lowerBound == a.upperBound: near(PortableMath.sin(a.lowerBound))
    case .cosine where a.lowerBound == a.upperBound: near(PortableMath.cos(a.lowerBound))
    default: alone(operation)
    }
  }

  private static func near(_ number: Double) -> ClosedRange<Double> {
    number - 1e-6...number + 1e-6
  }

  private static func sum(_ a: ClosedRange<Double>, _ b: ClosedRange<Double>)
    -> ClosedRange<Double>
  {
    a.lowerBound + b.lowerBound...a.upperBound + b.upperBound
  }

  private static func product(_ a: ClosedRange<Double>, _ b: ClosedRange<Double>)
    -> ClosedRange<Double>
  {
    let products = [
      a.lowerBound * b.lowerBound, a.lowerBound * b.upperBound, a.upperBound * b.lowerBound,
      a.upperBound * b.upperBound,
    ]
    return products.reduce(products[0], min)...products.reduce(products[0], max)
  }

  private static func square(_ a: ClosedRange<Double>) -> ClosedRange<Double> {
    let ends = [a.lowerBound * a.lowerBound, a.upperBound * a.upperBound]
    return (a.contains(0) ? 0 : min(ends[0], ends[1]))...max(ends[0], ends[1])
  }

  /// One of two values, or one of both.
  private func chosen(_ operands: [Int]) -> ClosedRange<Double>? {
    switch isAtLeast(operands[0], operands[1]) {
    case true?: return ranges[operands[2]]
    case false?: return ranges[operands[3]]
    case nil:
      guard let yes = ranges[operands[2]], let no = ranges[operands[3]] else { return nil }
      return Self.hull(yes, no)
    }
  }

  // MARK: Shares

  /// Two values mixed by a share and what is left of it, where `first` and `second` are added.
  private func mixed(_ first: Int, _ second: Int) -> ClosedRange<Double>? {
    for (share, value) in factors(first) {
      for (other, otherValue) in factors(second) where areShares(share, other) {
        return Self.hull(value, otherValue)
      }
    }
    return nil
  }

  /// The same of a blend.
  private func mixed(_ operands: [Int]) -> ClosedRange<Double>? {
    for first in 0...1 {
      for second in 2...3 where areShares(operands[first], operands[second]) {
        guard let value = ranges[operands[1 - first]], let other = ranges[operands[5 - second]]
        else { return nil }
        return Self.hull(value, other)
      }
    }
    return nil
  }

  /// What a step may be a product of: a factor, and where the other one lies.
  private func factors(_ step: Int) -> [(Int, ClosedRange<Double>)] {
    var result: [(Int, ClosedRange<Double>)] = [(step, 1...1)]
    if case .computed(.multiply) = steps[step].operation {
      let operands = steps[step].operands
      if let range = ranges[operands[1]] { result.append((operands[0], range)) }
      if let range = ranges[operands[0]] { result.append((operands[1], range)) }
    }
    return result
  }

  /// Whether one is 1 less the other, and both lie in 0…1.
  private func areShares(_ first: Int, _ second: Int) -> Bool {
    (isRest(first, of: second) || isRest(second, of: first)) && isShare(first)
  }

  private func isRest(_ step: Int, of share: Int) -> Bool {
    guard case .computed(.subtract) = steps[step].operation else { return false }
    return isLiteral(steps[step].operands[0], 1) && steps[step].operands[1] == share
  }

  private func isFloor(_ step: Int, of value: Int) -> Bool {
    steps[step].operation == .computed(.floor) && steps[step].operands == [value]
  }

  private func isLiteral(_ step: Int, _ number: Float) -> Bool {
    steps[step].operation == .literal(number)
  }

  /// Whether the product is t · t · (3 − 2 · t), with t in 0…1.
  private func isSmoothStep(_ operands: [Int]) -> Bool {
    let (square, rest) = (steps[operands[0]], steps[operands[1]])
    guard square.operation == .computed(.multiply), square.operands[0] == square.operands[1],
      isShare(square.operands[0]), rest.operation == .computed(.subtract),
      isLiteral(rest.operands[0], 3)
    else { return false }
    let twice = steps[rest.operands[1]]
    return twice.operation == .computed(.multiply) && isLiteral(twice.operands[0], 2)
      && twice.operands[1] == square.operands[0]
  }
}
