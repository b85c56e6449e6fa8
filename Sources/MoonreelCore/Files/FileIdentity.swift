// SPDX-License-Identifier: MIT

import Glibc

/// What tells that a file is still the one that was looked at: which it is on the disk, its size, and when its
/// contents and its place on the disk were changed last.
package struct FileIdentity: Hashable, Sendable {
  package var place: FilePlace
  package var size: Int64
  /// When the contents were changed, in nanoseconds since 1970.
  package var modified: Int64
  /// When anything about the file was changed; programs cannot set this time.
  package var changed: Int64

  /// The identity with these numbers.
  package init(place: FilePlace, size: Int64, modified: Int64, changed: Int64) {
    (self.place, self.size, self.modified, self.changed) = (place, size, modified, changed)
  }

  /// The identity of the file with `status`.
  package init(_ status: stat) {
    func nanoseconds(_ time: timespec) -> Int64 {
      Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    }
    self.init(
      place: FilePlace(status), size: Int64(status.st_size),
      modified: nanoseconds(status.st_mtim), changed: nanoseconds(status.st_ctim))
  }

  /// Whether the file was changed less than two seconds ago. File systems count time in steps (FAT in two
  /// seconds), so it may be changed once more without a trace.
  package var isYoung: Bool {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    let age = Int64(now.tv_sec) - max(modified, changed) / 1_000_000_000
    return age <= 2
  }
}
