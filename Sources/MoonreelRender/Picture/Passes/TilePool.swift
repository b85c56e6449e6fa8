// SPDX-License-Identifier: MIT

import CKernels
import Dispatch
import Glibc
import Synchronization

/// Hands out tiles by number to a fixed count of threads, for as long as the picture may take.
struct TilePool: Sendable {
  var threadCount: Int
  /// Once it is over, no tile is begun: whoever had tiles drawn asks it before using them.
  var clock = FrameClock.unlimited

  static var coreCount: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

  /// Calls `body` once for every number below `count`, on at most `threadCount` threads, until the clock is over; each
  /// thread makes its own worker first. Denormals are flushed while it runs.
  func run<Worker>(
    count: Int, worker makeWorker: @escaping () -> Worker, body: @escaping (Worker, Int) -> Void
  ) {
    guard count > 0 else { return }
    let threads = min(threadCount, count)
    guard threads > 1 else {
      flushingDenormals {
        let worker = makeWorker()
        for index in 0..<count where !clock.isOver { body(worker, index) }
      }
      return
    }
    let work = Work(next: Counter(), makeWorker: makeWorker, body: body)
    // Threads that begin here serve others later, and begin with the state of the thread that asks for them.
    let state = mr_keep_denormals()
    defer { mr_restore_floats(state) }
    DispatchQueue.concurrentPerform(iterations: threads) { _ in
      flushingDenormals {
        let worker = work.makeWorker()
        while case let index = work.next.take(), index < count, !clock.isOver {
          work.body(worker, index)
        }
      }
    }
  }

  /// `@unchecked Sendable`: tiles write different memory, and everything else they touch is
  /// constant.
  private struct Work<Worker>: @unchecked Sendable {
    let next: Counter
    let makeWorker: () -> Worker
    let body: (Worker, Int) -> Void
  }

  private final class Counter: Sendable {
    private let value = Atomic<Int>(0)
    func take() -> Int { value.wrappingAdd(1, ordering: .relaxed).oldValue }
  }
}

/// Runs `body` with denormals flushed on this thread.
func flushingDenormals<Result>(_ body: () throws -> Result) rethrows -> Result {
  let state = mr_flush_denormals()
  defer { mr_restore_floats(state) }
  return try body()
}
