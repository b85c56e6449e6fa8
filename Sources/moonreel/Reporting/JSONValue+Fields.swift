// SPDX-License-Identifier: MIT

import MoonreelCore

extension JSONValue {
  /// An object of the members whose value is not null.
  static func fields(_ members: KeyValuePairs<String, JSONValue>) -> JSONValue {
    .object(members.compactMap { $0.value == .null ? nil : Member($0.key, $0.value) })
  }

  /// A dictionary as an object in the order of its keys.
  static func sorted(_ dictionary: [String: String]) -> JSONValue {
    .object(dictionary.sorted { $0.key < $1.key }.map { Member($0.key, .string($0.value)) })
  }

  /// A whole number.
  static func count(_ value: Int) -> JSONValue { .integer(Int64(value)) }

  /// Text, or null where there is none.
  static func optional(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }
}
