// SPDX-License-Identifier: MIT

import CZlib

/// Unpacks deflated bytes (RFC 1951) as they come.
final class Inflater {
  // zlib keeps the address.
  private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
  private let isOpen: Bool
  private var isDone = false
  private static let blockSize = 1 << 18

  init() {
    stream.initialize(to: z_stream())
    // Negative: without the header of zlib.
    isOpen =
      inflateInit2_(stream, -15, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK
  }

  deinit {
    if isOpen { inflateEnd(stream) }
    stream.deallocate()
  }

  /// Hands on what `packed` unpacks to, in blocks.
  ///
  /// - Returns: whether it could be unpacked.
  /// - Throws: what `take` throws.
  func unpack(_ packed: [UInt8], _ take: ([UInt8]) throws -> Void) throws -> Bool {
    guard isOpen else { return false }
    var offset = 0
    while !isDone {
      let (block, used, code) = step(packed, from: offset)
      offset += used
      if !block.isEmpty { try take(block) }
      switch code {
      case Z_STREAM_END: isDone = true
      case Z_OK: if offset == packed.count, block.count < Self.blockSize { return true }
      // Nothing more comes of what is there.
      case Z_BUF_ERROR: return true
      default: return false
      }
    }
    return offset == packed.count
  }

  private func step(_ packed: [UInt8], from offset: Int) -> (block: [UInt8], used: Int, code: Int32)
  {
    var (code, used): (Int32, Int) = (Z_OK, 0)
    let block = [UInt8](unsafeUninitializedCapacity: Self.blockSize) { output, filled in
      packed.withUnsafeBufferPointer { input in
        // zlib reads its input only.
        stream.pointee.next_in = UnsafeMutablePointer(
          mutating: input.baseAddress?.advanced(by: offset))
        // holds: a block of a mebibyte at most.
        stream.pointee.avail_in = UInt32(packed.count - offset)
        stream.pointee.next_out = output.baseAddress
        // holds: a block of a mebibyte at most.
        stream.pointee.avail_out = UInt32(Self.blockSize)
        code = inflate(stream, Z_NO_FLUSH)
        used = packed.count - offset - Int(stream.pointee.avail_in)
        filled = Self.blockSize - Int(stream.pointee.avail_out)
      }
    }
    return (block, used, code)
  }
}
