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
    var identity: FileIdentity
    var gaps: GapPolicy
  }

  private static let limit = 2_000_000
  private static let store = Locked<[(key: Key, index: MediaIndex)]>([])

  /// The index of the file that `format` has open: known already, kept on the disk by the gate's ``MediaCache``, or
  /// found out now.
  ///
  /// Leaves `format` at an unknown position when `wasRead` comes back true.
  static func index(
    of format: FormatContext, gaps: GapPolicy
  ) throws -> (index: MediaIndex, wasRead: Bool) {
    guard let key = key(for: format, gaps) else {
      return (try PacketScan.run(format, gaps: gaps), true)
    }
    if let known = lookUp(key) { return (known, false) }
    if format.remote == nil, let cache = format.gate.cache,
      let file = try? FileBytes(key.path, named: format.path),
      let kept = cache.entry(of: file, gaps: gaps)?.mediaIndex
    {
      add(kept, key)
      return (kept, false)
    }
    let index = try PacketScan.run(format, gaps: gaps)
    add(index, key)
    return (index, true)
  }

  /// The index of `bytes`; `nil` where it is not known.
  static func known(of bytes: any RemoteBytes, gaps: GapPolicy) -> MediaIndex? {
    lookUp(key(for: bytes, gaps))
  }

  private static func add(_ index: MediaIndex, _ key: Key) {
    store.withLock { list in
      list.append((key, index))
      var total = list.reduce(0) { $0 + $1.index.packetCount }
      while total > limit, list.count > 1 { total -= list.removeFirst().index.packetCount }
    }
  }

  private static func lookUp(_ key: Key) -> MediaIndex? {
    store.withLock { list in
      guard let position = list.firstIndex(where: { $0.key == key }) else { return nil }
      let entry = list.remove(at: position)
      list.append(entry)
      return entry.index
    }
  }

  private static func key(for bytes: any RemoteBytes, _ gaps: GapPolicy) -> Key {
    let nowhere = FilePlace(device: 0, node: 0)
    let identity = FileIdentity(place: nowhere, size: bytes.count, modified: 0, changed: 0)
    return Key(path: "\(bytes.identity)", identity: identity, gaps: gaps)
  }

  private static func key(for format: FormatContext, _ gaps: GapPolicy) -> Key? {
    if let remote = format.remote { return key(for: remote, gaps) }
    guard !format.isSequence, let real = FileGate.realPath(format.path) else { return nil }
    var status = stat()
    guard stat(real, &status) == 0 else { return nil }
    return Key(path: real, identity: FileIdentity(status), gaps: gaps)
  }
}
