// SPDX-License-Identifier: MIT

import CKernels

/// Turns instructions into steps: drops what nobody reads, splits by rate, takes out what is the same in all rows,
/// chooses kernels, assigns registers.
struct ProgramCompiler {
  let instructions: [Instruction]
  let wanted: [Value]
  var program = TileProgram()
  /// Position of the last reader of each value among the pixel steps to come.
  var lastUse: [Value: Int] = [:]
  var registers: [Value: UInt32] = [:]
  var splats: [Value: UInt32] = [:]
  var free: [UInt32] = []
  var scalars: [Value: UInt32] = [:]
  /// Of the loop that is being written: how often its values change. Its steps run where those do.
  var loopRate: Rate?

  /// The program for `outputs`; `guarded` says whether layers run only where they are seen, `chained` whether
  /// operations take what the one before has computed.
  static func compile(
    _ instructions: [Instruction], outputs: [Value], guarded: Bool = true, chained: Bool = true
  ) -> TileProgram {
    var compiler = ProgramCompiler(instructions: instructions, wanted: outputs)
    compiler.run(guarded: guarded, chained: chained)
    return compiler.program
  }

  private init(instructions: [Instruction], wanted: [Value]) {
    var joined = (instructions: Self.loadingLess(instructions, wanted), wanted: wanted)
    Self.joinAngles(&joined)
    (self.instructions, self.wanted) = joined
  }

  /// `instructions` where what is loaded, and only read to be lowered by a number, is lowered at once.
  private static func loadingLess(_ instructions: [Instruction], _ wanted: [Value])
    -> [Instruction]
  {
    var readers: [Value: Int] = [:]
    for value in wanted + instructions.flatMap(\.operands) { readers[value, default: 0] += 1 }
    return instructions.map { instruction in
      guard instruction.operation == .subtract, readers[instruction.a] == 1,
        instructions[instruction.b.instruction].rate < .pixel,
        case let source = instructions[instruction.a.instruction], source.operation == .load
      else { return instruction }
      return Instruction(
        operation: .loadLess, rate: .pixel, a: instruction.b, payload: source.payload)
    }
  }

  private mutating func run(guarded: Bool, chained: Bool) {
    let needed = liveInstructions()
    let columns = columns(of: needed)
    let live = needed.filter { !columns.contains($0) }
    var scheduled = ProgramSchedule(
      instructions, live: live, wanted: wanted, guarded: guarded
    ).items
    if guarded {
      var plan = BranchPlan(instructions, live: live, wanted: wanted, placed: columns)
      scheduled = plan.branched(scheduled)
    }
    let items =
      chained
      ? ChainOrder(instructions, live: live, wanted: wanted).ordered(scheduled) : scheduled
    program.vectorCount = 0
    var kept: [UInt32] = []
    if columns.isEmpty {
      noteLastUses(items)
      emit(items)
    } else {
      emit(items.filter(isOfFrame))
      kept = emitColumns(needed.filter(columns.contains), before: items, chained: chained)
      emit(items.filter { !isOfFrame($0) })
    }
    program.outputs = wanted.map { vector($0) }
    program.vectorCount = max(1, program.vectorCount)
    renumberScalars()
    guard chained else { return }
    program.columnSteps = StepChains.joined(program.columnSteps, outputs: kept)
    program.pixelSteps = StepChains.joined(program.pixelSteps, outputs: program.outputs)
  }

  mutating func emit(_ items: [ProgramSchedule.Item]) {
    for item in items {
      switch item {
      case .instruction(let index): emit(index)
      case .block(let block): emit(block)
      case .loop(let loop): emit(loop)
      case .branch(let branch): emit(branch)
      }
    }
  }

  mutating func emit(_ index: Int) {
    let instruction = instructions[index]
    switch instruction.rate {
    case .frame, .row: emitScalar(index, instruction)
    case .pixel: emitVector(index, instruction)
    }
    if instruction.payload >= 0, instruction.operation.kernel != nil {
      program.usedPayloads.append(instruction.payload)
    }
  }

