// SPDX-License-Identifier: MIT

import MoonreelCore

/// The ways through a body that compares values which are not known yet: the body is run once for each of them, and
/// told at every comparison which way this run goes.
final class KernelWays {
  /// A comparison, and which way a run goes there.
  struct Choice: Hashable {
    /// The steps that are compared: whether the first is at least the second.
    let first: Int
    let second: Int
    var holds: Bool
  }

  /// What a run makes that must not be made again by the next one that comes by.
  private struct Making: Hashable {
    var choices: [Choice]
    var number: Int
  }

  /// The choices of this run so far.
  private(set) var taken: [Choice] = []
  private var known: [Choice] = []
  private var runCount = 0
  private var answerCount = 0
  private var makingCount = 0
  private var made: [Making: [KernelTerm]] = [:]

  /// How many ways there may be through a body.
  static let runLimit = 256
  /// How many comparisons there may be on a way.
  static let choiceLimit = 64

  /// How often all runs together may make comparisons that they have made before.
  private static let answerLimit = 100_000

  private static let tooMany =
    "the body of a kernel may go at most \(runLimit) ways by comparing values, past \(choiceLimit) comparisons each; "
    + "choose with value:at_least(edge, yes, no), and go round with k.loop"

  /// Begins a run that goes as `choices` say, as far as they go.
  func begin(_ choices: [Choice]) throws {
    runCount += 1
    guard runCount <= Self.runLimit else { throw MoonreelError(.limitExceeded, Self.tooMany) }
    (known, taken, makingCount) = (choices, [], 0)
  }

  /// Which way this run goes at a comparison that it has made before; `nil`: it has not.
  func answer(_ first: Int, _ second: Int) throws -> Bool? {
    guard let known = taken.first(where: { $0.first == first && $0.second == second }) else {
      return nil
    }
    answerCount += 1
    // A Lua loop that waits for a value to change.
    guard answerCount <= Self.answerLimit else {
      throw MoonreelError(.limitExceeded, Self.tooMany)
    }
    return known.holds
  }

  /// Which way this run goes: as it was told, or where nobody said, where the comparison holds.
  func choose(_ first: Int, _ second: Int) throws -> Bool {
    guard taken.count < Self.choiceLimit else {
      throw MoonreelError(.limitExceeded, Self.tooMany)
    }
    var choice = Choice(first: first, second: second, holds: true)
    if taken.count < known.count {
      let told = known[taken.count]
      guard told.first == first, told.second == second else { throw Self.changed }
      choice = told
    }
    taken.append(choice)
    return choice.holds
  }

  /// Makes something that no two runs may make, unless a run that came the same way has.
  func once(_ make: () throws -> [KernelTerm]) rethrows -> [KernelTerm] {
    let making = Making(choices: taken, number: makingCount)
    makingCount += 1
    if let known = made[making] { return known }
    let terms = try make()
    made[making] = terms
    return terms
  }

  /// The body did not do the same again.
  static var changed: MoonreelError {
    MoonreelError(
      .invalidArgument,
      "the body of a kernel is run once for each way through its comparisons, and must do the same every time; "
        + "take random numbers and change variables before mr.kernel")
  }
}

extension KernelRecorder {
  /// Runs `body` once for each way through the comparisons that it makes with ``isAtLeast(_:_:)``, and joins the results
  /// with a selection for each comparison. A body without comparisons is run once.
  ///
  /// - Throws: what `body` throws; `MoonreelError` (`limitExceeded`) where there are too many ways, `invalidArgument`
  ///   where the body does not do the same again.
  public func everyWay(_ body: () throws -> [KernelTerm]) throws -> [KernelTerm] {
    let walk = KernelWays()
    ways.append(walk)
    defer { ways.removeLast() }
    return try results(of: body, walk, [])
  }

  /// The results where the first choices are `known`.
  private func results(
    of body: () throws -> [KernelTerm], _ walk: KernelWays, _ known: [KernelWays.Choice]
  ) throws -> [KernelTerm] {
    try walk.begin(known)
    var results = try body()
    let taken = walk.taken
    guard taken.count >= known.count else { throw KernelWays.changed }
    for place in (known.count..<taken.count).reversed() {
      var other = Array(taken[...place])
      other[place].holds = false
      let otherwise = try self.results(of: body, walk, other)
      guard otherwise.count == results.count else { throw KernelWays.changed }
      let first = KernelTerm(recorder: self, step: taken[place].first)
      let second = KernelTerm(recorder: self, step: taken[place].second)
      results = zip(results, otherwise).map { yes, no in
        yes == no ? yes : first.atLeast(second, yes, else: no)
      }
    }
    return results
  }

  /// Whether `first` is at least `second` on the way that the body of ``everyWay(_:)`` goes this time.
  ///
  /// - Throws: `MoonreelError`: `invalidArgument` outside such a body, `limitExceeded` where it compares too often.
  public func isAtLeast(_ first: KernelTerm, _ second: KernelTerm) throws -> Bool {
    guard let walk = ways.last else {
      throw MoonreelError(
        .invalidArgument,
        "a kernel's values are not known while its body runs; choose with value:at_least(edge, yes, no)"
      )
    }
    if case .literal(let a) = steps[first.step].operation,
      case .literal(let b) = steps[second.step].operation
    {
      return Float(a) >= Float(b)
    }
    for outer in ways {
      if let known = try outer.answer(first.step, second.step) { return known }
    }
    return try walk.choose(first.step, second.step)
  }

  /// What `make` records, recorded once however many ways of ``everyWay(_:)`` come by.
  public func onceForAllWays(_ make: () throws -> [KernelTerm]) rethrows -> [KernelTerm] {
    guard let walk = ways.last else { return try make() }
    return try walk.once(make)
  }
}
