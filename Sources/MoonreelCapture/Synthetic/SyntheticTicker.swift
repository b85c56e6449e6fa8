// SPDX-License-Identifier: MIT

import MoonreelCore

/// Lets a synthetic source give something step by step, as its behaviour says.
final class SyntheticTicker: Sendable {
  private struct State {
    /// Which start is meant; steps of one before do nothing.
    var run = 0
    var isAbsent = false
  }

  /// What happens at a step: its number and when it is.
  typealias Step = @Sendable (_ index: Int64, _ time: Time) -> Void

  private let clock: any CaptureClock
  private let behavior: SyntheticBehavior
  private let state = Locked(State())

  init(_ clock: any CaptureClock, _ behavior: SyntheticBehavior) {
    (self.clock, self.behavior) = (clock, behavior)
  }

  /// Begins: step *n* is done *n* + 1 periods of `rate` from now, and told that it began a period before.
  func start(
    rate: Rational, _ receive: @escaping @Sendable (CaptureEvent) -> Void, step: @escaping Step
  ) {
    let run = state.withLock { state in
      state = State(run: state.run + 1)
      return state.run
    }
    next(Plan(run: run, start: clock.now, rate: rate, receive: receive, step: step), 0)
  }

  /// Ends it; no step is under way when it returns.
  func stop() { state.withLock { $0.run += 1 } }

  private struct Plan: Sendable {
    var run: Int
    var start: Time
    var rate: Rational
    var receive: @Sendable (CaptureEvent) -> Void
    var step: Step
  }

  private func next(_ plan: Plan, _ index: Int64) {
    let end = plan.start + behavior.time(ofStep: index + 1, rate: plan.rate)
    clock.schedule(at: end) { [weak self] in self?.perform(plan, index) }
  }

  private func perform(_ plan: Plan, _ index: Int64) {
    let offset = behavior.time(ofStep: index, rate: plan.rate)
    let isGoingOn = state.withLock { state in
      guard state.run == plan.run else { return false }
      let isAbsent = behavior.absences.contains { $0.contains(offset) }
      if isAbsent != state.isAbsent {
        state.isAbsent = isAbsent
        plan.receive(isAbsent ? .interrupted(Self.unplugged) : .resumed)
      }
      if !isAbsent, !behavior.losses.contains(where: { $0.contains(offset) }) {
        plan.step(index, plan.start + offset)
      }
      return true
    }
    if isGoingOn { next(plan, index + 1) }
  }

  private static let unplugged = CaptureInterruption(
    .unplugged, "The device was unplugged. It goes on when it is plugged in again.")
}
