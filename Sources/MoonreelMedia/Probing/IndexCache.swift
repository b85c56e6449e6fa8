// SPDX-License-Identifier: MIT

import Glibc
import MoonreelCore

/// Keeps the indexes of files read lately, so that probing and every reader share one pass.
///
/// A file that was changed (by its size or times) is read anew. At most two million packets are kept,
/// the oldest dropped first: about a hundred megabytes.
enum IndexCache {
  private struct Key: Hashable {
    var path: String
    var device: UInt64
    var node: UInt64
    var size: Int64
    var modifiedSeconds: Int
    var modifiedNanoseconds: Int
    var gaps: GapPolicy
  }

  private static let limit = 2_000_000
  private static let store = Locked<[(key: Key, index: MediaIndex)]>([])

  /// The index of the file that `format` has open, read through now where it is not known yet.
  ///
  /// Leaves `format` at an unknown position when `wasRead` comes back true.
  static func index(
    of format: FormatContext, gaps: GapPolicy
  ) throws -> (index: MediaIndex, wasRead: Bool) {
    guard let key = key(for: format, gaps) else {
      return (try PacketScan.run(format, gaps: gaps), true)
    }
    if let known = lookUp(key) { return (known, false) }
    let index = try PacketScan.run(format, gaps: gaps)
    store.withLock { list in
      list.append((key, index))
      var total = list.reduce(0) { $0 + $1.index.packetCount }
      while total > limit, list.count > 1 { total -= list.removeFirst().index.packetCount }
    }
    return (index, true)
  }

  private static func lookUp(_ key: Key) -> MediaIndex? {
    store.withLock { list in
      guard let position = list.firstIndex(where: { $0.key == key }) else { return nil }
      let entry = list.remove(at: position)
      list.append(entry)
      return entry.index
    }
  }

  private static func key(for format: FormatContext, _ gaps: GapPolicy) -> Key? {
    guard !format.isSequence, let real = FileGate.realPath(format.path) else { return nil }
    var status = stat()
    guard stat(real, &status) == 0 else { return nil }
    return Key(
      path: real, device: UInt64(status.st_dev), node: UInt64(status.st_ino),
      size: Int64(status.st_size), modifiedSeconds: status.st_mtim.tv_sec,
      modifiedNanoseconds: status.st_mtim.tv_nsec, gaps: gaps)
  }
}
