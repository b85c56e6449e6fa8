// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia

/// Reads small files.
package enum TextFile {
  /// The longest text that is read: nobody writes 16 MiB of Lua.
  package static let limit = 16 << 20

  /// The text of the file at `path`, at most `limit` bytes, without a byte order mark; `nil` where
  /// there is none.
  ///
  /// - Throws: `MoonreelError` (`fileAccess`) when it is no regular file, unreadable, too long or no text.
  package static func read(_ path: String, limit: Int = limit) throws -> String? {
    try RegularFile.bytes(of: path, limit: limit, "a text").map { try text($0, path) }
  }

  private static func text(_ bytes: [UInt8], _ path: String) throws -> String {
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      throw MoonreelError(
        .fileAccess, "Cannot read '\(path)': it is UTF-16; save it as UTF-8 text.")
    }
    // Compiled Lua begins with an escape; every other kind of binary file has zeros.
    if bytes.first == 0x1B || bytes.contains(0) {
      throw MoonreelError(
        .fileAccess, "Cannot read '\(path)': it is no text but a binary file.")
    }
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    return String(decoding: bytes.dropFirst(bytes.starts(with: mark) ? 3 : 0), as: UTF8.self)
  }
}
