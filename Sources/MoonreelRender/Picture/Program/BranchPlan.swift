// SPDX-License-Identifier: MIT

/// What runs only where it is wanted: an instruction whose result is only read by choices (`select`), and always as what
/// they take under the same condition, is left out where that condition holds nowhere.
///
/// An instruction's conditions are a path from the outermost to the innermost. A path is a node of a tree, so that what two
/// paths begin with in common is quickly found.
struct BranchPlan {
  /// `value >= edge`, or not.
  struct Condition: Hashable {
    var value: Value
    var edge: Value
    var holds: Bool
  }

  private struct Node: Hashable {
    var parent: Int
    var condition: Condition
  }

  private let instructions: [Instruction]
  /// How often the instruction is read in all of the program.
  private var readings: [Int: Int] = [:]
  private var nodes: [Node] = []
  private var known: [Node: Int] = [:]
  private var depths: [Int] = []
  /// By instruction, the end of its path; −1: it always runs.
  private var paths: [Int: Int] = [:]

  /// What has its place in the order.
  private var isPlaced: Set<Int>

  /// Less than this is not worth a test, in operations of a few instructions each.
  private static let leastCost = 8
  /// Conditions beyond so many in one another are not looked at.
  private static let mostConditions = 16

  /// `placed`: the instructions that have run before.
  init(_ instructions: [Instruction], live: [Int], wanted: [Value], placed: Set<Int> = []) {
    (self.instructions, isPlaced) = (instructions, placed)
    for value in live.flatMap({ instructions[$0].operands }) + wanted {
      readings[value.instruction, default: 0] += 1
    }
  }

  /// `items` where stretches of single instructions, also those of loops, have their branches.
  mutating func branched(_ items: [ProgramSchedule.Item]) -> [ProgramSchedule.Item] {
    var result: [ProgramSchedule.Item] = []
    var singles: [Int] = []
    for item in items {
      switch item {
      case .instruction(let index): singles.append(index)
      case .block, .branch:
        result += stretch(singles) + [item]
        singles = []
        isPlaced.formUnion(item.instructions)
      case .loop(var loop):
        result += stretch(singles)
        singles = []
        isPlaced.formUnion(loop.carried)
        loop.items = branched(loop.items)
        isPlaced.formUnion(loop.after)
        result.append(.loop(loop))
      }
    }
    return result + stretch(singles)
  }

  private mutating func stretch(_ indices: [Int]) -> [ProgramSchedule.Item] {
    guard indices.contains(where: { instructions[$0].operation == .select }) else {
      isPlaced.formUnion(indices)
      return indices.map { .instruction($0) }
    }
    // Numbers for the whole stretch depend on nothing else; conditions do on them.
    let numbers = indices.filter { instructions[$0].rate < .pixel }
    isPlaced.formUnion(numbers)
    let pixels = indices.filter { instructions[$0].rate == .pixel }
    findPaths(of: pixels)
    return numbers.map { .instruction($0) } + items(pixels, below: -1)
  }

  // MARK: Conditions

  private mutating func findPaths(of indices: [Int]) {
    let inside = Set(indices)
    var readingsInside: [Int: Int] = [:]
    for operand in indices.flatMap({ instructions[$0].operands }) {
      readingsInside[operand.instruction, default: 0] += 1
    }
    var found: [Int: Int] = [:]
    for index in indices.reversed() {
      let instruction = instructions[index]
      // Rows of rasters lie where they are; what is read elsewhere is wanted everywhere.
      let isFree = instruction.operation != .row && readings[index] == readingsInside[index]
      paths[index] = isFree ? found[index] ?? -1 : -1
      for operand in Set(instruction.operands) where inside.contains(operand.instruction) {
        let path = path(of: operand, in: index)
        let other = found[operand.instruction]
        found[operand.instruction] = other.map { common($0, path) } ?? path
      }
    }
  }

  /// Where instruction `index` wants its operand.
  private mutating func path(of operand: Value, in index: Int) -> Int {
    let (own, instruction) = (paths[index] ?? -1, instructions[index])
    guard instruction.operation == .select, instruction.c != instruction.d,
      operand != instruction.a, operand != instruction.b,
      own < 0 || depths[own] < Self.mostConditions
    else { return own }
    let condition = Condition(
      value: instruction.a, edge: instruction.b, holds: operand == instruction.c)
    let node = Node(parent: own, condition: condition)
    if let place = known[node] { return place }
    known[node] = nodes.count
    nodes.append(node)
    depths.append(own < 0 ? 1 : depths[own] + 1)
    return nodes.count - 1
  }

  /// The end of what two paths begin with in common.
  private func common(_ first: Int, _ second: Int) -> Int {
    var (first, second) = (first, second)
    while first != second {
      let (depth, other) = (first < 0 ? 0 : depths[first], second < 0 ? 0 : depths[second])
      if depth >= other { first = nodes[first].parent }
      if other >= depth { second = nodes[second].parent }
    }
    return first
  }

  // MARK: Branches

  /// `indices`, all of whose paths begin with `parent`: what follows one another under one more condition is a branch.
  /// Instructions between that do not read its results run before it. What is wanted under a condition that is not known
  /// yet runs everywhere.
  private mutating func items(_ indices: [Int], below parent: Int) -> [ProgramSchedule.Item] {
    var result: [ProgramSchedule.Item] = []
    var (branch, members, inside) = (-1, [Int](), Set<Int>())
    for index in indices {
      let next = child(of: parent, towards: paths[index] ?? -1)
      let reads = instructions[index].operands.contains { inside.contains($0.instruction) }
      if branch >= 0, next < 0 ? reads : next != branch {
        result += items(of: branch, members)
        (branch, members, inside) = (-1, [], [])
      }
      if next < 0 {
        result.append(.instruction(index))
        isPlaced.insert(index)
      } else {
        branch = next
        members.append(index)
        inside.insert(index)
      }
    }
    return branch < 0 ? result : result + items(of: branch, members)
  }

  private mutating func items(of branch: Int, _ members: [Int]) -> [ProgramSchedule.Item] {
    let condition = nodes[branch].condition
    let isKnown =
      isPlaced.contains(condition.value.instruction)
      && isPlaced.contains(condition.edge.instruction)
    let inner = items(members, below: branch)
    guard isKnown, members.reduce(0, { $0 + cost($1) }) >= Self.leastCost else { return inner }
    return [.branch(ProgramSchedule.Branch(condition: condition, items: inner))]
  }

  /// The node below `parent` on the way to `path`; −1 where the way ends there.
  private func child(of parent: Int, towards path: Int) -> Int {
    var node = path
    while node >= 0, nodes[node].parent != parent { node = nodes[node].parent }
    return node
  }

  private func cost(_ index: Int) -> Int {
    instructions[index].operation.kernel.map { ChainLink.holds($0) ? 1 : Self.leastCost } ?? 0
  }
}
