// SPDX-License-Identifier: MIT

import CFFmpeg
import CMediaHost

/// Changes the packets of a GIF file so that libav's decoder leaves transparent what no frame covers, as browsers do. It
/// would fill it with the background colour that the file names.
///
/// That colour is an entry of the table that all frames share, and the decoder leaves out the colour where there is no such
/// table: so each frame gets a copy of the table as its own (GIF89a, sections 18 to 21).
struct GIFPackets {
  /// The colours that all frames share, three bytes each; `nil` before the file's first packet, and where there are none.
  private var table: ArraySlice<UInt8>?

  /// Gives the frames in `packet` tables of their own; a packet that is not as it should be keeps what is behind its fault.
  mutating func clearBackground(of packet: UnsafeMutablePointer<AVPacket>) {
    let bytes = Array(
      UnsafeBufferPointer(start: packet.pointee.data, count: Int(packet.pointee.size)))
    guard let changed = rewritten(bytes), let data = av_buffer_alloc(changed.count + Self.padding)
    else { return }
    changed.withUnsafeBytes { source in
      let target = UnsafeMutableRawPointer(data.pointee.data)!
      target.copyMemory(from: source.baseAddress!, byteCount: source.count)
      (target + source.count).initializeMemory(as: UInt8.self, repeating: 0, count: Self.padding)
    }
    av_buffer_unref(&packet.pointee.buf)
    packet.pointee.buf = data
    packet.pointee.data = data.pointee.data
    packet.pointee.size = Int32(changed.count)
  }

  private static let padding = Int(AV_INPUT_BUFFER_PADDING_SIZE)

  /// The bytes of a packet with a table in each frame; `nil` where nothing is to be changed.
  mutating func rewritten(_ bytes: [UInt8]) -> [UInt8]? {
    var result: [UInt8] = []
    var place = 0
    if bytes.starts(with: "GIF8".utf8), bytes.count >= 13 {
      table = nil
      place = 13
      result += bytes[..<13]
      let end = place + Self.tableSize(bytes[10])
      if bytes[10] & Self.hasTable != 0, end <= bytes.count {
        table = bytes[place..<end]
        place = end
        result[10] &= ~Self.hasTable
      }
    }
    guard let table else { return nil }
    result.reserveCapacity(bytes.count + table.count)
    while let end = Self.block(at: place, of: bytes) {
      if bytes[place] == Self.image, bytes[place + 9] & Self.hasTable == 0 {
        result += bytes[place..<place + 9]
        let size = UInt8((table.count / 3).trailingZeroBitCount - 1)
        result.append(bytes[place + 9] & ~7 | Self.hasTable | size)
        result += table
        result += bytes[place + 10..<end]
      } else {
        result += bytes[place..<end]
      }
      place = end
    }
    return result + bytes[place...]
  }

  private static let (image, extensionBlock): (UInt8, UInt8) = (0x2C, 0x21)
  private static let hasTable: UInt8 = 0x80

  /// The bytes of the table whose size is in the lowest bits of `flags`.
  private static func tableSize(_ flags: UInt8) -> Int { 3 << (Int(flags & 7) + 1) }

  /// Where the block at `place` ends, or the data that is left of it; `nil` where none begins there.
  private static func block(at place: Int, of bytes: [UInt8]) -> Int? {
    var end: Int
    switch place < bytes.count ? bytes[place] : 0 {
    case extensionBlock: end = place + 2
    case image:
      guard place + 10 <= bytes.count else { return nil }
      // A table of its own, and the size of a code.
      end = place + 11
      if bytes[place + 9] & hasTable != 0 { end += tableSize(bytes[place + 9]) }
    default: return nil
    }
    while end < bytes.count, bytes[end] != 0 { end += Int(bytes[end]) + 1 }
    return min(end + 1, bytes.count)
  }
}
