// SPDX-License-Identifier: MIT

import CMediaHost
import Glibc

/// How Moonreel knows the files that it wrote and nobody has changed since: by an extended attribute
/// with their length and the time of their last change.
///
/// A file that was edited, or was copied without its attributes, is not known, nor is any on a file
/// system without attributes: then a person is asked once more, which harms nothing.
public enum WrittenMark {
  private static let name = "user.moonreel.written"

  /// Marks the open, complete file; without effect where the file system has no attributes.
  static func set(_ descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return }
    let text = text(status)
    _ = mr_write_mark(descriptor, name, text, text.utf8.count)
  }

  /// Whether Moonreel wrote the file at `path` as it is now.
  public static func isPresent(at path: String) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0 else { return false }
    var buffer = [CChar](repeating: 0, count: 128)
    let length = mr_read_mark(path, name, &buffer, buffer.count)
    guard length > 0, length < buffer.count else { return false }
    let found = String(decoding: buffer[..<length].map(UInt8.init(bitPattern:)), as: UTF8.self)
    return found == text(status)
  }

  private static func text(_ status: stat) -> String {
    "\(status.st_size) \(status.st_mtim.tv_sec).\(status.st_mtim.tv_nsec)"
  }
}
