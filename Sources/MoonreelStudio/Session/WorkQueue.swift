// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelExport
import MoonreelPlayback

/// A thread that does one piece of work after the other, with the stack that drawing wants.
final class WorkQueue: Sendable {
  private let bell = HostClock()
  private let state = Locked<(waiting: [@Sendable () -> Void], isStopped: Bool)>(([], false))
  private let limit: Int

  /// A queue in which `limit` pieces of work may wait.
  ///
  /// - Throws: `MoonreelError` (`limitExceeded`) where the system refuses a thread.
  init(limit: Int = 256) throws {
    self.limit = limit
    let (bell, state) = (bell, state)
    try FilmThread.start {
      while !state.withLock({ $0.isStopped }) {
        let next = state.withLock { $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }
        if let next { next() } else { bell.wait(until: nil) }
      }
    }
  }

  /// Does `work` after what waits already.
  ///
  /// - Returns: `false` where too much waits; then it is not done.
  @discardableResult
  func add(_ work: @escaping @Sendable () -> Void) -> Bool {
    let isTaken = state.withLock { state in
      guard state.waiting.count < limit, !state.isStopped else { return false }
      state.waiting.append(work)
      return true
    }
    bell.wake()
    return isTaken
  }

  /// Gives up what waits; what is being done is done to its end.
  func stop() {
    state.withLock { $0 = ([], true) }
    bell.wake()
  }
}
