// SPDX-License-Identifier: MIT

import CKernels

/// Turns instructions into steps: drops what nobody reads, splits by rate, chooses kernels, assigns
/// registers.
struct ProgramCompiler {
  private let instructions: [Instruction]
  private let wanted: [Value]
  private var program = TileProgram()
  /// Position of the last reader of each value among the pixel steps to come.
  private var lastUse: [Value: Int] = [:]
  private var registers: [Value: UInt32] = [:]
  private var splats: [Value: UInt32] = [:]
  private var free: [UInt32] = []
  private var scalars: [Value: UInt32] = [:]

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
    (self.instructions, self.wanted) = (Self.loadingLess(instructions, wanted), wanted)
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
    let live = liveInstructions()
    let scheduled =
      guarded
      ? ProgramSchedule(instructions, live: live, wanted: wanted).items
      : live.map { .instruction($0) }
    let items =
      chained
      ? ChainOrder(instructions, live: live, wanted: wanted).ordered(scheduled) : scheduled
    noteLastUses(items.flatMap(\.instructions))
    program.vectorCount = 0
    for item in items {
      switch item {
      case .instruction(let index): emit(index)
      case .block(let block): emit(block)
      }
    }
    program.outputs = wanted.map { vector($0) }
    program.vectorCount = max(1, program.vectorCount)
    renumberScalars()
    guard chained else { return }
    program.pixelSteps = StepChains.joined(program.pixelSteps, outputs: program.outputs)
  }

  private mutating func emit(_ index: Int) {
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
    program.pixelSteps.append(TileProgram.Step(kernel: MR_SPLAT, operands: [cover]))
    for index in block.members {
      if let below = block.below[index] { emitMerge(index, over: below) } else { emit(index) }
    }
    program.pixelSteps[head].out = block.outs.map { vector($0) }
    program.pixelSteps[head].span = program.pixelSteps.count - head - 1
    program.pixelSteps[head].isScalarGuard = scalar != nil
    // What was spread out within the block may hold only some of the lanes.
    for value in splats.keys where !spread.contains(value) {
      if let register = splats.removeValue(forKey: value) { free.append(register) }
    }
  }

  /// Indices of the instructions that the outputs depend on, in order.
  private func liveInstructions() -> [Int] {
    var isLive = [Bool](repeating: false, count: instructions.count)
    for value in wanted { isLive[value.instruction] = true }
    for index in instructions.indices.reversed() where isLive[index] {
      for operand in instructions[index].operands { isLive[operand.instruction] = true }
    }
    return instructions.indices.filter { isLive[$0] }
  }

  private mutating func noteLastUses(_ live: [Int]) {
    for index in live where instructions[index].rate == .pixel {
      for operand in instructions[index].operands { lastUse[operand] = index }
    }
    for value in wanted { lastUse[value] = .max }
  }

  // MARK: Values constant along a row

  private mutating func emitScalar(_ index: Int, _ instruction: Instruction) {
    let outs = (0..<instruction.operation.resultCount).map { result -> UInt32 in
      let register = UInt32(program.scalarCount)
      program.scalarCount += 1
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
    let step = TileProgram.Step(
      kernel: kernel, out: outs, operands: instruction.operands.map { scalars[$0] ?? 0 },
      payload: instruction.payload)
    if instruction.rate == .row {
      program.rowSteps.append(step)
    } else {
      program.frameSteps.append(step)
    }
  }

  /// Scalar registers follow the vectors, whose count is known only now. While compiling, a scalar
  /// operand is marked by its top bit.
  private mutating func renumberScalars() {
    let base = UInt32(program.vectorCount)
    func moved(_ step: TileProgram.Step) -> TileProgram.Step {
      var step = step
      step.out = step.out.map { $0 + base }
      step.operands = step.operands.map { $0 + base }
      return step
    }
    program.frameSteps = program.frameSteps.map(moved)
    program.rowSteps = program.rowSteps.map(moved)
    program.literals = program.literals.map { ($0.register + base, $0.number) }
    program.params = program.params.map { ($0.register + base, $0.index) }
    for index in program.pixelSteps.indices {
      program.pixelSteps[index].operands = program.pixelSteps[index].operands.map {
        $0 & Self.scalarMark == 0 ? $0 : ($0 & ~Self.scalarMark) + base
      }
    }
  }

  private static let scalarMark: UInt32 = 1 << 31

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
    program.pixelSteps.append(
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
  private mutating func vector(_ value: Value) -> UInt32 {
    if let register = registers[value] ?? splats[value] { return register }
    let register = allocate()
    splats[value] = register
    program.pixelSteps.append(
      TileProgram.Step(
        kernel: MR_SPLAT, out: [register],
        operands: [(scalars[value] ?? 0) | Self.scalarMark]))
    return register
  }

  private mutating func allocate() -> UInt32 {
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

  private mutating func release(_ operands: [Value], after index: Int) {
    for operand in Set(operands) where lastUse[operand] == index {
      if let register = registers[operand] { retire(operand, register) }
      if let register = splats.removeValue(forKey: operand) { free.append(register) }
    }
  }

  private mutating func retire(_ value: Value, _ register: UInt32) {
    registers[value] = nil
    if !program.rowRegisters.contains(register) { free.append(register) }
  }
}
