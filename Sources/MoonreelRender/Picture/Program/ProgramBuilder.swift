// SPDX-License-Identifier: MIT

import MoonreelModel

/// Collects the instructions of one program: folds constants and finds equal instructions as they
/// are added.
///
/// Numbers are of two kinds. A *literal* belongs to the structure and may be folded (0, 1, the
/// offsets of a range); a *parameter* changes from frame to frame and never is, so that the
/// structure stays the same.
final class ProgramBuilder {
  // Only one thread builds, and nothing here calls back while it changes: no checks for overlapping
  // accesses are needed.
  @exclusivity(unchecked) private var known = InstructionIndex()
  @exclusivity(unchecked) private var knownPayloads = PayloadIndex()
  @exclusivity(unchecked) private(set) var params: [Float] = []

  /// How many loops there are.
  private var loopCount = 0

  var instructions: [Instruction] { known.instructions }
  var payloads: [Payload] { knownPayloads.payloads }
  /// Of the instructions, for look-ups.
  var fingerprint: UInt64 { known.fingerprint }

  var zero: Value { literal(0) }
  var one: Value { literal(1) }

  func literal(_ number: Float) -> Value {
    append(
      Instruction(
        operation: .literal, rate: .frame, payload: Int32(bitPattern: number.bitPattern)))
  }

  /// Numbers that belong together and may differ in the next frame: equal ones are one value, so that components that
  /// are treated alike are computed once, and 0 and 1 are part of the structure.
  func numbers(_ numbers: some Sequence<Float>) -> [Value] {
    params(numbers) { $0 == 0 || $0 == 1 }
  }

  /// The same where only numbers for which `isLiteral` holds are part of the structure.
  func params(_ numbers: some Sequence<Float>, isLiteral: (Float) -> Bool = { _ in false })
    -> [Value]
  {
    var known: [(number: Float, value: Value)] = []
    return numbers.map { number in
      if isLiteral(number) { return literal(number) }
      if let found = known.first(where: { $0.number == number }) { return found.value }
      let value = param(number)
      known.append((number, value))
      return value
    }
  }

  /// A number that may differ in the next frame; every call gives a new value.
  func param(_ number: Float) -> Value {
    params.append(number)
    return append(
      Instruction(operation: .param, rate: .frame, payload: Int32(params.count - 1)))
  }

  /// The number behind a literal.
  func number(_ value: Value) -> Float? {
    let instruction = known.instructions[value.instruction]
    guard instruction.operation == .literal else { return nil }
    return Float(bitPattern: UInt32(bitPattern: instruction.payload))
  }

  /// The plane of a raster that `value` is; `nil` where it is anything else.
  func rowView(_ value: Value) -> PlaneView? {
    let instruction = known.instructions[value.instruction]
    guard instruction.operation == .row,
      case .plane(let view) = payloads[Int(instruction.payload)]
    else { return nil }
    return view
  }

  func rate(_ value: Value) -> Rate { known.instructions[value.instruction].rate }

  /// A value that reads `payload`; `rate` says how often it changes, `isColumnar` whether it is the same in all rows
  /// of a column.
  func source(
    _ operation: Operation, _ payload: Payload, rate: Rate = .pixel, isColumnar: Bool = false
  ) -> Value {
    var operation = operation
    // Floats are read where they lie.
    if operation == .load, case .plane(let view) = payload, case .raster = view.source {
      operation = .row
    }
    return append(
      Instruction(
        operation: operation, rate: rate, payload: index(of: payload), isColumnar: isColumnar))
  }

  /// Three values from three through `payload`.
  func convert(_ operation: Operation, _ a: Value, _ b: Value, _ c: Value, _ payload: Payload)
    -> [Value]
  {
    results(
      append(
        Instruction(
          operation: operation, rate: max(rate(a), rate(b), rate(c)), a: a, b: b, c: c,
          payload: index(of: payload))))
  }

  /// What `planes` hold at the position (`x`, `y`), and as many values again as there are planes fewer than four.
  func sample(_ planes: SampledPlanes, _ x: Value, _ y: Value) -> [Value] {
    results(
      append(
        Instruction(
          operation: .sample, rate: max(rate(x), rate(y)), a: x, b: y,
          payload: index(of: .sample(planes)))))
  }

  /// All results of the instruction behind `first`.
  func results(_ first: Value) -> [Value] {
    (0..<instructions[first.instruction].operation.resultCount).map {
      Value(instruction: first.instruction, result: $0)
    }
  }

  /// What `operation` makes of `operands`, as many as it has.
  func emit(_ operation: ScalarOperation, _ operands: [Value]) -> Value {
    switch operands.count {
    case 1: emit(operation, operands[0])
    case 2: emit(operation, operands[0], operands[1])
    case 3: emit(operation, operands[0], operands[1], operands[2])
    default: emit(operation, operands[0], operands[1], operands[2], operands[3])
    }
  }

  func emit(
    _ operation: ScalarOperation, _ a: Value, _ b: Value = .none, _ c: Value = .none,
    _ d: Value = .none
  ) -> Value {
    if let known = simplified(operation, a, b) { return known }
    var rate = rate(a)
    if b != .none { rate = max(rate, self.rate(b)) }
    if c != .none { rate = max(rate, self.rate(c)) }
    if d != .none { rate = max(rate, self.rate(d)) }
    var instruction = Instruction(
      operation: Operation(operation), rate: rate, a: a, b: b, c: c, d: d)
    instruction.isColumnar = rate == .pixel && instruction.operands.allSatisfy(isSameInAllRows)
    return append(instruction)
  }

  /// Whether `value` is the same in all rows.
  private func isSameInAllRows(_ value: Value) -> Bool {
    let instruction = known.instructions[value.instruction]
    return instruction.rate == .frame || instruction.isColumnar
  }

  /// Numbers for `count` loops; of two in one another, the inner one has the higher one.
  func addLoops(_ count: Int) -> Range<Int> {
    defer { loopCount += count }
    return loopCount..<loopCount + count
  }

  /// Value `place` of a loop of at most `limit` rounds, at the beginning of a round; `initial` before the first one.
  func carried(_ initial: Value, loop: Int, place: Int, limit: Int, rate: Rate) -> Value {
    append(
      Instruction(
        operation: .carried, rate: rate, a: initial, b: literal(Float(limit)),
        payload: Instruction.payload(loop: loop, place: place)))
  }

  /// What is left of `carried` after its loop, where each round makes `next` of it; `activity` is what is left of the
  /// loop's first value.
  func after(_ carried: Value, _ next: Value, activity: Value?, rate: Rate) -> Value {
    append(
      Instruction(
        operation: .after, rate: rate, a: carried, b: next, c: activity ?? .none,
        payload: instruction(carried).payload))
  }

  private func append(_ instruction: Instruction) -> Value {
    Value(instruction: known.place(of: instruction))
  }

  /// The instruction behind `value`.
  func instruction(_ value: Value) -> Instruction { known.instructions[value.instruction] }

  private func index(of payload: Payload) -> Int32 {
    Int32(knownPayloads.place(of: payload))
  }

  /// The rasters that `program`, compiled from this builder's instructions, reads.
  func rasters(of program: TileProgram) -> [Raster] {
    program.usedPayloads.flatMap { payloads[Int($0)].rasters }
  }
}

extension Raster {
  /// The four components of the picture that it holds, where its planes read as `planes`; alpha is 1 where it has none.
  func picture(of planes: [Value], _ builder: ProgramBuilder) -> [Value] {
    let values = components.map { $0.map { planes[$0] } ?? builder.zero }
    return values.count == 3 ? values + [builder.one] : values
  }
}
