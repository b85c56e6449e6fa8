// SPDX-License-Identifier: MIT

import MoonreelCore
import Testing

@testable import MoonreelExport

/// What joins the stages of an export.
struct BoundedQueueTests {
  private final class Picture: Sendable {}

  /// A stage that still held what it has pushed could be the last to let go of it, on the wrong
  /// thread and late.
  @Test func whatIsTakenBelongsToTheTakerAlone() throws {
    let queue = BoundedQueue<Picture>(capacity: 4)
    let counts = Locked((taken: 0, alone: 0))
    let taker = try StageThread {
      while var picture = queue.pop() {
        let isAlone = isKnownUniquelyReferenced(&picture)
        counts.withLock { $0 = ($0.taken + 1, $0.alone + (isAlone ? 1 : 0)) }
      }
    }
    var pushed = 0
    while pushed < 100_000, queue.push(Picture()) { pushed += 1 }
    queue.finish()
    taker.join()
    #expect(pushed == 100_000)
    #expect(counts.withLock { $0.taken } == pushed)
    #expect(counts.withLock { $0.alone } == pushed)
  }

  @Test func abortedQueuesTakeAndGiveNothing() {
    let queue = BoundedQueue<Picture>(capacity: 1)
    weak var waiting: Picture?
    do {
      let picture = Picture()
      waiting = picture
      #expect(queue.push(picture))
    }
    #expect(waiting != nil)
    queue.abort()
    #expect(waiting == nil, "what waits goes at once")
    #expect(!queue.push(Picture()))
    #expect(queue.pop() == nil)
  }
}
