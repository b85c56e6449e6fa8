// SPDX-License-Identifier: MIT

import CKernels

// The sine and the cosine of one angle, which share most of their work.
extension ProgramCompiler {
  /// Makes one instruction of the sine and the cosine of an angle where both are needed: the one that comes first computes
  /// both, and whoever read the other one reads that one's second result.
  static func joinAngles(_ program: inout (instructions: [Instruction], wanted: [Value])) {
    let isTurning = program.instructions.contains { $0.operation == .cosine && $0.rate == .pixel }
    guard isTurning else { return }
    var first: [Value: Int] = [:]
    var moved: [Value: Value] = [:]
    for index in live(program.instructions, program.wanted) {
      let instruction = program.instructions[index]
      guard instruction.rate == .pixel, [.sine, .cosine].contains(instruction.operation)
      else { continue }
      guard let known = first[instruction.a] else {
        first[instruction.a] = index
        continue
      }
      for place in [known, index] {
        let isSine = program.instructions[place].operation == .sine
        moved[Value(instruction: place)] = Value(instruction: known, result: isSine ? 0 : 1)
      }
    }
    guard !moved.isEmpty else { return }
    for value in Set(moved.values.map(\.instruction)) {
      program.instructions[value].operation = .sineAndCosine
    }
    func place(_ value: Value) -> Value { moved[value] ?? value }
    for index in program.instructions.indices {
      let old = program.instructions[index]
      program.instructions[index].a = place(old.a)
      program.instructions[index].b = place(old.b)
      program.instructions[index].c = place(old.c)
      program.instructions[index].d = place(old.d)
    }
    program.wanted = program.wanted.map(place)
  }
}
