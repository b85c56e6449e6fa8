// SPDX-License-Identifier: MIT

extension RandomAccessCollection where Index == Int {
  /// The first index whose element satisfies `predicate`, which holds for all that follow it too; the end
  /// index where none does. O(log n).
  @inlinable
  public func partitioningIndex(where predicate: (Element) throws -> Bool) rethrows -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = low + (high - low) / 2
      if try predicate(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
