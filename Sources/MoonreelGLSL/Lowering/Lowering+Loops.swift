// SPDX-License-Identifier: MIT

import MoonreelModel

extension Lowering {
  /// A loop. It is written out where its rounds are counted beforehand and little; else it goes round in the kernel.
  mutating func run(_ loop: Loop, _ line: Int) throws {
    // The counter belongs to the loop: pixels that have left it need not keep theirs.
    try inside(.loop) { lowering in
      if let start = loop.start { try lowering.run(start) }
      let count = try lowering.roundCount(of: loop, line)
      if let count, lowering.isShort(loop, count) {
        try lowering.writeOut(loop, count)
      } else {
        try lowering.goRound(loop, limit: count ?? ShaderLimits.openRounds, line)
      }
    }
  }

  // MARK: Counting

  /// How many rounds the loop makes if nothing leaves it; `nil` where that depends on the pixel or on numbers of the
  /// kernel, or where its body has a hand in it.
  private mutating func roundCount(of loop: Loop, _ line: Int) throws -> Int? {
    guard let condition = loop.condition, let step = loop.step, loop.declared == nil,
      !loop.testsAfter
    else { return nil }
    let head = effects.head(of: loop)
    let body = effects.body(of: loop)
    guard head.read.isDisjoint(with: body.assigned) else { return nil }
    let start = mark
    defer { _ = takeBack(to: start) }
    var count = 0
    while true {
      guard let goesOn = try evaluate(condition)[0].truth else { return nil }
      guard goesOn else { return count }
      count += 1
      guard count <= ShaderLimits.countedRounds else {
        throw ShaderFailure(
          tooMuch: "The loop makes more than \(ShaderLimits.countedRounds) rounds.", line)
      }
      _ = try evaluate(step)
    }
  }

  private mutating func isShort(_ loop: Loop, _ count: Int) -> Bool {
    if count <= 1 { return true }
    let round = effects.round(of: loop)
    let (cost, isLarge) = (round.cost + 1).multipliedReportingOverflow(by: count)
    guard !isLarge else { return false }
    let isIndex = !round.indices.isDisjoint(with: effects.head(of: loop).assigned)
    let isSum = round.samples && !round.leaves && !round.returns
    return cost <= (isIndex || isSum ? ShaderLimits.unrolledFurther : ShaderLimits.unrolled)
  }

  // MARK: Rounds

  private mutating func writeOut(_ loop: Loop, _ count: Int) throws {
    for _ in 0..<count where !isDead {
      try inside(.round) { try $0.run(loop.body) }
      if !isDead, let step = loop.step { _ = try evaluate(step) }
    }
  }

  private mutating func goRound(_ loop: Loop, limit: Int, _ line: Int) throws {
    let before = rounds
    rounds *= limit
    defer { rounds = before }
    guard rounds <= PixelKernel.roundLimit else {
      throw ShaderFailure(
        tooMuch:
          "Loops inside one another may make \(rounds) rounds here, more than "
          + "\(PixelKernel.roundLimit); give them fewer.", line)
    }
    let variables = carriedVariables(of: loop)
    let first = loop.testsAfter ? Scalar.yes : try goesOn(loop)
    let isActive = calculate.both(reached(from: 0), first)
    if isActive.truth == false { return }
    var carried = Carried(
      variables: variables, isWide: variables.map { isWide(value(of: $0), $0) },
      basics: variables.map(basics))
    while true {
      do {
        let initial = [isActive] + carried.split(variables.map { value(of: $0) }, calculate)
        let final = try recorder.loop(limit: limit, initial.map(calculate.term)) { given in
          try self.round(of: loop, carried, given)
        }
        return take(carried, final)
      } catch let wider as Wider {
        carried.isWide[wider.variable][wider.part] = true
      }
    }
  }

  /// What a loop carries from round to round.
  private struct Carried {
    let variables: [Int]
    /// Of each variable, which components have two halves.
    var isWide: [[Bool]]
    let basics: [[Basic?]]

    /// The components as they are carried.
    func split(_ values: [[Scalar]], _ calculate: Arithmetic) -> [Scalar] {
      zip(values, isWide).flatMap { value, isWide in
        zip(value, isWide).flatMap { part, isWide in
          guard isWide else { return [part] }
          let halves = calculate.halves(part)
          return [halves.high, halves.low]
        }
      }
    }
  }

  /// A whole number turned out to need its 32 bits in a loop, which is then gone through once more.
  private struct Wider: Error {
    let variable: Int
    let part: Int
  }

  private func basics(of variable: Int) -> [Basic?] {
    variable < program.variables.count
      ? program.variables[variable].type.basics : value(of: variable).map { _ in nil }
  }

  private func isWide(_ value: [Scalar], _ variable: Int) -> [Bool] {
    zip(value, basics(of: variable)).map { $0.needsHalves || $1 == .uint }
  }

  /// What a round of the loop makes of `given`: whether a pixel goes on, and the variables' values.
  private mutating func round(
    of loop: Loop, _ carried: Carried, _ given: [KernelTerm]
  ) throws -> [KernelTerm] {
    let start = mark
    defer { _ = takeBack(to: start) }
    take(carried, given)
    enterRound()
    try inside(.round) { try $0.run(loop.body) }
    var goesOn = Scalar.no
    if !isDead {
      if let step = loop.step { _ = try evaluate(step) }
      goesOn = try self.goesOn(loop)
    }
    goesOn = calculate.both(reached(from: 0), goesOn)
    let values = carried.variables.map { value(of: $0) }
    for (variable, value) in values.enumerated() {
      for (part, scalar) in value.enumerated()
      where scalar.isWide && !carried.isWide[variable][part] {
        throw Wider(variable: variable, part: part)
      }
    }
    return [calculate.term(goesOn)] + carried.split(values, calculate).map(calculate.term)
  }

  private mutating func goesOn(_ loop: Loop) throws -> Scalar {
    guard let condition = loop.condition else { return .yes }
    let value = try evaluate(condition)
    if let declared = loop.declared { declare(declared, value) }
    return value[0]
  }

  private mutating func take(_ carried: Carried, _ terms: [KernelTerm]) {
    var position = 1
    func next() -> Scalar {
      defer { position += 1 }
      return .term(terms[position])
    }
    for (index, variable) in carried.variables.enumerated() {
      let value = zip(carried.isWide[index], carried.basics[index]).map { isWide, basic in
        isWide ? Scalar.wide(high: next(), low: next(), isSigned: basic != .uint) : next()
      }
      replace(variable, value)
    }
  }

  /// The variables from outside that a round may change.
  private mutating func carriedVariables(of loop: Loop) -> [Int] {
    let round = effects.round(of: loop)
    var variables = round.assigned.subtracting(round.declared).filter { isDeclared($0) }.sorted()
    if let declared = loop.declared, isDeclared(declared) { variables.append(declared) }
    if round.returns, let function = contexts.last(where: { $0.kind == .function }) {
      variables.append(function.isLive)
      if let result = function.result { variables.append(result) }
    }
    if round.discards { variables.append(isDiscarded) }
    return variables
  }
}
