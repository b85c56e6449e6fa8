// SPDX-License-Identifier: MIT

extension Lowering {
  mutating func run(_ statement: Statement) throws {
    try spend(0, statement.line)
    try nested(statement.line) { try $0.runNested(statement) }
  }

  private mutating func runNested(_ statement: Statement) throws {
    switch statement.kind {
    case .block(let statements): try run(statements)
    case .declaration(let variable, let value):
      let count = program.variables[variable].type.count
      let initial = try value.map { try evaluate($0) }
      declare(variable, initial ?? Array(repeating: .no, count: count))
    case .expression(let value): _ = try evaluate(value)
    case .choice(let condition, let yes, let no):
      let isMet = try evaluate(condition)[0]
      _ = try choose(isMet, statement.line) {
        try $0.run(yes)
        return []
      } else: { lowering in
        try no.map { try lowering.run($0) }
        return []
      }
    case .loop(let loop): try run(loop, statement.line)
    case .selection(let value, let cases): try select(try evaluate(value)[0], cases, statement.line)
    case .giveBack(let value): try giveBack(value)
    case .leave: leave([.loop, .selection])
    case .goOn: leave([.round])
    case .discard:
      store(isDiscarded, [.yes])
      leave([.function])
    }
  }

  mutating func run(_ statements: [Statement]) throws {
    for statement in statements where !isDead { try run(statement) }
  }

  private mutating func giveBack(_ value: Expression?) throws {
    if let value {
      let given = try evaluate(value)
      if let result = contexts.last(where: { $0.kind == .function })?.result {
        store(result, given)
      }
    }
    leave([.function])
  }

  /// `switch`: each part runs for the pixels that one of its labels names, and for those that come from the part before.
  private mutating func select(_ value: Scalar, _ cases: [Case], _ line: Int) throws {
    let labels = try cases.map { part in
      try part.labels.map { label in
        try label.map { calculate.equal(value, try evaluate($0)[0]) }
      }
    }
    let named = labels.flatMap { $0.compactMap { $0 } }.reduce(Scalar.no) {
      calculate.either($0, $1)
    }
    try inside(.selection) { lowering in
      var isIn = Scalar.no
      for (part, tests) in zip(cases, labels) where !lowering.isDead {
        for test in tests {
          isIn = lowering.calculate.either(isIn, test ?? lowering.calculate.not(named))
        }
        _ = try lowering.choose(isIn, line) {
          try $0.run(part.body)
          return []
        } else: { _ in
          []
        }
      }
    }
  }
}
