// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// How deep compositions lie in one composition, kept up to date while they are put together in any order.
///
/// They are lowered, and let go of, one inside the other: without a limit that would take more stack than there
/// is.
final class NestingDepth {
  /// How many lie in one another, this one not counted.
  private var below = 0
  /// Those that this one was put into.
  private var outer: [ObjectIdentifier: Outer] = [:]

  private struct Outer {
    weak var depth: NestingDepth?
  }

  /// Notes that `inner` lies in this one.
  ///
  /// - Throws: `MoonreelError` (`limitExceeded`) where any would lie too deep; nothing is noted then.
  func add(_ inner: NestingDepth) throws {
    var wanted: [ObjectIdentifier: (depth: NestingDepth, below: Int)] = [:]
    var waiting = [(depth: self, below: inner.below + 1)]
    while let next = waiting.popLast() {
      let id = ObjectIdentifier(next.depth)
      guard next.below > wanted[id]?.below ?? next.depth.below else { continue }
      try Nesting.check(depth: next.below, "Cannot show a composition in another")
      wanted[id] = next
      waiting += next.depth.outer.values.compactMap(\.depth).map { ($0, next.below + 1) }
    }
    for (depth, below) in wanted.values { depth.below = below }
    inner.outer = inner.outer.filter { $0.value.depth != nil }
    inner.outer[ObjectIdentifier(self)] = Outer(depth: self)
  }
}
