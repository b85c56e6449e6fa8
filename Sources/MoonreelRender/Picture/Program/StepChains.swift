// SPDX-License-Identifier: MIT

import CKernels

/// Joins steps that follow one another, each of one operation a pixel, to chains: what one computes is taken by
/// the next where that reads it, and is written only where something else does.
struct StepChains {
  private let steps: [TileProgram.Step]
  /// For each step, the operand that is what the step before computed; −1 for none.
  private var taken: [Int]
  /// Whether each step's result is read from its register.
  private var isRead: [Bool]
  /// The bodies of guards and loops, joined.
  private var bodies: [Int: [TileProgram.Step]] = [:]
  /// The registers that are read before they are written.
  private var live: Set<UInt32>

  /// `steps` with their chains; `outputs` are the registers that are read at the end.
  static func joined(_ steps: [TileProgram.Step], outputs: [UInt32]) -> [TileProgram.Step] {
    StepChains(steps, live: Set(outputs)).joined()
  }

  /// `live` are the registers that are read behind the steps.
  private init(_ steps: [TileProgram.Step], live: Set<UInt32>) {
    (self.steps, self.live) = (steps, live)
    taken = Array(repeating: -1, count: steps.count)
    isRead = Array(repeating: true, count: steps.count)
    for index in steps.indices.dropFirst() {
      guard isLink(index), isLink(index - 1) else { continue }
      taken[index] =
        steps[index].operands.indices.first { place in
          steps[index].operands[place] == steps[index - 1].out[0]
            && ChainLink(steps[index].kernel, steps[index].operands, beginningWith: place) != nil
        } ?? -1
    }
    findReaders()
  }

  private func isLink(_ index: Int) -> Bool {
    steps[index].kind == .plain && ChainLink.holds(steps[index].kernel)
  }

  /// From the last step to the first: the registers that are read later on, before they are written again.
  private mutating func findReaders() {
    for index in steps.indices.reversed() {
      let step = steps[index]
      isRead[index] = step.out.contains { live.contains($0) }
      switch step.kind {
      case .plain, .single:
        // A layer laid over what is below leaves some of it.
        if step.kernel == MR_OVER { live.formUnion(step.out) } else { live.subtract(step.out) }
      case .guarding, .looping, .branching: addBody(index)
      }
      for (place, operand) in step.operands.enumerated() where place != taken[index] {
        live.insert(operand)
      }
    }
  }

  /// What a loop's body reads of its own results is read in the next round. A body may leave lanes as they are, or not
  /// run at all, so what was there before may be read behind it.
  private mutating func addBody(_ index: Int) {
    var behind = live
    if case .looping = steps[index].kind {
      for step in steps[index].body.flatMap(\.flattened) { behind.formUnion(step.operands) }
    }
    let body = StepChains(steps[index].body, live: behind)
    // All lanes of a guard's results are written, be it with 0. Others have none.
    live.subtract(steps[index].out)
    live.formUnion(body.live)
    bodies[index] = body.joined()
  }

  private func joined() -> [TileProgram.Step] {
    var result: [TileProgram.Step] = []
    var index = 0
    while index < steps.count {
      var next = index + 1
      if isLink(index) { while next < steps.count, isLink(next) { next += 1 } }
      var step = next - index > 1 ? chain(index..<next) : steps[index]
      if let body = bodies[index] { step.body = body }
      result.append(step)
      index = next
    }
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
