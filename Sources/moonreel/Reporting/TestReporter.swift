// SPDX-License-Identifier: MIT

import MoonreelAuthor
import MoonreelCore

/// Tells of tests while they run: a line for each suite, more for those that failed. May be called from any thread.
final class TestReporter: Sendable {
  private struct State {
    var outcomes: [TestOutcome] = []
    /// How many of them have been told of.
    var told = 0
    var lastDrawn: ContinuousClock.Instant?
    var isLineOpen = false
    /// Why nothing more can be printed.
    var failure: (any Error)?
  }

  private let isJSON: Bool
  private let lists: Bool
  private let start = ContinuousClock.now
  private let state = Locked(State())

  init(isJSON: Bool, lists: Bool) { (self.isJSON, self.lists) = (isJSON, lists) }

  /// A test begins: on a terminal it is named once all have taken longer than a second.
  func began(_ name: TestName) {
    let now = ContinuousClock.now
    guard Terminal.isInteractive, now - start > .seconds(1) else { return }
    state.withLock { state in
      guard state.lastDrawn.map({ now - $0 > .milliseconds(100) }) ?? true else { return }
      let line = "\(state.outcomes.count) tests, now \(name.suite): \(name.name)"
      Terminal.show(line)
      (state.lastDrawn, state.isLineOpen) = (now, true)
    }
  }

  /// A test has ended.
  func ended(_ outcome: TestOutcome) {
    state.withLock { state in
      if let last = state.outcomes.last, last.name.suite != outcome.name.suite { tell(&state) }
      state.outcomes.append(outcome)
    }
  }

  /// Takes the line of progress away.
  func clear() { state.withLock { clear(&$0) } }

  private func clear(_ state: inout State) {
    if state.isLineOpen { Terminal.clearLine() }
    state.isLineOpen = false
  }

  /// Tells of the rest, and of all together.
  ///
  /// - Returns: what became of all tests.
  /// - Throws: where nobody reads standard output any more.
  func finish() throws -> [TestOutcome] {
    let seconds = (ContinuousClock.now - start).seconds
    return try state.withLock { state in
      tell(&state)
      if let failure = state.failure { throw failure }
      if isJSON {
        try Terminal.print(TestText.json(state.outcomes))
      } else if !lists, !state.outcomes.isEmpty {
        try Terminal.print(TestText.summary(state.outcomes, seconds: seconds))
      }
      return state.outcomes
    }
  }

  /// Tells of the suite that has ended.
  private func tell(_ state: inout State) {
    let outcomes = state.outcomes[state.told...]
    state.told = state.outcomes.count
    clear(&state)
    guard !isJSON, !outcomes.isEmpty, state.failure == nil else { return }
    let lines: [TerminalLine] =
      lists
      ? outcomes.map { "\($0.name.suite): \($0.name.name)" } : TestText.suite(Array(outcomes))
    do { try Terminal.print(lines) } catch { state.failure = error }
  }
}
