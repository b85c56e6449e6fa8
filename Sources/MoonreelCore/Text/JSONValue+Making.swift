// SPDX-License-Identifier: MIT

extension JSONValue {
  /// An object of these members.
  package static func members(_ members: KeyValuePairs<String, JSONValue>) -> JSONValue {
    .object(members.map { Member($0.key, $0.value) })
  }

  /// An object of the members whose value is not null.
  package static func fields(_ members: KeyValuePairs<String, JSONValue>) -> JSONValue {
    .object(members.compactMap { $0.value == .null ? nil : Member($0.key, $0.value) })
  }

  /// A dictionary as an object in the order of its keys.
  package static func sorted(_ dictionary: [String: String]) -> JSONValue {
    .object(dictionary.sorted { $0.key < $1.key }.map { Member($0.key, .string($0.value)) })
  }

  /// Text, or null where there is none.
  package static func optional(_ text: String?) -> JSONValue {
    text.map { .string($0) } ?? .null
  }

  /// A whole number.
  package static func int(_ number: Int) -> JSONValue { .integer(Int64(number)) }

  /// The number, whole or not; `nil` where it is none.
  package var double: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .number(let number): number
    case .null, .bool, .string, .array, .object: nil
    }
  }
  /// The member `key` of an object; `nil` where there is none, or it is no object.
  package func member(_ key: String) -> JSONValue? {
    if case .object(let members) = self { members.value(key) } else { nil }
  }
}

extension [JSONValue.Member] {
  /// The value under `key`; `nil` where there is none.
  package func value(_ key: String) -> JSONValue? { first { $0.key == key }?.value }
}
