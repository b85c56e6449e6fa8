// SPDX-License-Identifier: MIT

import CKernels
import Dispatch
import Glibc
import Synchronization
import Testing

@testable import MoonreelRender

private final class Count: Sendable {
  private let storage = Atomic<Int>(0)
  var value: Int { storage.load(ordering: .relaxed) }
  func add(_ number: Int) { storage.add(number, ordering: .relaxed) }
}

/// Denormals are flushed while tiles are drawn, and nowhere else.
@Suite struct TilePoolTests {
  /// The smallest normal number, where no compiler sees it.
  private static let smallest = Atomic(Double.leastNormalMagnitude.bitPattern)

  /// Whether this thread keeps denormals: whether half of the smallest normal number, found at run time, is
  /// anything.
  @inline(never) private static func keepsDenormals() -> Bool {
    Double(bitPattern: smallest.load(ordering: .relaxed)) * 0.5 > 0
  }

  @Test(
    "every tile is drawn once, flushing, on as many threads as there may be", arguments: [1, 2, 7])
  func tiles(_ threads: Int) {
    let (drawn, keeping) = (Count(), Count())
    TilePool(threadCount: threads).run(count: 100, worker: { () }) { _, index in
      drawn.add(index)
      if Self.keepsDenormals() { keeping.add(1) }
    }
    #expect(drawn.value == 4950)
    #expect(keeping.value == 0)
    #expect(Self.keepsDenormals())
  }

  /// A new thread has the state of the one that made it.
  @Test("threads that begin while a frame is drawn do not flush for ever", arguments: [2, 7])
  func newThreads(_ threads: Int) {
    let flushing = Count()
    // Nothing else is done in between: threads that an expectation begins would flush.
    let (before, after) = flushingDenormals {
      let before = Self.keepsDenormals()
      TilePool(threadCount: threads).run(count: 64, worker: { () }) { _, _ in usleep(500) }
      return (before, Self.keepsDenormals())
    }
    #expect(!before && !after, "the thread that asks flushes on")
    DispatchQueue.concurrentPerform(iterations: 64) { _ in
      usleep(500)
      if !Self.keepsDenormals() { flushing.add(1) }
    }
    #expect(flushing.value == 0)
  }

  @Test("whoever keeps denormals within a drawing gives back the state") func nested() {
    let (within, after) = flushingDenormals {
      let state = mr_keep_denormals()
      let within = Self.keepsDenormals()
      mr_restore_floats(state)
      return (within, Self.keepsDenormals())
    }
    #expect(within && !after)
    #expect(Self.keepsDenormals())
  }
}
