// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelExport

/// Work of which only the newest counts: one piece is under way, and the newest of those that come meanwhile waits. There is
/// a thread as long as there is something to do.
final class NewestWork: Sendable {
  private let state = Locked<(next: (@Sendable () -> Void)?, isUnderWay: Bool)>((nil, false))

  /// Does `work` when what is under way is done, unless something newer comes.
  ///
  /// - Throws: `MoonreelError` (`limitExceeded`) where the system refuses a thread.
  func run(_ work: @escaping @Sendable () -> Void) throws {
    let begins = state.withLock { state in
      state.next = work
      defer { state.isUnderWay = true }
      return !state.isUnderWay
    }
    guard begins else { return }
    do {
      try FilmThread.start { [self] in while let work = next() { work() } }
    } catch {
      state.withLock { $0 = (nil, false) }
      throw error
    }
  }

  private func next() -> (@Sendable () -> Void)? {
    state.withLock { state in
      defer { state.next = nil }
      state.isUnderWay = state.next != nil
      return state.next
    }
  }
}
