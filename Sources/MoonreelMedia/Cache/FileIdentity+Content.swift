// SPDX-License-Identifier: MIT

import CFFmpeg
import MoonreelCore

extension FileIdentity {
  /// A number made of the first and last bytes of `file`: what a change that left no trace in the times has most
  /// likely touched.
  static func contentMark(of file: FileBytes) -> UInt64? {
    let length = Int(min(4096, file.count))
    guard let head = file.bytes(at: 0, count: length),
      let tail = file.bytes(at: file.count - Int64(length), count: length)
    else { return nil }
    return UInt64(Checksum.of(head)) << 32 | UInt64(Checksum.of(tail))
  }
}

/// The usual check sum of 32 bits (CRC-32, IEEE 802.3).
enum Checksum {
  static func of(_ bytes: some Collection<UInt8>) -> UInt32 {
    let table = av_crc_get_table(AV_CRC_32_IEEE_LE)
    let sum = bytes.withContiguousStorageIfAvailable { buffer in
      av_crc(table, .max, buffer.baseAddress, buffer.count)
    }
    return sum ?? of(Array(bytes))
  }
}
