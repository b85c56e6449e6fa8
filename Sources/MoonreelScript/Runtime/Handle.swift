// SPDX-License-Identifier: MIT

import MoonreelCore

/// A Swift object that a script holds; one subclass for each type that scripts see.
class Handle {
  /// What the type is called in messages and in the stubs: `"timeline"`.
  class var typeName: String { "object" }
  /// The name with its article, for "expected …" and "got …".
  class var article: String {
    ("aeiou".contains(typeName.first ?? "x") ? "an " : "a ") + typeName
  }
  /// What it counts against the memory limit, in bytes.
  var cost: Int { 256 }
  /// Keeps what was read for it.
  func keep(_ notes: inout MemoryNotes, of account: MemoryAccount) {}
  /// What `tostring` gives.
  var description: String { Self.typeName }
}
