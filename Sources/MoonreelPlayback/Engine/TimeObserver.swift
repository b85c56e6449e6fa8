// SPDX-License-Identifier: MIT

import MoonreelCore

/// Somebody who wants to hear of an item's times.
struct TimeObserver: Sendable {
  enum Kind: Sendable {
    case periodic(Time)
    case boundary([Time])
  }

  let id: Int
  let kind: Kind
  let call: @Sendable (Time) -> Void
  /// The last time heard of, or where the run begins.
  private var last: Time?
  /// Whether ``last`` itself is still to be heard of.
  private var isFresh = true

  init(id: Int, kind: Kind, call: @escaping @Sendable (Time) -> Void) {
    (self.id, self.kind, self.call) = (id, kind, call)
  }

  /// A run begins at `time`; after a jump it is heard of again.
  mutating func begin(at time: Time, isJump: Bool) {
    isFresh = isJump || last != time || isFresh
    last = time
  }

  /// It was told of `time`.
  mutating func heard(_ time: Time) { (last, isFresh) = (time, false) }

  /// The next time in `run` to tell.
  func next(in run: Run) -> Time? {
    let from = last ?? run.base.time
    let isBackwards = run.base.isBackwards
    let next: Time?
    switch kind {
    case .periodic(let interval): next = multiple(of: interval, from, isBackwards)
    case .boundary(let times):
      next =
        isBackwards
        ? times.filter { isFresh ? $0 <= from : $0 < from }.max()
        : times.filter { isFresh ? $0 >= from : $0 > from }.min()
    }
    guard let next, isBackwards ? next >= run.end : next <= run.end else { return nil }
    return next
  }

  private func multiple(of interval: Time, _ from: Time, _ isBackwards: Bool) -> Time? {
    let (quotient, rest) = from.flicks.quotientAndRemainder(dividingBy: interval.flicks)
    if rest == 0, isFresh { return from }
    let (below, above) = rest == 0 ? (quotient - 1, quotient + 1) : (quotient, quotient + 1)
    let (product, overflows) = (isBackwards ? below : above)
      .multipliedReportingOverflow(by: interval.flicks)
    return overflows ? nil : Time(flicks: product)
  }
}
