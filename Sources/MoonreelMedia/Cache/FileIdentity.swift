// SPDX-License-Identifier: MIT

import CFFmpeg
import Glibc
import MoonreelCore

/// What tells that a file is still the one that was looked at: which it is on the disk, its size, and when its
/// contents and its place on the disk were changed last.
struct FileIdentity: Hashable {
  var place: FilePlace
  var size: Int64
  /// When the contents were changed, in nanoseconds since 1970.
  var modified: Int64
  /// When anything about the file was changed; programs cannot set this time.
  var changed: Int64

  init(_ status: stat) {
    func nanoseconds(_ time: timespec) -> Int64 {
      Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    }
    place = FilePlace(status)
    size = Int64(status.st_size)
    (modified, changed) = (nanoseconds(status.st_mtim), nanoseconds(status.st_ctim))
  }

  /// Whether the file was changed less than two seconds ago. File systems count time in steps (FAT in two
  /// seconds), so it may be changed once more without a trace.
  var isYoung: Bool {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    let age = Int64(now.tv_sec) - max(modified, changed) / 1_000_000_000
    return age <= 2
  }

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
