// SPDX-License-Identifier: MIT

/// One value of a program: a result of one of its instructions.
struct Value: Hashable {
  /// Instruction index · 4 + result index.
  var raw: UInt32

  /// No value.
  static let none = Value(raw: .max)

  init(raw: UInt32) { self.raw = raw }
  init(instruction: Int, result: Int = 0) { raw = UInt32(instruction) << 2 | UInt32(result) }

  /// The instruction that computes it.
  var instruction: Int { Int(raw >> 2) }
  /// Which of that instruction's results it is.
  var result: Int { Int(raw & 3) }
}

/// One step of a program in single-assignment form. Two programs with equal instructions do the
/// same to different numbers.
struct Instruction: Hashable {
  var operation: Operation
  var rate: Rate
  var a = Value.none
  var b = Value.none
  var c = Value.none
  var d = Value.none
  /// The bits of a literal, the index of a parameter or of a payload, or which value of which loop it is; −1 for none.
  var payload: Int32 = -1
  /// Whether it is the same in all rows of a column.
  var isColumnar = false

  /// The operands there are, in order.
  var operands: [Value] { [a, b, c, d].filter { $0 != .none } }
}

extension Instruction {
  /// Of what a loop carries: the loop's number, higher than those of the loops around it.
  var loop: Int { Int(payload >> 16) }
  /// Of what a loop carries: which of its values; 0 says who goes on.
  var place: Int { Int(payload & 0xffff) }

  /// How value `place` of loop `loop` is written down.
  static func payload(loop: Int, place: Int) -> Int32 { Int32(loop) << 16 | Int32(place) }
}