  /// A block: its head, which knows what follows, then its members.
  private mutating func emit(_ block: ProgramSchedule.Block) {
    let head = program.pixelSteps.count
    let scalar = scalars[block.cover].map { $0 | Self.scalarMark }
    let cover = scalar ?? vector(block.cover)
    let spread = Set(splats.keys)
    for index in block.members {
      if let below = block.below[index] { emitMerge(index, over: below) } else { emit(index) }
    }
    var guardian = TileProgram.Step(kernel: MR_SPLAT, operands: [cover])
    guardian.out = block.outs.map { vector($0) }
    guardian.kind = .guarding(isScalar: scalar != nil)
    guardian.body = Array(program.pixelSteps[head...])
    program.pixelSteps.replaceSubrange(head..., with: [guardian])
    forgetSplats(but: spread)
  }

  private mutating func emit(_ branch: ProgramSchedule.Branch) {
    var step = TileProgram.Step(kernel: MR_SPLAT)
    var bits: UInt32 = 0
    for (place, value) in [branch.condition.value, branch.condition.edge].enumerated() {
      if scalars[value] != nil { bits |= 1 << UInt32(place) }
      step.operands.append(scalars[value].map { $0 | Self.scalarMark } ?? vector(value))
    }
    let spread = Set(splats.keys)
    let head = steps.count
    emit(branch.items)
    step.kind = .branching(holds: branch.condition.holds, scalars: bits)
    step.body = Array(steps[head...])
    steps.replaceSubrange(head..., with: [step])
    forgetSplats(but: spread)
  }

  /// What was spread out within a block, a loop or a branch may hold only some of the lanes.
  mutating func forgetSplats(but spread: Set<Value>) {
    for value in splats.keys where !spread.contains(value) {
      if let register = splats.removeValue(forKey: value) { free.append(register) }
    }
  }

  private func liveInstructions() -> [Int] { Self.live(instructions, wanted) }

  /// Indices of the instructions that `wanted` depend on, in order.
  static func live(_ instructions: [Instruction], _ wanted: [Value]) -> [Int] {
    var after: [Int32: Int] = [:]
    for (index, instruction) in instructions.enumerated() where instruction.operation == .after {
      after[instruction.payload] = index
    }
    var isLive = [Bool](repeating: false, count: instructions.count)
    var open = wanted.map(\.instruction)
    while let index = open.popLast() {
      guard !isLive[index] else { continue }
      isLive[index] = true
      open += instructions[index].operands.map(\.instruction)
      // What a loop carries depends on what becomes of it in a round.
      if instructions[index].operation == .carried, let end = after[instructions[index].payload] {
        open.append(end)
      }
    }
    return instructions.indices.filter { isLive[$0] }
  }

  mutating func noteLastUses(_ items: [ProgramSchedule.Item]) {
    for item in items { noteLastUses(of: item) }
    for value in wanted { lastUse[value] = .max }
  }

  private mutating func noteLastUses(of item: ProgramSchedule.Item) {
    switch item {
    case .instruction, .block:
      for index in item.instructions where instructions[index].rate == .pixel {
        for operand in instructions[index].operands { lastUse[operand] = index }
      }
    case .branch(let branch):
      for item in branch.items { noteLastUses(of: item) }
    case .loop(let loop):
      for index in loop.carried { lastUse[instructions[index].a] = index }
      for item in loop.items { noteLastUses(of: item) }
      // What comes from outside, and what becomes of the values that are carried, is read until the loop is over.
      guard let end = loop.after.last else { return }
      let inside = Set(loop.members)
      for index in loop.members {
        for operand in instructions[index].operands where !inside.contains(operand.instruction) {
          lastUse[operand] = end
        }
      }
      for index in loop.after { lastUse[instructions[index].b] = end }
      for index in loop.carried { lastUse[Value(instruction: index)] = .max }
    }
  }

  // MARK: Values constant along a row

  private mutating func emitScalar(_ index: Int, _ instruction: Instruction) {
    let outs = (0..<instruction.operation.resultCount).map { result -> UInt32 in
      let register = newScalar()
      scalars[Value(instruction: index, result: result)] = register
      return register
    }
    guard let kernel = instruction.operation.kernel else {
      if instruction.operation == .param {
        program.params.append((outs[0], Int(instruction.payload)))
      } else {
        let number = Float(bitPattern: UInt32(bitPattern: instruction.payload))
        program.literals.append((outs[0], number))
      }
      return
    }
    var step = TileProgram.Step(
      kernel: kernel, out: outs.map { $0 | Self.scalarMark },
      operands: instruction.operands.map { (scalars[$0] ?? 0) | Self.scalarMark },
      payload: instruction.payload)
    if loopRate == .pixel { step.kind = .single }
    self[stepsOf: loopRate ?? instruction.rate].append(step)
  }

