// SPDX-License-Identifier: MIT

/// Memory for one row of floats.
final class RowBuffer {
  let base: UnsafeMutablePointer<Float>
  let count: Int

  /// Room for `count` floats, cleared.
  init(_ count: Int) {
    self.count = max(1, count)
    base = .allocate(capacity: self.count)
    base.initialize(repeating: 0, count: self.count)
  }

  deinit { base.deallocate() }

  func clear() { base.update(repeating: 0, count: count) }
}
