// SPDX-License-Identifier: MIT

/// The order in which a program's live instructions run, and which of them may be left out where
/// nothing of a layer is seen.
///
/// A layer's values are multiplied by its coverage. Where that is 0 they are 0 whatever the layer
/// holds. So the instructions that serve only them form a *block*. It runs only on the lanes from
/// the first to the last that is covered; on all others its results are set to 0. Where the results
/// are only laid over what is below, the block does that too: it writes into the values of what is
/// below and leaves the other lanes as they are.
struct ProgramSchedule {
  /// Instructions that run where `cover` is not 0.
  struct Block {
    var cover: Value
    /// In order.
    var members: [Int]
    /// The members' results that others read, 0 where the block does not run.
    var outs: [Value]
    /// What lies below, by the members that lay the layer over it, in its place.
    var below: [Int: Value] = [:]
  }

  /// Instructions that run again and again.
  struct Loop {
    /// What it carries, and what is left of that, in order of place; the first says who goes on.
    var carried: [Int]
    var after: [Int]
    /// What runs in a round.
    var items: [Item]

    /// What it computes in a round, loops inside it included.
    var members: [Int] { items.flatMap(\.instructions) }
  }

  /// Instructions that run only where a condition holds.
  struct Branch {
    var condition: BranchPlan.Condition
    var items: [Item]
  }

  enum Item {
    case instruction(Int)
    case block(Block)
    case loop(Loop)
    case branch(Branch)

    /// In the order in which they run.
    var instructions: [Int] {
      switch self {
      case .instruction(let index): [index]
      case .block(let block): block.members
      case .loop(let loop): loop.carried + loop.members + loop.after
      case .branch(let branch): branch.items.flatMap(\.instructions)
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
  /// What loops compute runs in them alone.
  private let loops: LoopNest
  private var blocks: [Block] = []

  /// As few as these are not worth a test.
  private static let smallestBlock = 6

  /// The order of all; `guarded` says whether layers run only where they are seen.
  init(_ instructions: [Instruction], live: [Int], wanted: [Value], guarded: Bool) {
    (self.instructions, self.live) = (instructions, live)
    loops = LoopNest(instructions, live: live)
    let none = [Bool](repeating: false, count: instructions.count)
    (isWanted, isCover, isMember) = (none, none, none)
    users = Array(repeating: [], count: instructions.count)
    position = instructions.indices.map(Double.init)
    for (index, loop) in loops.outermost {
      position[index] = Double(loops.place[loop] ?? index)
      isMember[index] = true
    }
    guard guarded else { return }
    for value in wanted { isWanted[value.instruction] = true }
    for index in live {
      for operand in instructions[index].operands { users[operand.instruction].append(index) }
      isCover[index] = covers(instructions[index])
    }
    for (cover, products) in productsByCover() { addBlock(cover, products) }
  }

  /// Everything in the order in which it runs.
  var items: [Item] {
    let single = live.filter { !isMember[$0] }
    let items = loops.items(single, in: -1).map { item in
      (position[item.instructions[0]], item)
    }
    let blocks = blocks.map { (position[$0.members[0]], Item.block($0)) }
    return (items + blocks).sorted { $0.0 < $1.0 }.map(\.1)
  }

  /// Whether the result is a coverage: 0 outside something.
  private func covers(_ instruction: Instruction) -> Bool {
    let operation = instruction.operation
    if operation == .cover || operation == .box || operation == .path { return true }
    if operation == .multiply {
      return isCover[instruction.a.instruction] && isCover[instruction.b.instruction]
    }
    // Both edges of a rectangle: one plus the other less 1.
    guard operation == .subtract else { return false }
    let sum = instructions[instruction.a.instruction]
    return sum.operation == .add && sum.rate == instruction.rate
      && isCover[sum.a.instruction] && isCover[sum.b.instruction]
  }

  /// For each coverage, the multiplications of it with a value that is not a coverage; in the coverages' order.
  private func productsByCover() -> [(Value, [Int])] {
    var products: [Value: [Int]] = [:]
    var order: [Value] = []
    for index in live where instructions[index].rate == .pixel {
      let instruction = instructions[index]
      guard instruction.operation == .multiply, !isCover[index], !isMember[index] else { continue }
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
      guard instruction.operation == .multiply, !isMember[index] else { continue }
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
      outs.allSatisfy(isZero.contains)
    else { return }
    var block = Block(cover: cover, members: members, outs: outs.map { Value(instruction: $0) })
    if let (rest, below) = merges(of: block) {
      let joined = inside.union(below.keys).union([rest])
      if let place = place(of: joined, Array(below.keys)) {
        block.members += [rest] + below.keys.sorted()
        (block.outs, block.below) = ([], below)
        return add(block, at: place)
      }
    }
    if let place = place(of: inside, outs) { add(block, at: place) }
  }

  private mutating func add(_ block: Block, at place: Double) {
    for index in block.members {
      isMember[index] = true
      position[index] = place
    }
    blocks.append(block)
  }

  /// Where a block's results are read only to lay them over what is below: the instruction for 1 − alpha,
  /// and what lies below by the instructions `below · (1 − alpha) + result`. What is below must be read by
  /// nothing else, and be no row of a raster and nothing that stays for all rows, which are not written to.
  private func merges(of block: Block) -> (rest: Int, below: [Int: Value])? {
    let inside = Set(block.members)
    func outsideUsers(_ value: Value) -> [Int] {
      users[value.instruction].filter { !inside.contains($0) }
    }
    guard let first = block.outs.lazy.compactMap({ outsideUsers($0).first { isMerge($0) } }).first
    else { return nil }
    let rest = instructions[first].b
    let alpha = instructions[rest.instruction].b
    guard isRest(rest), alpha == block.cover || block.outs.contains(alpha),
      !isMember[rest.instruction], !isWanted[rest.instruction]
    else { return nil }
    var below: [Int: Value] = [:]
    for out in block.outs {
      let users = outsideUsers(out).filter { !(out == alpha && $0 == rest.instruction) }
      guard users.count == 1 || (users.isEmpty && out == alpha) else { return nil }
      guard !isWanted[out.instruction] else { return nil }
      for user in users {
        guard isMerge(user), instructions[user].b == rest, instructions[user].c == out,
          !isMember[user]
        else { return nil }
        below[user] = instructions[user].a
      }
    }
    let merges = Set(below.keys)
    guard users[rest.instruction].allSatisfy(merges.contains),
      Set(below.values).count == below.count,
      below.values.allSatisfy({ value in
        instructions[value.instruction].rate == .pixel && !isWanted[value.instruction]
          && instructions[value.instruction].operation != .row
          && !instructions[value.instruction].isColumnar
          && !inside.contains(value.instruction) && value != rest
          && users[value.instruction].allSatisfy(merges.contains)
      })
    else { return nil }
    return (rest.instruction, below)
  }

  private func isMerge(_ index: Int) -> Bool {
    instructions[index].operation == .multiplyAdd && instructions[index].rate == .pixel
      && isRest(instructions[index].b)
  }

  /// Whether it is 1 less a value that differs from pixel to pixel.
  private func isRest(_ value: Value) -> Bool {
    let instruction = instructions[value.instruction]
    guard instruction.operation == .subtract, instruction.rate == .pixel else { return false }
    let one = instructions[instruction.a.instruction]
    return one.operation == .literal
      && one.payload == Int32(bitPattern: Float(1).bitPattern)
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