  mutating func newScalar() -> UInt32 {
    defer { program.scalarCount += 1 }
    return UInt32(program.scalarCount)
  }

  /// Scalar registers follow the vectors, whose count is known only now. While compiling, a scalar
  /// operand is marked by its top bit.
  private mutating func renumberScalars() {
    let base = UInt32(program.vectorCount)
    func moved(_ register: UInt32) -> UInt32 {
      register & Self.scalarMark == 0 ? register : (register & ~Self.scalarMark) + base
    }
    func moved(_ step: TileProgram.Step) -> TileProgram.Step {
      var step = step
      step.out = step.out.map { $0 == MR_NOWHERE ? $0 : moved($0) }
      step.operands = step.operands.map(moved)
      step.body = step.body.map(moved)
      return step
    }
    program.frameSteps = program.frameSteps.map(moved)
    program.rowSteps = program.rowSteps.map(moved)
    program.columnSteps = program.columnSteps.map(moved)
    program.pixelSteps = program.pixelSteps.map(moved)
    program.literals = program.literals.map { ($0.register + base, $0.number) }
    program.params = program.params.map { ($0.register + base, $0.index) }
  }

  static let scalarMark: UInt32 = 1 << 31

  // MARK: Values that differ from pixel to pixel

  private mutating func emitVector(_ index: Int, _ instruction: Instruction) {
    let operands = instruction.operands
    let isScalar = operands.map { scalars[$0] != nil }
    let choice = KernelChoice(instruction.operation, isScalar: isScalar)
    let sources = zip(operands, choice.takesScalar).map { operand, takesScalar -> UInt32 in
      if takesScalar, let scalar = scalars[operand] { return scalar | Self.scalarMark }
      return vector(operand)
    }
    let outs = (0..<instruction.operation.resultCount).map { result -> UInt32 in
      let value = Value(instruction: index, result: result)
      if instruction.operation == .sample, lastUse[value] == nil { return MR_NOWHERE }
      let register = instruction.operation == .row ? allocateRow() : allocate()
      registers[value] = register
      return register
    }
    steps.append(
      TileProgram.Step(
        kernel: choice.kernel, out: outs,
        operands: sources, payload: instruction.payload))
    release(operands, after: index)
    for (result, register) in outs.enumerated() where register != MR_NOWHERE {
      let value = Value(instruction: index, result: result)
      if lastUse[value] == nil { retire(value, register) }
    }
  }

  /// `below · b + c` in the register of `below`, which nothing else reads.
  private mutating func emitMerge(_ index: Int, over below: Value) {
    let instruction = instructions[index]
    let register = vector(below)
    registers[below] = nil
    registers[Value(instruction: index)] = register
    program.pixelSteps.append(
      TileProgram.Step(
        kernel: MR_OVER, out: [register],
        operands: [vector(instruction.b), vector(instruction.c)]))
    release([instruction.b, instruction.c], after: index)
  }

  /// The register with `value` as a vector; scalars are spread out once and stay.
  mutating func vector(_ value: Value) -> UInt32 {
    if let register = registers[value] ?? splats[value] { return register }
    let register = allocate()
    splats[value] = register
    program.pixelSteps.append(
      TileProgram.Step(
        kernel: MR_SPLAT, out: [register],
        operands: [(scalars[value] ?? 0) | Self.scalarMark]))
    return register
  }

  mutating func allocate() -> UInt32 {
    if let register = free.popLast() { return register }
    program.vectorCount += 1
    return UInt32(program.vectorCount - 1)
  }

  /// A register that nothing else ever uses.
  private mutating func allocateRow() -> UInt32 {
    program.vectorCount += 1
    let register = UInt32(program.vectorCount - 1)
    program.rowRegisters.insert(register)
    return register
  }

  mutating func release(_ operands: [Value], after index: Int) {
    for operand in Set(operands) where lastUse[operand] == index {
      if let register = registers[operand] { retire(operand, register) }
      if let register = splats.removeValue(forKey: operand) { free.append(register) }
    }
  }

  mutating func retire(_ value: Value, _ register: UInt32) {
    registers[value] = nil
    if !program.rowRegisters.contains(register) { free.append(register) }
  }
}
