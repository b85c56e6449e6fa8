// SPDX-License-Identifier: MIT

import MoonreelCore

/// A queue between two stages: the producer waits while it is full, the consumer while it is empty.
final class BoundedQueue<Element>: Sendable {
  private struct State {
    var elements: [Element] = []
    var isFinished = false
    var isAborted = false
  }

  private let capacity: Int
  private let monitor = Monitor(State())

  /// An empty queue for at most `capacity` elements.
  init(capacity: Int) {
    precondition(capacity > 0, "a queue holds at least one element")
    self.capacity = capacity
  }

  /// Adds `element` at the end, waiting for room; `false` where the queue was aborted.
  ///
  /// The element moves: once another thread can take it, this one holds no part of it any more, so
  /// what it keeps alive ends on the thread that used it last.
  func push(_ element: consuming Element) -> Bool {
    var moving: Element? = consume element
    return monitor.wait { state in
      if state.isAborted { return false }
      guard state.elements.count < capacity else { return nil }
      if let element = moving.take() { state.elements.append(element) }
      return true
    }
  }

  /// The first element, waited for; `nil` once the queue is finished and empty, or aborted.
  func pop() -> Element? {
    monitor.wait { state -> Element?? in
      if state.isAborted { return .some(nil) }
      if !state.elements.isEmpty { return .some(state.elements.removeFirst()) }
      return state.isFinished ? .some(nil) : nil
    }
  }

  /// How many elements are waiting at the moment.
  var count: Int { monitor.read { $0.elements.count } }

  /// Says that nothing more will be pushed.
  func finish() { monitor.update { $0.isFinished = true } }

  /// Drops what is queued and releases both sides at once.
  func abort() {
    let dropped = monitor.update { state in
      state.isAborted = true
      defer { state.elements = [] }
      return state.elements
    }
    // The elements are freed here, outside the lock.
    _ = dropped
  }
}
