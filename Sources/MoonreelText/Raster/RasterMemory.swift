// SPDX-License-Identifier: MIT

import MoonreelCore

/// How much of what was drawn of titles, shapes and captions is kept.
public enum RasterMemory {
  private static let share = Locked(1)

  /// What each ``RasterCache``'s limit is divided by.
  static var divisor: Int { share.withLock { $0 } }

  /// From now on a quarter of it: for programs in which texts change for hours, as they do while somebody tries sizes. For
  /// programs to call at their start.
  public static func keepLess() { share.withLock { $0 = 4 } }
}
