// SPDX-License-Identifier: MIT

import Glibc

/// Where a file is on the disk: neither another path, nor a link, nor another spelling hides that two names mean one
/// file.
package struct FilePlace: Hashable, Sendable {
  /// The number of the disk.
  package var device: UInt64
  /// The file's number on it.
  package var node: UInt64

  /// The place of the file with `status`.
  package init(_ status: stat) {
    self.init(device: UInt64(status.st_dev), node: UInt64(status.st_ino))
  }

  /// The place with these numbers.
  package init(device: UInt64, node: UInt64) { (self.device, self.node) = (device, node) }
}
