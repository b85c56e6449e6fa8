// SPDX-License-Identifier: MIT

import CMediaHost

/// How the process deals with its memory.
public enum ProcessMemory {
  /// From now on blocks of a megabyte and more, which is to say pictures, go back to the system when they
  /// are freed. glibc would raise that limit with every such block until they lie scattered over its heaps:
  /// a film of 1080p then holds 100 MB more than it uses. Smaller blocks come from two heaps instead of one a
  /// thread, each with gaps of its own. For programs to call once, at their start.
  public static func returnLargeBlocks() { mr_return_large_blocks() }
}
