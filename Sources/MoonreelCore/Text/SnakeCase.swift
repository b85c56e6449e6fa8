// SPDX-License-Identifier: MIT

/// Names as Lua writes them.
package enum SnakeCase {
  /// `"inOutSine"` as `"in_out_sine"`.
  package static func text(_ name: String) -> String {
    var result = ""
    for character in name {
      if character.isUppercase { result += "_" }
      result += character.lowercased()
    }
    return result
  }
}
