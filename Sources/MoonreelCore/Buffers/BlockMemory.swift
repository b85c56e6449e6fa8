// SPDX-License-Identifier: MIT

/// Memory that the pictures of one frame leave to those of the next: new pages cost as much as a pass
/// over them.
package final class BlockMemory: Sendable {
  /// For the planes of finished frames.
  static let frames = BlockMemory(limit: 24 << 20)

  private struct Kept {
    /// Addresses of blocks by their size.
    var blocks: [Int: [UInt]] = [:]
    var byteCount = 0

    mutating func removeAll() {
      for block in blocks.values.joined() {
        UnsafeMutableRawPointer(bitPattern: block)?.deallocate()
      }
      self = Kept()
    }
  }

  private let kept = Locked(Kept())
  private let limit: Int

  /// Keeps at most `limit` bytes; what is more is given back at once.
  package init(limit: Int) { self.limit = limit }

  deinit { kept.withLock { $0.removeAll() } }

  /// The size of the block for `byteCount` bytes: pictures that grow or shrink a little from frame
  /// to frame find one another's blocks.
  package static func size(for byteCount: Int) -> Int {
    let unit = max(4096, 1 << max(0, byteCount.bitWidth - byteCount.leadingZeroBitCount - 4))
    return (byteCount + unit - 1) / unit * unit
  }

  /// A block of `size` bytes, aligned to 64.
  package func take(_ size: Int) -> UnsafeMutableRawPointer {
    let address = kept.withLock { kept -> UInt? in
      guard let address = kept.blocks[size]?.popLast() else { return nil }
      kept.byteCount -= size
      return address
    }
    return address.flatMap { UnsafeMutableRawPointer(bitPattern: $0) }
      ?? .allocate(byteCount: size, alignment: 64)
  }

  /// Takes a block back.
  package func give(_ block: UnsafeMutableRawPointer, _ size: Int) {
    guard size <= limit else { return block.deallocate() }
    kept.withLock { kept in
      // Blocks of sizes that nobody asks for any more must not pile up.
      if kept.byteCount + size > limit { kept.removeAll() }
      kept.blocks[size, default: []].append(UInt(bitPattern: block))
      kept.byteCount += size
    }
  }
}
