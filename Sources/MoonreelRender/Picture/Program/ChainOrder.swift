// SPDX-License-Identifier: MIT

/// An order of instructions in which many can use the result of the one right before.
///
/// A result that only one instruction reads is computed right before that instruction. Instructions form a chain where
/// each is the only reader of the one before; a chain runs at the place of its last instruction. It waits for its next
/// instruction only where waiting takes no more registers than running at once.
struct ChainOrder {
  private let instructions: [Instruction]
  /// How often each value is read, and where last.
  private var readings: [Value: Int] = [:]
  private var lastReader: [Value: Int] = [:]

  private struct Chain {
    var members: [Int] = []
    /// The registers it reads, besides those of its own results.
    var operands: Set<Value> = []
    /// Where its last member stands.
    var place = 0
  }
  /// Chains that read more registers do not wait.
  private static let mostOperands = 4

  init(_ instructions: [Instruction], live: [Int], wanted: [Value]) {
    self.instructions = instructions
    for index in live {
      for operand in instructions[index].operands {
        readings[operand, default: 0] += 1
        lastReader[operand] = index
      }
    }
    for value in wanted {
      readings[value, default: 0] += 1
      lastReader[value] = .max
    }
  }

  /// `items` where single instructions between blocks, loops and branches, and what is in these, are in order.
  func ordered(_ items: [ProgramSchedule.Item]) -> [ProgramSchedule.Item] {
    var result: [ProgramSchedule.Item] = []
    var singles: [Int] = []
    for item in items {
      switch item {
      case .instruction(let index): singles.append(index)
      case .block(var block):
        result += ordered(singles).map { .instruction($0) }
        singles = []
        block.members = ordered(block.members, apart: Set(block.below.keys))
        result.append(.block(block))
      case .loop(var loop):
        result += ordered(singles).map { .instruction($0) }
        singles = []
        loop.items = ordered(loop.items)
        result.append(.loop(loop))
      case .branch(var branch):
        result += ordered(singles).map { .instruction($0) }
        singles = []
        branch.items = ordered(branch.items)
        result.append(.branch(branch))
      }
    }
    return result + ordered(singles).map { .instruction($0) }
  }

  /// `indices` with every chain at the place of its last instruction; those in `apart` belong to no chain.
  private func ordered(_ indices: [Int], apart: Set<Int> = []) -> [Int] {
    var chains: [Int: Chain] = [:]
    for (place, index) in indices.enumerated() {
      let isApart = !isPointwise(index) || apart.contains(index)
      let before = isApart ? nil : longest(of: chains, before: index, at: place, apart)
      var chain = before.flatMap { chains.removeValue(forKey: $0) } ?? Chain()
      chain.members.append(index)
      if chain.operands.count <= Self.mostOperands {
        chain.operands.formUnion(operands(of: index, besides: before))
      }
      chain.place = place
      chains[index] = chain
    }
    return indices.flatMap { chains[$0]?.members ?? [] }
  }

  /// The last instruction of the longest chain that can go on with the one that stands at `place`.
  private func longest(
    of chains: [Int: Chain], before index: Int, at place: Int, _ apart: Set<Int>
  ) -> Int? {
    var best: (index: Int, length: Int)?
    for operand in instructions[index].operands where readings[operand] == 1 {
      let last = operand.instruction
      guard let chain = chains[last], isPointwise(last), !apart.contains(last),
        chain.place == place - 1 || canWait(chain, for: index)
      else { continue }
      if chain.members.count > best?.length ?? 0 { best = (last, chain.members.count) }
    }
    return best?.index
  }

  /// Whether no more registers are in use if the chain runs only where `index` stands: at most one of those it
  /// reads, which then stays in the place of its result.
  private func canWait(_ chain: Chain, for index: Int) -> Bool {
    chain.operands.count <= Self.mostOperands
      && chain.operands.count { lastReader[$0]! < index } <= 1
  }

  /// The registers that an instruction reads, besides that of the one `before` in its chain.
  private func operands(of index: Int, besides before: Int?) -> [Value] {
    instructions[index].operands.filter {
      $0.instruction != before && instructions[$0.instruction].rate == .pixel
    }
  }

  /// Whether its result follows from the same pixel of its operands by one operation.
  private func isPointwise(_ index: Int) -> Bool {
    instructions[index].rate == .pixel
      && instructions[index].operation.kernel.map(ChainLink.holds) == true
  }
}
