// SPDX-License-Identifier: MIT

/// Which instructions belong to which loop: those that depend on what it carries from one round to the next. All others
/// run before it.
struct LoopNest {
  /// One loop.
  struct Loop {
    /// The loop around it; −1 for none.
    var parent = -1
    /// The instructions of its rounds but those of loops inside it, in order.
    var members: [Int] = []
    /// What it carries, and what is left of that, in order of place: that which is needed.
    var carried: [Int] = []
    var after: [Int] = []
  }

  /// By number: those that are needed.
  private(set) var loops: [Int: Loop] = [:]
  /// By instruction, the innermost loop that it belongs to; −1 for none. What is left after a loop belongs to the loop
  /// around it, what it carries to itself.
  private(set) var innermost: [Int]
  /// Where the loop stands in the order of instructions.
  private(set) var place: [Int: Int] = [:]

  /// Of the instructions `live`.
  init(_ instructions: [Instruction], live: [Int]) {
    innermost = Array(repeating: -1, count: instructions.count)
    var around: [Int: Int] = [:]
    for index in live {
      let instruction = instructions[index]
      switch instruction.operation {
      case .carried:
        innermost[index] = instruction.loop
        loops[instruction.loop, default: Loop()].carried.append(index)
      case .after:
        innermost[index] = around[instruction.loop] ?? -1
        loops[instruction.loop]?.parent = innermost[index]
        loops[instruction.loop]?.after.append(index)
        if place[instruction.loop] == nil { place[instruction.loop] = index }
      default:
        innermost[index] = instruction.operands.map { innermost[$0.instruction] }.max() ?? -1
        loops[innermost[index]]?.members.append(index)
      }
      // A loop whose rounds read what another one carries lies in it.
      for operand in instruction.operands {
        let (own, other) = (innermost[index], innermost[operand.instruction])
        if own >= 0, other < own { around[own] = max(around[own] ?? -1, other) }
      }
    }
  }

  /// The instructions that are part of loops or say what is left of them, with the outermost of these.
  var outermost: [Int: Int] {
    var result: [Int: Int] = [:]
    for (number, loop) in loops {
      let outermost = outermost(number)
      for index in loop.members + loop.carried + loop.after { result[index] = outermost }
    }
    return result
  }

  private func outermost(_ loop: Int) -> Int {
    var loop = loop
    while let parent = loops[loop]?.parent, parent >= 0 { loop = parent }
    return loop
  }

  /// The loops right inside `parent`; −1: those that lie in no other.
  func children(of parent: Int) -> [Int] {
    loops.keys.filter { loops[$0]?.parent == parent }.sorted()
  }

  /// `indices` and, where they stand, the loops right inside `parent` with what is in them.
  func items(_ indices: [Int], in parent: Int) -> [ProgramSchedule.Item] {
    let singles = indices.map { ($0, ProgramSchedule.Item.instruction($0)) }
    return (singles + children(of: parent).map { (place[$0] ?? 0, item(of: $0)) })
      .sorted { $0.0 < $1.0 }.map(\.1)
  }

  private func item(of number: Int) -> ProgramSchedule.Item {
    let loop = loops[number] ?? Loop()
    return .loop(
      ProgramSchedule.Loop(
        carried: loop.carried, after: loop.after, items: items(loop.members, in: number)))
  }
}
