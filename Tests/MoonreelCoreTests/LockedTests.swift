// SPDX-License-Identifier: MIT

import Dispatch
import MoonreelCore
import Testing

/// A value behind a lock.
@Suite struct LockedTests {
  @Test func noChangeIsLostBetweenThreads() {
    let counts = Locked<[Int: Int]>([:])
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      for step in 0..<1000 {
        counts.withLock { $0[(thread + step) % 5, default: 0] += 1 }
      }
    }
    #expect(counts.withLock { $0 } == [0: 1600, 1: 1600, 2: 1600, 3: 1600, 4: 1600])
  }

  @Test func anErrorLeavesItOpenAndKeepsTheChange() {
    struct Stopped: Error {}
    let value = Locked(1)
    #expect(throws: Stopped.self) {
      try value.withLock { number in
        number = 2
        throw Stopped()
      }
    }
    #expect(value.withLock { $0 } == 2)
  }
}
