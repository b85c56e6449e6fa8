// SPDX-License-Identifier: MIT

import MoonreelCore

extension Player {
  /// Goes to `time`, or to a time within the tolerances whose frame costs less. The latest call wins.
  ///
  /// - Parameter completion: called with `true` once the frame is shown, with `false` where another seek, step or item
  ///   came first or the frame cannot be drawn.
  public func seek(
    to time: Time, toleranceBefore before: Time = .zero, toleranceAfter after: Time = .zero,
    completion: @escaping @Sendable (Bool) -> Void
  ) {
    core.command { engine, now in
      engine.go(
        to: PlaybackEngine.Seek(
          time: time, before: max(.zero, before), after: max(.zero, after), completion: completion),
        now)
    }
  }

  /// Goes to `time` and returns whether it got there.
  @discardableResult
  public func seek(
    to time: Time, toleranceBefore before: Time = .zero, toleranceAfter after: Time = .zero
  ) async -> Bool {
    await withCheckedContinuation { continuation in
      seek(to: time, toleranceBefore: before, toleranceAfter: after) {
        continuation.resume(returning: $0)
      }
    }
  }

  /// Pauses, and shows the frame `count` frames on from the current one, backwards where negative.
  public func step(
    byCount count: Int, completion: @escaping @Sendable (Bool) -> Void = { _ in }
  ) {
    core.command { $0.step(by: count, $1, completion) }
  }
}
