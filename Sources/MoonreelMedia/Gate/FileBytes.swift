// SPDX-License-Identifier: MIT

import Glibc
import MoonreelCore

/// The bytes of an open regular file, read at any place: only what is asked for is read.
package final class FileBytes: ByteSource {
  private let descriptor: Int32
  /// What the file system says of the file.
  package let status: stat

  package var count: Int64 { Int64(status.st_size) }

  /// Opens the file at `real`, whose links are followed already and which the gate allows; messages call it
  /// `name`. `nil` where there is none.
  ///
  /// - Throws: `MoonreelError` (`fileAccess`) where it is no regular file, or unreadable.
  package init?(_ real: String, named name: String) throws {
    guard let descriptor = try RegularFile.open(real, named: name) else { return nil }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      close(descriptor)
      return nil
    }
    (self.descriptor, self.status) = (descriptor, status)
  }

  deinit { close(descriptor) }

  package func bytes(at place: Int64, count: Int) -> [UInt8]? {
    guard place >= 0, count >= 0, Int64(count) <= self.count - place else { return nil }
    let bytes = RegularFile.read(descriptor, at: place, count: count).bytes
    return bytes.count == count ? bytes : nil
  }
}
