// SPDX-License-Identifier: MIT

/// What an assignment changes: components of a variable, and where an index decides, for which pixels which.
struct Place {
  let variable: Int
  var choices: [(isMeant: Scalar, parts: [Int])]
}

extension Lowering {
  /// The place that `target` names.
  mutating func place(_ target: Expression) throws -> Place {
    switch target.kind {
    case .variable(let index):
      return Place(
        variable: index, choices: [(.yes, Array(0..<target.type.count))])
    case .picked(let base, let parts):
      var place = try place(base)
      place.choices = place.choices.map { choice in
        (choice.isMeant, parts.map { choice.parts[$0] })
      }
      return place
    case .element(let base, let index):
      let outer = try place(base)
      return try element(
        of: outer, try evaluate(index)[0], size: target.type.count, target.line)
    default: throw ShaderFailure(target.line, "Only a variable or a part of one can be assigned.")
    }
  }

  private mutating func element(
    of outer: Place, _ index: Scalar, size: Int, _ line: Int
  ) throws -> Place {
    let count = (outer.choices.first?.parts.count ?? 0) / max(size, 1)
    func part(_ parts: [Int], _ place: Int) -> [Int] {
      Array(parts[place * size..<(place + 1) * size])
    }
    var result = Place(variable: outer.variable, choices: [])
    if let number = index.number {
      let place = Int(max(0, min(number, Double(count - 1))))
      result.choices = outer.choices.map { ($0.isMeant, part($0.parts, place)) }
      return result
    }
    try requireIndexable(count * outer.choices.count, line)
    for place in 0..<count {
      let isThere = calculate.equal(index, .known(Double(place)))
      for choice in outer.choices {
        result.choices.append(
          (calculate.both(choice.isMeant, isThere), part(choice.parts, place)))
      }
    }
    return result
  }

  /// What stands at `place`.
  func load(_ place: Place) -> [Scalar] {
    let values = value(of: place.variable)
    guard let last = place.choices.last else { return [] }
    return place.choices.dropLast().reversed().reduce(last.parts.map { values[$0] }) {
      result, choice in
      zip(choice.parts, result).map { calculate.select(choice.isMeant, values[$0], $1) }
    }
  }

  /// Puts `parts` to `place`.
  mutating func store(_ place: Place, _ parts: [Scalar], _ line: Int) throws {
    try spend(parts.count * place.choices.count, line)
    var values = value(of: place.variable)
    for choice in place.choices {
      for (index, part) in zip(choice.parts, parts) {
        values[index] = calculate.select(choice.isMeant, part, values[index])
      }
    }
    store(place.variable, values)
  }

  mutating func assign(
    _ target: Expression, _ operation: BinaryOperator?, _ value: Expression, _ line: Int
  ) throws -> [Scalar] {
    let place = try place(target)
    var result = try evaluate(value)
    if let operation {
      result = try apply(
        operation, (load(place), target.type), (result, value.type), target.type, line)
    }
    try store(place, result, line)
    return result
  }

  mutating func step(
    _ target: Expression, by amount: Double, givesOld: Bool, _ line: Int
  ) throws -> [Scalar] {
    let place = try place(target)
    let old = load(place)
    let one = (
      [Scalar.known(abs(amount))], target.type.basic.map { ValueType.vector($0, 1) } ?? .float
    )
    let new = try apply(
      amount > 0 ? .add : .subtract, (old, target.type), one, target.type, line)
    try store(place, new, line)
    return givesOld ? old : new
  }
}
