// SPDX-License-Identifier: MIT

import MoonreelModel

/// Writes a shader down in a kernel: what its variables are at each place, and for which pixels the place is reached.
///
/// A choice runs both sides from the same values and merges what they changed. Which pixels have left a function, a
/// loop or a round of it stands in a flag of each such ``Context``; what is assigned to a variable from outside of
/// contexts is kept from the pixels that have left one of them. So a flag counts only where it can be seen: the
/// locals of a function need not be kept from pixels that have left it.
struct Lowering {
  /// A function, loop, round or `switch` that is being gone through.
  struct Context {
    enum Kind { case function, loop, round, selection }

    let kind: Kind
    /// The variable that says which pixels are still in it.
    let isLive: Int
    /// The variable for a function's value.
    var result: Int?
  }

  /// What a variable was.
  private struct Change {
    let variable: Int
    let old: [Scalar]?
    let isDeclaration: Bool
  }

  let program: Program
  let recorder: KernelRecorder
  let calculate: Arithmetic
  /// Inputs without alpha.
  let opaque: Set<Int>
  var effects: EffectFinder
  private(set) var contexts: [Context] = []
  /// How many rounds the loops around make.
  var rounds = 1
  /// Says for which pixels the shader has called `discard`.
  private(set) var isDiscarded = 0
  private var values: [[Scalar]?]
  /// How many contexts were around each variable's declaration.
  private var depths: [Int]
  private var changes: [Change] = []
  private var work = 0
  private var depth = 0

  init(_ program: Program, _ recorder: KernelRecorder, opaque: Set<Int>) {
    (self.program, self.recorder, self.opaque) = (program, recorder, opaque)
    calculate = Arithmetic(recorder: recorder)
    effects = EffectFinder(program)
    values = Array(repeating: nil, count: program.variables.count)
    depths = Array(repeating: 0, count: program.variables.count)
    isDiscarded = hidden([.no])
  }

  // MARK: Limits

  /// Counts what is done at `line`.
  mutating func spend(_ amount: Int, _ line: Int) throws {
    work += 1 + amount
    guard work <= ShaderLimits.work else {
      throw ShaderFailure(
        tooMuch:
          "The shader does too much here: its loops and functions, written out, are too long.",
        line)
    }
    guard recorder.work <= PixelKernel.workLimit else {
      throw ShaderFailure(
        tooMuch:
          "The shader's loops may need more than \(PixelKernel.workLimit) operations for a pixel here; "
          + "give them fewer rounds.", line)
    }
    guard recorder.stepCount <= PixelKernel.stepLimit else {
      throw ShaderFailure(
        tooMuch:
          "The shader needs more than \(PixelKernel.stepLimit) operations here; shorten its loops.",
        line)
    }
  }

  /// Runs `body` one level deeper.
  mutating func nested<Result>(
    _ line: Int, _ body: (inout Lowering) throws -> Result
  ) throws -> Result {
    guard depth < 4 * ShaderLimits.nesting else {
      throw ShaderFailure(
        tooMuch: "Calls and expressions are inside one another too deeply here.", line)
    }
    depth += 1
    defer { depth -= 1 }
    return try body(&self)
  }

  // MARK: Variables

  /// A variable that the shader does not see.
  mutating func hidden(_ value: [Scalar]) -> Int {
    values.append(nil)
    depths.append(0)
    declare(values.count - 1, value)
    return values.count - 1
  }

  /// A variable begins here, with a value.
  mutating func declare(_ variable: Int, _ value: [Scalar]) {
    changes.append(Change(variable: variable, old: values[variable], isDeclaration: true))
    values[variable] = value
    depths[variable] = contexts.count
  }

  /// Whether the variable has begun.
  func isDeclared(_ variable: Int) -> Bool { values[variable] != nil }

