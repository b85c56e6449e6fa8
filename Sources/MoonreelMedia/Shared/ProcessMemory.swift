// SPDX-License-Identifier: MIT

import CMediaHost

/// How the process deals with its memory.
public enum ProcessMemory {
  /// From now on blocks of `size` bytes and more, which is to say pictures, go back to the system when they
  /// are freed. glibc would raise that limit with every such block until they lie scattered over its heaps:
  /// a film of 1080p then holds 100 MB more than it uses. Smaller blocks come from two heaps instead of one a
  /// thread, each with gaps of its own. For programs to call at their start.
  ///
  /// - Parameter size: default a megabyte. Who plays for hours with frames that come and go should give less than one plane
  ///   of colours takes.
  public static func returnLargeBlocks(from size: Int = 1 << 20) {
    mr_return_large_blocks(Int32(clamping: size))
  }

  /// The size for who plays: a quarter of a megabyte.
  public static let playingBlock = 1 << 18
}
