// SPDX-License-Identifier: MIT

/// What `require` takes: words of letters, digits, `_` and `-`, separated by dots.
enum ModuleName {
  /// The words of `name`; `nil` where it is no such name.
  static func parts(_ name: String) -> [Substring]? {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    return name.utf8.count <= 200 && parts.allSatisfy(isWord) ? parts : nil
  }

  /// Whether `part` is one word.
  static func isWord(_ part: Substring) -> Bool {
    !part.isEmpty
      && part.utf8.allSatisfy { byte in
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte
          || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
          || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || byte == UInt8(ascii: "_")
          || byte == UInt8(ascii: "-")
      }
  }
}
