// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelExport

/// Does work in order, on a thread of its own; with a virtual clock at once.
final class CaptureWorker: Sendable {
  private struct State {
    var waiting: [@Sendable () -> Void] = []
    var isStopped = false
    var isWorking = false
  }

  private let monitor: Monitor<State>?

  /// A worker.
  ///
  /// - Throws: `MoonreelError` (`limitExceeded`) where the system refuses a thread.
  init(isInline: Bool) throws {
    guard !isInline else {
      monitor = nil
      return
    }
    let monitor = Monitor(State())
    self.monitor = monitor
    try FilmThread.start {
      while let work = Self.next(monitor) {
        work()
        monitor.update { $0.isWorking = false }
      }
    }
  }

  deinit { monitor?.update { $0.isStopped = true } }

  private static func next(_ monitor: Monitor<State>) -> (@Sendable () -> Void)? {
    monitor.wait { state -> (@Sendable () -> Void)?? in
      if !state.waiting.isEmpty {
        state.isWorking = true
        return .some(state.waiting.removeFirst())
      }
      return state.isStopped ? .some(nil) : nil
    }
  }

  /// How many pieces of work wait.
  var count: Int { monitor?.read { $0.waiting.count } ?? 0 }

  /// Does `work` after all that waits.
  func add(_ work: @escaping @Sendable () -> Void) {
    guard let monitor else { return work() }
    monitor.update { $0.waiting.append(work) }
  }

  /// Waits until all work that was added is done.
  func drain() {
    monitor?.wait { state -> Void? in state.waiting.isEmpty && !state.isWorking ? () : nil }
  }
}
