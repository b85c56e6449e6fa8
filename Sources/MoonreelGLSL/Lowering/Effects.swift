// SPDX-License-Identifier: MIT

/// What a part of a shader does, besides what it gives.
struct Effects {
  /// Variables that it may assign.
  var assigned: Set<Int> = []
  /// Variables that it declares itself.
  var declared: Set<Int> = []
  /// Variables that it reads.
  var read: Set<Int> = []
  /// Variables that say which element of an array is meant.
  var indices: Set<Int> = []
  /// Whether it may leave its function.
  var returns = false
  /// Whether it may drop the pixel.
  var discards = false
  /// Whether pixels may leave a loop in it, one sooner than the other.
  var leaves = false
  /// Whether it reads pictures.
  var samples = false
  /// About how many operations it takes.
  var cost = 0

  mutating func add(_ other: Effects, times: Int = 1) {
    assigned.formUnion(other.assigned)
    declared.formUnion(other.declared)
    read.formUnion(other.read)
    indices.formUnion(other.indices)
    returns = returns || other.returns
    discards = discards || other.discards
    leaves = leaves || other.leaves
    samples = samples || other.samples
    cost = min(cost + other.cost * times, 1 << 30)
  }
}

/// Finds effects; those of functions once.
struct EffectFinder {
  let program: Program
  private var functions: [Int: Effects] = [:]
  private var loops: [Int: Effects] = [:]

  /// How many times as much a loop is taken to cost as one round.
  private static let assumedRounds = 16

  init(_ program: Program) { self.program = program }

  /// Those of one round of a loop, with its condition and its step.
  mutating func round(of loop: Loop) -> Effects {
    if let known = loops[loop.number] { return known }
    var effects = Effects()
    visit(loop.body, &effects)
    let head = self.head(of: loop)
    effects.add(head)
    loops[loop.number] = effects
    return effects
  }

  /// Those of a loop's body alone.
  mutating func body(of loop: Loop) -> Effects {
    var effects = Effects()
    visit(loop.body, &effects)
    return effects
  }

  /// Those of a loop's condition and step.
  mutating func head(of loop: Loop) -> Effects {
    var effects = Effects()
    if let declared = loop.declared { effects.declared.insert(declared) }
    if let condition = loop.condition { visit(condition, &effects) }
    if let step = loop.step { visit(step, &effects) }
    return effects
  }

  private mutating func effects(of function: Int) -> Effects {
    if let known = functions[function] { return known }
    var effects = Effects()
    for parameter in program.functions[function].parameters {
      effects.declared.insert(parameter.variable)
    }
    if let body = program.functions[function].body { visit(body, &effects) }
    effects.returns = false
    functions[function] = effects
    return effects
  }

  // MARK: Statements

  private mutating func visit(_ statement: Statement, _ effects: inout Effects) {
    switch statement.kind {
    case .block(let statements):
      for statement in statements { visit(statement, &effects) }
    case .declaration(let variable, let value):
      effects.declared.insert(variable)
      if let value { visit(value, &effects) }
    case .expression(let value): visit(value, &effects)
    case .choice(let condition, let yes, let no):
      visit(condition, &effects)
      visit(yes, &effects)
      if let no { visit(no, &effects) }
    case .loop(let loop):
      if let start = loop.start { visit(start, &effects) }
      let (round, head) = (round(of: loop), head(of: loop))
      effects.add(round, times: Self.assumedRounds)
      // What says how far an index counts is as good as one.
      if !round.indices.isDisjoint(with: head.assigned) { effects.indices.formUnion(head.read) }
    case .selection(let value, let cases):
      visit(value, &effects)
      for part in cases {
        for label in part.labels { label.map { visit($0, &effects) } }
        for statement in part.body { visit(statement, &effects) }
      }
    case .giveBack(let value):
      effects.returns = true
      if let value { visit(value, &effects) }
    case .discard:
      effects.returns = true
      effects.discards = true
    case .leave: effects.leaves = true
    case .goOn: break
    }
  }

  // MARK: Expressions

  private mutating func visit(_ expression: Expression, _ effects: inout Effects) {
    var weight = expression.type.count
    switch expression.kind {
    case .literal: return
    case .variable(let index):
      effects.read.insert(index)
      return
    case .converted(let value), .picked(let value, _):
      visit(value, &effects)
      return
    case .constructed(let parts):
      for part in parts { visit(part, &effects) }
      return
    case .element(let base, let index):
      visit(base, &effects)
      var inner = Effects()
      visit(index, &inner)
      inner.indices.formUnion(inner.read)
      effects.add(inner)
    case .negated(let value), .complement(let value), .not(let value): visit(value, &effects)
    case .binary(let operation, let first, let second):
      visit(first, &effects)
      visit(second, &effects)
      if operation == .multiply, first.type.isMatrix || second.type.isMatrix { weight *= 6 }
    case .both(let first, let second), .either(let first, let second),
      .sequence(let first, let second):
      visit(first, &effects)
      visit(second, &effects)
    case .chosen(let condition, let yes, let no):
      for part in [condition, yes, no] { visit(part, &effects) }
    case .assigned(let target, let operation, let value):
      visit(target, &effects)
      visit(value, &effects)
      target.root.map { _ = effects.assigned.insert($0) }
      if operation == nil { weight = 0 }
    case .stepped(let target, _, _):
      visit(target, &effects)
      target.root.map { _ = effects.assigned.insert($0) }
    case .builtin(let function, let arguments):
      for argument in arguments { visit(argument, &effects) }
      if function == .modf { arguments[1].root.map { _ = effects.assigned.insert($0) } }
      if arguments.first?.type == .sampler || [.getFromColor, .getToColor].contains(function) {
        effects.samples = true
      }
      weight =
        max(weight, arguments.map(\.type.count).max() ?? 0)
        * (arguments.first?.type == .sampler ? 1 : 3)
      if expression.type == .vector(.float, 4), arguments.count < 3 { weight = max(weight, 10) }
    case .call(let index, let arguments):
      for (argument, parameter) in zip(arguments, program.functions[index].parameters) {
        visit(argument, &effects)
        if parameter.direction != .into {
          argument.root.map { _ = effects.assigned.insert($0) }
        }
      }
      effects.add(self.effects(of: index))
      return
    }
    effects.cost = min(effects.cost + weight, 1 << 30)
  }
}

extension Expression {
  /// The variable that an assignment to it changes.
  var root: Int? {
    switch kind {
    case .variable(let index): index
    case .picked(let base, _), .element(let base, _): base.root
    default: nil
    }
  }
}
