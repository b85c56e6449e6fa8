// SPDX-License-Identifier: MIT

import Glibc

/// A descriptor that can be read once the bell was rung, for threads that wait for descriptors (`poll`).
///
/// `@unchecked Sendable`: the descriptors stay the same as long as the object lives.
package final class Bell: @unchecked Sendable {
  /// What can be read once the bell was rung, until it is ``silence()``d.
  package let descriptor: Int32
  private let rope: Int32

  /// A bell; `nil` where the system allows no more open files.
  package init?() {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    (descriptor, rope) = (ends[0], ends[1])
  }

  deinit { for end in [descriptor, rope] { close(end) } }

  /// Rings; from any thread.
  package func ring() {
    var byte: UInt8 = 1
    _ = write(rope, &byte, 1)
  }

  /// Forgets that it was rung.
  package func silence() {
    var drained = [UInt8](repeating: 0, count: 64)
    while read(descriptor, &drained, drained.count) > 0 {}
  }
}
