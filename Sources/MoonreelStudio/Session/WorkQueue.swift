// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelExport
import MoonreelPlayback

/// A thread that does one piece of work after the other, with the stack that drawing wants.
final class WorkQueue: Sendable {
  private let bell = HostClock()
  private let state = Locked<(waiting: [Piece], isStopped: Bool)>(([], false))
  private let limit: Int

  /// Something to do, and whose and what it is.
  private struct Piece {
    var purpose: Purpose?
    var work: @Sendable () -> Void
  }

  /// Whom a piece of work is for, and what for: a later one of the same purpose takes the place of one that waits.
  struct Purpose: Hashable, Sendable {
    var page: ObjectIdentifier
    var kind: StudioSession.Kind
    var clip: Int?
  }

  /// A queue in which `limit` pieces of work may wait.
  ///
  /// - Throws: `MoonreelError` (`limitExceeded`) where the system refuses a thread.
  init(limit: Int = 256) throws {
    self.limit = limit
    let (bell, state) = (bell, state)
    try FilmThread.start {
      while !state.withLock({ $0.isStopped }) {
        let next = state.withLock { $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }
        if let next { next.work() } else { bell.wait(until: nil) }
      }
    }
  }

  /// Does `work` after what waits already, or in place of what waits for the same purpose.
  ///
  /// - Returns: `false` where too much waits; then it is not done.
  @discardableResult
  func add(for purpose: Purpose? = nil, _ work: @escaping @Sendable () -> Void) -> Bool {
    let isTaken = state.withLock { state in
      guard !state.isStopped else { return false }
      let piece = Piece(purpose: purpose, work: work)
      if let purpose, let place = state.waiting.firstIndex(where: { $0.purpose == purpose }) {
        state.waiting[place] = piece
        return true
      }
      guard state.waiting.count < limit else { return false }
      state.waiting.append(piece)
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
