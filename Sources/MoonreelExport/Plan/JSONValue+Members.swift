// SPDX-License-Identifier: MIT

import MoonreelCore

extension JSONValue {
  /// An object of these members.
  static func members(_ members: KeyValuePairs<String, JSONValue>) -> JSONValue {
    .object(members.map { Member($0.key, $0.value) })
  }

  /// Text, or `null` where there is none.
  static func optional(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }

  /// A whole number.
  static func int(_ number: Int) -> JSONValue { .integer(Int64(number)) }
}
