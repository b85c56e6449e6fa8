// SPDX-License-Identifier: MIT

import Glibc
import MoonreelCore

/// Whether the server's thread still takes work: none may be given to it once it ends.
final class SocketGate: Sendable {
  private struct State {
    var isOpen = true
    var inside = 0
  }

  private let state = Locked(State())

  /// Runs `body` unless the gate is closed.
  func pass(_ body: () -> Void) {
    let isOpen = state.withLock { state in
      if state.isOpen { state.inside += 1 }
      return state.isOpen
    }
    guard isOpen else { return }
    body()
    state.withLock { $0.inside -= 1 }
  }

  /// Lets nobody pass any more, and waits for those who are about to.
  func close() {
    state.withLock { $0.isOpen = false }
    while state.withLock({ $0.inside > 0 }) { usleep(100) }
  }
}
