// SPDX-License-Identifier: MIT

/// The order in which a program's live instructions run, and which of them may be left out where
/// nothing of a layer is seen.
///
/// A layer's values are multiplied by its coverage. Where that is 0 they are 0 whatever the layer
/// holds, so the instructions that serve only them form a *block* that runs on no more than the
/// lanes between the first and the last that are covered; elsewhere its results are set to 0.
struct ProgramSchedule {
  /// Instructions that run where `cover` is not 0.
  struct Block {
    var cover: Value
    /// In order.
    var members: [Int]
    /// The members' results that others read.
    var outs: [Value]
  }

  enum Item {
    case instruction(Int)
    case block(Block)

    var instructions: [Int] {
      switch self {
      case .instruction(let index): [index]
      case .block(let block): block.members
      }
    }
  }

  private let instructions: [Instruction]
  private let live: [Int]
  private var users: [[Int]]
  private var isWanted: [Bool]
  private var isCover: [Bool]
  /// Where each instruction runs; members of a block run at the block's place.
  private var position: [Double]
  private var isMember: [Bool]
  private var blocks: [Block] = []

  /// As few as these are not worth a test.
  private static let smallestBlock = 6

  init(_ instructions: [Instruction], live: [Int], wanted: [Value]) {
    (self.instructions, self.live) = (instructions, live)
    let none = [Bool](repeating: false, count: instructions.count)
    (isWanted, isCover, isMember) = (none, none, none)
    users = Array(repeating: [], count: instructions.count)
    position = instructions.indices.map(Double.init)
    for value in wanted { isWanted[value.instruction] = true }
    for index in live {
      for operand in instructions[index].operands { users[operand.instruction].append(index) }
      isCover[index] = covers(instructions[index])
    }
    for (cover, products) in productsByCover() { addBlock(cover, products) }
  }

  /// Everything in the order in which it runs.
  var items: [Item] {
    let single = live.filter { !isMember[$0] }.map { (position[$0], Item.instruction($0)) }
    let blocks = blocks.map { (position[$0.members[0]], Item.block($0)) }
    return (single + blocks).sorted { $0.0 < $1.0 }.map(\.1)
  }

  /// Whether the result is a coverage: 0 outside something.
  private func covers(_ instruction: Instruction) -> Bool {
    switch instruction.operation {
    case .cover, .path: return true
    case .mul: return isCover[instruction.a.instruction] && isCover[instruction.b.instruction]
    case .sub:
      // Both edges of a rectangle: one plus the other less 1.
      let sum = instructions[instruction.a.instruction]
      return sum.operation == .add && isCover[sum.a.instruction] && isCover[sum.b.instruction]
    default: return false
    }
  }

  /// The products of each coverage with what is none, in the order of the coverages.
  private func productsByCover() -> [(Value, [Int])] {
    var products: [Value: [Int]] = [:]
    var order: [Value] = []
    for index in live where instructions[index].rate == .pixel {
      let instruction = instructions[index]
      guard instruction.operation == .mul, !isCover[index] else { continue }
      for factor in [instruction.a, instruction.b] where isCover[factor.instruction] {
        if products[factor] == nil { order.append(factor) }
        products[factor, default: []].append(index)
      }
    }
    return order.map { ($0, products[$0] ?? []) }
  }

  private mutating func addBlock(_ cover: Value, _ products: [Int]) {
    guard let first = products.first, products.allSatisfy({ !isMember[$0] }) else { return }
    // Products of what is 0 are 0 too.
    var isZero = Set(products)
    for index in live where index > first && instructions[index].rate == .pixel {
      let instruction = instructions[index]
      guard instruction.operation == .mul, !isMember[index] else { continue }
      if isZero.contains(instruction.a.instruction) || isZero.contains(instruction.b.instruction) {
        isZero.insert(index)
      }
    }
    let members = members(of: isZero, cover)
    let inside = Set(members)
    let outs = members.filter { index in
      isWanted[index] || users[index].contains { !inside.contains($0) }
    }
    guard members.count >= Self.smallestBlock, (1...4).contains(outs.count),
      outs.allSatisfy(isZero.contains), let place = place(of: inside, outs)
    else { return }
    for index in members {
      isMember[index] = true
      position[index] = place
    }
    blocks.append(
      Block(cover: cover, members: members, outs: outs.map { Value(instruction: $0) }))
  }

  /// `zeros` and what only they need.
  private func members(of zeros: Set<Int>, _ cover: Value) -> [Int] {
    var inside = zeros
    var result: [Int] = []
    for index in live.reversed() where instructions[index].rate == .pixel && !isMember[index] {
      if !inside.contains(index) {
        guard !isCover[index], !isWanted[index], !users[index].isEmpty,
          users[index].allSatisfy(inside.contains)
        else { continue }
        inside.insert(index)
      }
      result.append(index)
    }
    return result.reversed()
  }

  /// After all that the block reads and before all that read it.
  private func place(of inside: Set<Int>, _ outs: [Int]) -> Double? {
    var (low, high) = (-1.0, Double(instructions.count))
    for index in inside {
      for operand in instructions[index].operands where !inside.contains(operand.instruction) {
        low = max(low, position[operand.instruction])
      }
    }
    for index in outs {
      for user in users[index] where !inside.contains(user) { high = min(high, position[user]) }
    }
    let place = (low + high) / 2
    return low < place && place < high ? place : nil
  }
}
