// SPDX-License-Identifier: MIT

import Glibc

/// Memory that the pictures of one frame leave to those of the next: new pages cost as much as a pass
/// over them.
package final class BlockMemory: Sendable {
  /// For the planes of finished frames.
  static let frames = BlockMemory(limit: 24 << 20)

  private struct Block {
    var address: UInt
    /// The frame after which it was given back.
    var frame: Int
  }

  private struct Kept {
    /// By their size; those given back last are last.
    var blocks: [Int: [Block]] = [:]
    var byteCount = 0
    var frame = 0

    mutating func removeAll() { remove { _ in true } }

    /// Lets go of the blocks that nobody asked for in the last two frames.
    mutating func removeStale() {
      let oldest = frame - 2
      remove { $0.frame < oldest }
    }

    private mutating func remove(where isUnwanted: (Block) -> Bool) {
      for (size, all) in blocks {
        let left = all.filter { !isUnwanted($0) }
        guard left.count < all.count else { continue }
        for block in all where isUnwanted(block) {
          UnsafeMutableRawPointer(bitPattern: block.address)?.deallocate()
        }
        byteCount -= size * (all.count - left.count)
        blocks[size] = left.isEmpty ? nil : left
      }
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

  /// A block of `size` bytes, or of up to twice as many where that is what is kept; aligned to 64.
  package func take(_ size: Int) -> (memory: UnsafeMutableRawPointer, size: Int) {
    let found = kept.withLock { kept -> (address: UInt, size: Int)? in
      let best = kept.blocks.keys.filter { $0 >= size && $0 <= 2 * size }.min()
      guard let best, let block = kept.blocks[best]?.popLast() else { return nil }
      if kept.blocks[best]?.isEmpty == true { kept.blocks[best] = nil }
      kept.byteCount -= best
      return (block.address, best)
    }
    if let found, let memory = UnsafeMutableRawPointer(bitPattern: found.address) {
      return (memory, found.size)
    }
    return (Self.allocate(size), size)
  }

  /// New memory of `size` bytes, aligned to 64.
  ///
  /// Large blocks lie in huge pages where Linux grants them: each page of 4 KiB costs a fault when it is first
  /// written, and a picture of 3840x2160 in eight bits has eight thousand.
  package static func allocate(_ size: Int) -> UnsafeMutableRawPointer {
    guard size >= hugePage else { return .allocate(byteCount: size, alignment: 64) }
    let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: hugePage)
    madvise(memory, size / hugePage * hugePage, MADV_HUGEPAGE)
    return memory
  }

  private static let hugePage = 2 << 20

  /// Takes a block back.
  package func give(_ block: UnsafeMutableRawPointer, _ size: Int) {
    guard size <= limit else { return block.deallocate() }
    kept.withLock { kept in
      // Blocks of sizes that nobody asks for any more must not pile up.
      if kept.byteCount + size > limit { kept.removeAll() }
      kept.blocks[size, default: []].append(
        Block(address: UInt(bitPattern: block), frame: kept.frame))
      kept.byteCount += size
    }
  }

  /// Says that a frame is finished. Sizes that pictures have grown or shrunk away from are let go.
  package func endFrame() {
    kept.withLock { kept in
      kept.frame += 1
      kept.removeStale()
    }
  }

  /// How many bytes are kept.
  package var byteCount: Int { kept.withLock { $0.byteCount } }
}
