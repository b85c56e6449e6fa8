// SPDX-License-Identifier: MIT

import CKernels

/// Joins steps that follow one another, each of one operation a pixel, to chains: what one computes is taken by
/// the next where that reads it, and is written only where something else does.
struct StepChains {
  private let steps: [TileProgram.Step]
  /// Where blocks end: the steps after them.
  private let ends: Set<Int>
  /// For each step, the operand that is what the step before computed; −1 for none.
  private var taken: [Int]
  /// Whether each step's result is read from its register.
  private var isRead: [Bool]

  /// `steps` with their chains; `outputs` are the registers that are read at the end.
  static func joined(_ steps: [TileProgram.Step], outputs: [UInt32]) -> [TileProgram.Step] {
    StepChains(steps, outputs: outputs).joined()
  }

  private init(_ steps: [TileProgram.Step], outputs: [UInt32]) {
    self.steps = steps
    ends = Set(steps.indices.filter { steps[$0].span > 0 }.map { $0 + steps[$0].span + 1 })
    taken = Array(repeating: -1, count: steps.count)
    isRead = Array(repeating: true, count: steps.count)
    for index in steps.indices.dropFirst() where !ends.contains(index) {
      guard isLink(index), isLink(index - 1) else { continue }
      taken[index] =
        steps[index].operands.indices.first { place in
          steps[index].operands[place] == steps[index - 1].out[0]
            && ChainLink(steps[index].kernel, steps[index].operands, beginningWith: place) != nil
        } ?? -1
    }
    findReaders(outputs)
  }

  private func isLink(_ index: Int) -> Bool {
    steps[index].span == 0 && ChainLink.holds(steps[index].kernel)
  }

  /// From the last step to the first: the registers that are read later on, before they are written again.
  private mutating func findReaders(_ outputs: [UInt32]) {
    var live = Set(outputs)
    for index in steps.indices.reversed() {
      let step = steps[index]
      isRead[index] = step.out.contains { live.contains($0) }
      if step.kernel == MR_OVER {
        // A layer laid over what is below leaves some of it.
        live.formUnion(step.out)
      } else if step.span == 0 {
        // A block's results are set to 0 only after its own steps, which may read what was there before.
        live.subtract(step.out)
      }
      for (place, operand) in step.operands.enumerated() where place != taken[index] {
        live.insert(operand)
      }
    }
  }

  private func joined() -> [TileProgram.Step] {
    var result: [TileProgram.Step] = []
    var (head, end, index) = (-1, -1, 0)
    while index < steps.count {
      if index == end { result[head].span = result.count - head - 1 }
      var next = index + 1
      if isLink(index) {
        while next < steps.count, isLink(next), !ends.contains(next) { next += 1 }
      }
      if steps[index].span > 0 { (head, end) = (result.count, index + 1 + steps[index].span) }
      result.append(next - index > 1 ? chain(index..<next) : steps[index])
      index = next
    }
    if index == end { result[head].span = result.count - head - 1 }
    return result
  }

  private func chain(_ range: Range<Int>) -> TileProgram.Step {
    var step = TileProgram.Step(kernel: MR_CHAIN)
    step.links = range.map(link) + [.end]
    return step
  }

  private func link(_ index: Int) -> ChainLink {
    let step = steps[index]
    var link: ChainLink
    if step.kernel == MR_SPLAT {
      link = .splat(step.operands[0])
    } else if let next = ChainLink(step.kernel, step.operands, beginningWith: taken[index]) {
      link = next
      link.from = nil
    } else {
      link = ChainLink(step.kernel, step.operands)
    }
    link.to = isRead[index] ? step.out[0] : nil
    return link
  }
}
