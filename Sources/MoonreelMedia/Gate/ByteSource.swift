// SPDX-License-Identifier: MIT

import CFFmpeg
import MoonreelCore

/// Bytes that can be read at any place, without moving anything that somebody else reads.
package protocol ByteSource {
  /// How many there are.
  var count: Int64 { get }

  /// The `count` bytes from `place` on; `nil` where there are not as many.
  func bytes(at place: Int64, count: Int) -> [UInt8]?
}

extension ByteSource {
  /// The bytes of `range`; `nil` where they are more than half a gigabyte, or not there.
  func bytes(_ range: Range<Int64>) -> [UInt8]? {
    range.count < 1 << 29 ? bytes(at: range.lowerBound, count: Int(range.count)) : nil
  }
}

/// Bytes in memory.
package struct HeldBytes: ByteSource {
  private let held: [UInt8]

  package init(_ held: [UInt8]) { self.held = held }

  package var count: Int64 { Int64(held.count) }

  package func bytes(at place: Int64, count: Int) -> [UInt8]? {
    guard place >= 0, count >= 0, Int64(count) <= self.count - place else { return nil }
    // holds: the guard compares them.
    return Array(held[Int(place)..<Int(place) + count])
  }
}

/// The bytes that libav reads, from the network for example; the place where libav stands is kept.
struct LibavBytes: ByteSource {
  private let io: UnsafeMutablePointer<AVIOContext>
  let count: Int64

  /// The bytes of `io`, which must outlive this value; `nil` where one cannot jump in it.
  init?(_ io: UnsafeMutablePointer<AVIOContext>?) {
    guard let io, io.pointee.seekable & AVIO_SEEKABLE_NORMAL != 0 else { return nil }
    let size = avio_size(io)
    guard size > 0 else { return nil }
    (self.io, count) = (io, size)
  }

  func bytes(at place: Int64, count: Int) -> [UInt8]? {
    guard place >= 0, (0...Int(Int32.max)).contains(count), Int64(count) <= self.count - place
    else { return nil }
    let before = avio_seek(io, 0, SEEK_CUR)
    defer { avio_seek(io, before, SEEK_SET) }
    guard avio_seek(io, place, SEEK_SET) == place else { return nil }
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      // holds: the guard wants no more than libav can count.
      filled = Int(max(0, avio_read(io, buffer.baseAddress, Int32(count))))
    }
    return bytes.count == count ? bytes : nil
  }
}
