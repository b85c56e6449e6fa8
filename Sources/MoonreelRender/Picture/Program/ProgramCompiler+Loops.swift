// SPDX-License-Identifier: MIT

import CKernels

// Steps that run again and again.
extension ProgramCompiler {
  /// A loop: what it carries gets registers, which each round writes anew.
  mutating func emit(_ loop: ProgramSchedule.Loop) {
    guard let first = loop.carried.first else { return }
    let outer = loopRate
    loopRate = max(outer ?? .frame, loop.carried.map { instructions[$0].rate }.max() ?? .frame)
    for index in loop.carried { emitStart(index) }
    let isScalar = instructions[first].rate < .pixel
    let half = isScalar ? nil : self.half()
    let spread = Set(splats.keys)
    let head = steps.count
    emit(loop.items)
    let results = results(of: loop)
    for result in results { emitNext(result, half) }
    var repeated = TileProgram.Step(kernel: MR_SPLAT, operands: [carrier(first)])
    repeated.kind = .looping(limit: limit(of: first), isScalar: isScalar)
    repeated.body = Array(steps[head...])
    steps.replaceSubrange(head..., with: [repeated])
    loopRate = outer
    forgetSplats(but: spread)
    free += results.compactMap(\.temporary) + (half.map { [$0] } ?? [])
    finish(loop)
  }

  private func limit(of carried: Int) -> Int {
    let literal = instructions[instructions[carried].b.instruction].payload
    return Int(Float(bitPattern: UInt32(bitPattern: literal)))
  }

  /// The steps that are being written, those of rate `loopRate` in a loop.
  var steps: [TileProgram.Step] {
    get { self[stepsOf: loopRate ?? .pixel] }
    // In place: a step that is added must not copy all others.
    _modify { yield &self[stepsOf: loopRate ?? .pixel] }
  }

  subscript(stepsOf rate: Rate) -> [TileProgram.Step] {
    get {
      switch rate {
      case .frame: program.frameSteps
      case .row: program.rowSteps
      case .pixel: program.pixelSteps
      }
    }
    _modify {
      switch rate {
      case .frame: yield &program.frameSteps
      case .row: yield &program.rowSteps
      case .pixel: yield &program.pixelSteps
      }
    }
  }

  /// The register of what a loop carries, marked where it is one number.
  private func carrier(_ carried: Int) -> UInt32 {
    let value = Value(instruction: carried)
    return scalars[value].map { $0 | Self.scalarMark } ?? registers[value] ?? 0
  }

  /// What a loop carries, before the first round.
  private mutating func emitStart(_ index: Int) {
    let instruction = instructions[index]
    if instruction.rate < .pixel {
      let register = newScalar()
      scalars[Value(instruction: index)] = register
      copy(instruction.a, to: register | Self.scalarMark)
    } else {
      let register = allocate()
      copy(instruction.a, to: register)
      registers[Value(instruction: index)] = register
    }
    release([instruction.a], after: index)
  }

  /// `value` in the register `out`, which is one number where it is marked.
  private mutating func copy(_ value: Value, to out: UInt32) {
    let scalar = scalars[value].map { $0 | Self.scalarMark }
    var step: TileProgram.Step
    if out & Self.scalarMark != 0 || scalar == nil {
      step = TileProgram.Step(kernel: MR_COPY, out: [out], operands: [scalar ?? vector(value)])
    } else {
      step = TileProgram.Step(kernel: MR_SPLAT, out: [out], operands: [scalar ?? 0])
    }
    if out & Self.scalarMark != 0, loopRate == .pixel { step.kind = .single }
    steps.append(step)
  }

  /// A register that holds ½ in all lanes.
  private mutating func half() -> UInt32 {
    let scalar = newScalar()
    program.literals.append((scalar, 0.5))
    let register = allocate()
    steps.append(
      TileProgram.Step(kernel: MR_SPLAT, out: [register], operands: [scalar | Self.scalarMark]))
    return register
  }

  /// What becomes of a value that a loop carries in a round.
  private struct RoundResult {
    /// The instruction of what is left of it in the end.
    var after: Int
    /// Where it is.
    var register: UInt32
    /// The vector that only holds it until the round is over.
    var temporary: UInt32?
  }

  /// What becomes of what a loop carries, the first one last, as it says who goes on. Values that are carried
  /// themselves are copied, before they change.
  private mutating func results(of loop: ProgramSchedule.Loop) -> [RoundResult] {
    var result: [RoundResult] = []
    for after in loop.after.dropFirst() + loop.after.prefix(1) {
      let (carried, next) = (instructions[after].a, instructions[after].b)
      guard next != carried else { continue }
      let isScalar = scalars[carried] != nil
      guard loop.carried.contains(next.instruction) || (!isScalar && scalars[next] != nil) else {
        let register = isScalar ? (scalars[next] ?? 0) | Self.scalarMark : vector(next)
        result.append(RoundResult(after: after, register: register))
        continue
      }
      let register = isScalar ? newScalar() | Self.scalarMark : allocate()
      copy(next, to: register)
      result.append(
        RoundResult(after: after, register: register, temporary: isScalar ? nil : register))
    }
    return result
  }

  /// What a loop carries becomes what a round makes of it: everywhere, or, with `half`, where it goes on.
  private mutating func emitNext(_ value: RoundResult, _ half: UInt32?) {
    let register = carrier(instructions[value.after].a.instruction)
    var step: TileProgram.Step
    if let half {
      let activity = instructions[value.after].c == .none ? register : activity(of: value.after)
      step = TileProgram.Step(
        kernel: MR_SELECT, out: [register], operands: [activity, half, value.register, register])
    } else {
      step = TileProgram.Step(kernel: MR_COPY, out: [register], operands: [value.register])
      if register & Self.scalarMark != 0, loopRate == .pixel { step.kind = .single }
    }
    steps.append(step)
  }

  private func activity(of after: Int) -> UInt32 {
    carrier(instructions[instructions[after].c.instruction].a.instruction)
  }

  /// What is left of what a loop carries stays in its register; what only the loop has read is given up.
  private mutating func finish(_ loop: ProgramSchedule.Loop) {
    for index in loop.after {
      let (carried, after) = (instructions[index].a, Value(instruction: index))
      scalars[after] = scalars[carried]
      guard let register = registers.removeValue(forKey: carried) else { continue }
      registers[after] = register
      if lastUse[after] == nil { retire(after, register) }
    }
    guard let end = loop.after.last else { return }
    let read = loop.members.flatMap { instructions[$0].operands }
    release(read + loop.after.map { instructions[$0].b }, after: end)
  }
}
