// SPDX-License-Identifier: MIT

/// Memory for one row of floats.
final class RowBuffer {
  let base: UnsafeMutablePointer<Float>
  let count: Int

  /// Room for `count` floats, cleared. The first lies on a line of the cache, which vectors then do not cross.
  init(_ count: Int) {
    self.count = max(1, count)
    base = UnsafeMutableRawPointer.allocate(
      byteCount: self.count * MemoryLayout<Float>.stride, alignment: 64
    ).bindMemory(to: Float.self, capacity: self.count)
    base.initialize(repeating: 0, count: self.count)
  }

  deinit { UnsafeMutableRawPointer(base).deallocate() }

  func clear() { base.update(repeating: 0, count: count) }
}
