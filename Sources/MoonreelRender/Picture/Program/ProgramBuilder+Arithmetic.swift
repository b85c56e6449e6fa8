// SPDX-License-Identifier: MIT

import MoonreelModel

extension ProgramBuilder {
  func add(_ a: Value, _ b: Value) -> Value {
    if number(a) == 0 { return b }
    if number(b) == 0 { return a }
    if let x = number(a), let y = number(b) { return literal(x + y) }
    return rate(a) < rate(b) ? emit(.add, b, a) : emit(.add, a, b)
  }

  func sub(_ a: Value, _ b: Value) -> Value {
    if number(b) == 0 { return a }
    if let x = number(a), let y = number(b) { return literal(x - y) }
    return emit(.subtract, a, b)
  }

  func mul(_ a: Value, _ b: Value) -> Value {
    if number(a) == 1 { return b }
    if number(b) == 1 { return a }
    if number(a) == 0 || number(b) == 0 { return zero }
    if let x = number(a), let y = number(b) { return literal(x * y) }
    return rate(a) < rate(b) ? emit(.multiply, b, a) : emit(.multiply, a, b)
  }

  /// `a / b`, 0 where b is 0.
  func div(_ a: Value, _ b: Value) -> Value {
    if number(b) == 1 { return a }
    if number(a) == 0 { return zero }
    return emit(.divide, a, b)
  }

  /// `a · b + c`.
  func mad(_ a: Value, _ b: Value, _ c: Value) -> Value {
    if number(c) == 0 { return mul(a, b) }
    if number(a) == 0 || number(b) == 0 { return c }
    if number(a) == 1 { return add(b, c) }
    if number(b) == 1 { return add(a, c) }
    if rate(a) < .pixel, rate(b) < .pixel { return add(c, mul(a, b)) }
    return rate(a) < rate(b) ? emit(.multiplyAdd, b, a, c) : emit(.multiplyAdd, a, b, c)
  }

  /// `a · b + c · d` with `b` and `d` constant along a row.
  func blend(_ a: Value, _ b: Value, _ c: Value, _ d: Value) -> Value {
    if number(a) == 0 { return mul(c, d) }
    if number(c) == 0 { return mul(a, b) }
    return emit(.blend, a, b, c, d)
  }

  func clamp(_ a: Value) -> Value {
    if let x = number(a) { return literal(x > 0 ? (x < 1 ? x : 1) : 0) }
    return emit(.clamp, a)
  }

  /// What limits nothing, or is a limit to 0…1 in two steps; `nil` for what has to be computed as it is.
  func simplified(_ operation: ScalarOperation, _ a: Value, _ b: Value) -> Value? {
    switch operation {
    case .clamp: return isShare(a) ? a : nil
    case .maximum: return number(b) == 0 && isShare(a) ? a : nil
    case .minimum:
      guard number(b) == 1 else { return nil }
      if isShare(a) { return a }
      // NaN and −0 become 0 either way.
      let inner = instruction(a)
      guard inner.operation == .maximum, number(inner.b) == 0 else { return nil }
      return clamp(inner.a)
    // Whatever else the table holds is computed as it is.
    default: return nil
    }
  }

  /// Whether `value` lies in 0…1 whatever it is computed from.
  private func isShare(_ value: Value, _ depth: Int = 0) -> Bool {
    if let number = number(value) { return (0...1).contains(number) && number.sign == .plus }
    let instruction = instruction(value)
    guard depth < 6 else { return false }
    func areShares(_ values: Value...) -> Bool { values.allSatisfy { isShare($0, depth + 1) } }
    switch instruction.operation {
    case .clamp, .cover, .box, .path: return true
    case .multiply, .minimum, .maximum: return areShares(instruction.a, instruction.b)
    case .subtract: return number(instruction.a) == 1 && areShares(instruction.b)
    case .select: return areShares(instruction.c, instruction.d)
    case .squareRoot: return areShares(instruction.a)
    // Of whatever else the table holds it is not known.
    default: return false
    }
  }

  /// `a >= b ? c : d`.
  func select(_ a: Value, _ b: Value, _ c: Value, _ d: Value) -> Value { emit(.select, a, b, c, d) }

  /// Three components looked up in `table`.
  func lookup(_ colors: [Value], in table: LookupTable) -> [Value] {
    convert(
      table.shape == .cube ? .cube : .curves, colors[0], colors[1], colors[2], .table(table))
  }

  func ramp(_ ramp: Ramp) -> Value {
    let isColumnar = ramp.rate == .pixel && ramp.stepY == 0
    return source(.ramp, .ramp(ramp), rate: ramp.rate, isColumnar: isColumnar)
  }

  /// How much a rectangle covers with these edges, low and high along x and then y, not all of them level;
  /// `nil`: out of sight.
  func box(_ edges: [Ramp?]) -> Value { source(.box, .box(edges)) }

  /// The ramp limited to 0…1.
  func cover(_ ramp: Ramp) -> Value { source(.cover, .ramp(ramp), rate: ramp.rate) }
}