  func value(of variable: Int) -> [Scalar] {
    if let value = values[variable] { return value }
    let row = program.variables[variable]
    switch row.origin {
    case .shader: return Array(repeating: .no, count: row.type.count)
    case .input(let index): return [.known(Double(index))]
    case .contract(let value): return contract(value)
    case .numbers(let first):
      return (first..<first + row.type.count).map { index in
        let number = recorder.number(index)
        return row.type.basic == .bool
          ? .test(number, recorder.literal(0.5), isMet: true) : .term(number)
      }
    }
  }

  /// Sets a variable for all pixels.
  mutating func replace(_ variable: Int, _ value: [Scalar]) {
    changes.append(Change(variable: variable, old: values[variable], isDeclaration: false))
    values[variable] = value
  }

  /// Sets a variable for the pixels that are still where it can be seen.
  mutating func store(_ variable: Int, _ value: [Scalar]) {
    let isReached = reached(from: depths[variable])
    let old = self.value(of: variable)
    replace(variable, zip(value, old).map { calculate.select(isReached, $0, $1) })
  }

  // MARK: Contexts

  /// Which pixels have left none of the contexts from number `depth` on.
  func reached(from depth: Int) -> Scalar {
    contexts.dropFirst(depth).reduce(.yes) { calculate.both($0, value(of: $1.isLive)[0]) }
  }

  /// Whether no pixel comes here.
  var isDead: Bool { contexts.contains { value(of: $0.isLive)[0].truth == false } }

  /// Runs `body` in a new context.
  mutating func inside<Result>(
    _ kind: Context.Kind, result: Int? = nil, _ body: (inout Lowering) throws -> Result
  ) rethrows -> Result {
    // The flag belongs to the context that it is the flag of: what leaves it from inside is kept from pixels that
    // have left inner ones.
    values.append(nil)
    depths.append(0)
    let flag = values.count - 1
    contexts.append(Context(kind: kind, isLive: flag, result: result))
    declare(flag, [.yes])
    defer { contexts.removeLast() }
    return try body(&self)
  }

  /// The pixels that are here leave the innermost context of these kinds.
  mutating func leave(_ kinds: Set<Context.Kind>) {
    guard let context = contexts.last(where: { kinds.contains($0.kind) }) else { return }
    store(context.isLive, [.no])
  }

  /// In a round of a loop only pixels are that have left nothing.
  mutating func enterRound() {
    for context in contexts { replace(context.isLive, [.yes]) }
  }

  // MARK: Choices

  /// Where the changes from now on begin.
  var mark: Int { changes.count }

  /// Takes all changes since `mark` back; what variables from before became by them.
  mutating func takeBack(to mark: Int) -> [Int: [Scalar]] {
    var changed: [Int: [Scalar]] = [:]
    var declared: Set<Int> = []
    for change in changes[mark...].reversed() {
      if changed[change.variable] == nil { changed[change.variable] = values[change.variable] }
      if change.isDeclaration { declared.insert(change.variable) }
      values[change.variable] = change.old
    }
    changes.removeSubrange(mark...)
    for variable in declared { changed[variable] = nil }
    return changed
  }

  /// Runs `yes` for the pixels for which `condition` holds and `no` for the others.
  mutating func choose(
    _ condition: Scalar, _ line: Int, _ yes: (inout Lowering) throws -> [Scalar],
    else no: (inout Lowering) throws -> [Scalar]
  ) throws -> [Scalar] {
    if let truth = condition.truth { return truth ? try yes(&self) : try no(&self) }
    let start = mark
    let first = try yes(&self)
    let ofFirst = takeBack(to: start)
    let second = try no(&self)
    let ofSecond = takeBack(to: start)
    for variable in Set(ofFirst.keys).union(ofSecond.keys).sorted() {
      let old = value(of: variable)
      let pairs = zip(ofFirst[variable] ?? old, ofSecond[variable] ?? old)
      try spend(old.count, line)
      replace(variable, pairs.map { calculate.select(condition, $0, $1) })
    }
    return zip(first, second).map { calculate.select(condition, $0, $1) }
  }
}
