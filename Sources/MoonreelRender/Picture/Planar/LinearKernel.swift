// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// A kernel as a sum of its pictures' components, each times a weight that follows from the pixel's place alone: masks,
/// wipes, gains, tints. Pictures may be read elsewhere, too, at a place that follows from the pixel's. Such a kernel can be
/// computed on planes.
///
/// A limit to 0…1 that what lies in 0…1 cannot reach (``KernelRanges``) limits nothing, and of a choice that is the same
/// for all pixels only what is chosen counts.
struct LinearKernel {
  /// One component of the result: Σ weight · component + plain.
  struct Sum {
    /// By component, 4 for each picture, in order: the inputs, then what is read elsewhere.
    var weights: [(component: Int, weight: Value)] = []
    var plain: Value
    /// What it is where all components are 1.
    var total: Value
  }

  /// What is read of an input elsewhere.
  struct Read {
    var input: Int
    /// Its number among the pictures of ``Sum/weights``.
    var picture: Int
    /// Where, and where that changes evenly.
    var position: (x: Value, y: Value)
    var ramps: (x: Ramp, y: Ramp)?
  }

  /// Red, green, blue, alpha.
  private(set) var results: [Sum]
  /// What the results weigh.
  private(set) var reads: [Read] = []

  /// What the place's part of a kernel may cost for a pixel, as it is computed once more for chroma: so much, and so much
  /// more for each picture that is read elsewhere.
  static let costLimit = 200
  /// Kernels that cost more in one round of their loops are not looked at closely. How often loops go round does not matter:
  /// one that does so for each pixel is no part of a sum.
  static let wholeCostLimit = 4096

  /// `kernel` with `numbers`, on a grid from whose pixels `inverse` leads to the picture; `nil` where it is no such sum, or
  /// where its places cost too much. What is read elsewhere must have no alpha.
  init?(
    _ kernel: PixelKernel, _ numbers: [Float], _ inverse: AffineTransform, _ ranges: KernelRanges,
    _ builder: ProgramBuilder
  ) {
    guard numbers.count == kernel.numberCount else { return nil }
    let given = builder.params(numbers)
    let one = builder.one
    let loops = builder.addLoops(kernel.loops.count)
    let rates = KernelRates(kernel, x: Ramp.x(of: inverse).rate, y: Ramp.y(of: inverse).rate)
    // `nil` for what is no sum, which only counts where the result depends on it.
    var sums: [Sum?] = []
    sums.reserveCapacity(kernel.steps.count)
    for (index, step) in kernel.steps.enumerated() {
      let operands = step.operands.map { sums[$0] }
      switch step.operation {
      case .input(let index, let component):
        sums.append(
          Sum(weights: [(4 * index + component, one)], plain: builder.zero, total: one))
      case .sample(_, let component) where component == 3: sums.append(Sum(one))
      case .sample(let input, let component):
        let place = kernel.reads.firstIndex {
          $0.input == input && $0.position == step.operands
        }
        guard let place, operands.allSatisfy({ $0?.isPlain == true }) else {
          sums.append(nil)
          continue
        }
        let picture = kernel.inputCount + place
        sums.append(
          Sum(weights: [(4 * picture + component, one)], plain: builder.zero, total: one))
      case .number(let index): sums.append(Sum(given[index]))
      case .literal(let number): sums.append(Sum(builder.literal(number)))
      case .x: sums.append(Sum(builder.ramp(Ramp.x(of: inverse))))
      case .y: sums.append(Sum(builder.ramp(Ramp.y(of: inverse))))
      case .computed(let operation):
        if let kept = Self.kept(operation, step.operands, ranges), sums[kept]?.isPlain != true {
          sums.append(sums[kept])
          continue
        }
        let known = operands.compactMap { $0 }
        sums.append(
          known.count == operands.count ? Self.computed(operation, known, builder) : nil)
      case .carried, .after:
        sums.append(
          Self.repeated(step.operation, operands, kernel, loops.lowerBound, rates[index], builder))
      }
    }
    results = kernel.result.compactMap { sums[$0] }
    guard results.count == 4, areAlike else { return nil }
    addReads(kernel, sums, KernelRamps(kernel, numbers, inverse))
    guard builder.cost(of: places) <= Self.costLimit * (1 + reads.count) else { return nil }
  }

  /// All that follows from the place.
  private var places: [Value] {
    results.flatMap { $0.weights.map(\.weight) + [$0.plain] }
      + reads.flatMap { [$0.position.x, $0.position.y] }
  }

  /// Which operand an operation hands on as it is: what a limit does not reach, what is chosen for all pixels.
  private static func kept(
    _ operation: ScalarOperation, _ operands: [Int], _ ranges: KernelRanges
  ) -> Int? {
    switch operation {
    case .clamp: ranges.isShare(operands[0]) ? operands[0] : nil
    case .select:
      ranges.isAtLeast(operands[0], operands[1]).map { $0 ? operands[2] : operands[3] }
    // Whatever else the table holds computes something.
    default: nil
    }
  }

  private mutating func addReads(_ kernel: PixelKernel, _ sums: [Sum?], _ ramps: KernelRamps) {
    let weighted = Set(results.flatMap(\.weights).map { $0.component >> 2 })
    for (index, read) in kernel.reads.enumerated() {
      let picture = kernel.inputCount + index
      guard weighted.contains(picture) else { continue }
      let steps = (read.position[0], read.position[1])
      guard let x = sums[steps.0], let y = sums[steps.1] else { continue }
      let even = ramps.ramps[steps.0].flatMap { x in ramps.ramps[steps.1].map { (x, $0) } }
      reads.append(
        Read(input: read.input, picture: picture, position: (x.plain, y.plain), ramps: even))
    }
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
    case .divide, .quotient:
      guard operands[1].isPlain else { return nil }
      let by = operands[1].plain
      return operands[0].mapped {
        builder.number($0) == 0 ? $0 : builder.computed(operation, [$0, by])
      }
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

  /// What a loop of numbers carries, or what is left of it. Loops that go round for each pixel would do so twice, for luma and
  /// for chroma.
  private static func repeated(
    _ operation: PixelKernel.Operation, _ operands: [Sum?], _ kernel: PixelKernel,
    _ firstLoop: Int, _ rate: Rate, _ builder: ProgramBuilder
  ) -> Sum? {
    let plain = operands.compactMap { $0?.isPlain == true ? $0?.plain : nil }
    guard rate < .pixel, plain.count == operands.count else { return nil }
    switch operation {
    case .carried(let loop, let place):
      return Sum(
        builder.carried(
          plain[0], loop: firstLoop + loop, place: place, limit: kernel.loops[loop].limit,
          rate: rate))
    case .after:
      return Sum(
        builder.after(plain[0], plain[1], activity: plain.dropFirst(2).first, rate: rate))
    case .input, .sample, .number, .literal, .x, .y, .computed: return nil
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

extension ProgramBuilder {
  /// What it costs a pixel to compute `values`, in operations of a few instructions.
  fileprivate func cost(of values: [Value]) -> Int {
    var open = values.map(\.instruction)
    var known = Set<Int>()
    var cost = 0
    while let index = open.popLast() {
      let instruction = instructions[index]
      guard instruction.rate == .pixel, known.insert(index).inserted else { continue }
      let isCheap = instruction.operation.kernel.map(ChainLink.holds) ?? true
      cost += isCheap || instruction.operands.isEmpty ? 1 : PixelKernel.costly
      open += instruction.operands.map(\.instruction)
    }
    return cost
  }
}
