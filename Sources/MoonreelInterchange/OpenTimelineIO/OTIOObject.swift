// SPDX-License-Identifier: MIT

import MoonreelCore

/// An object of a file of OpenTimelineIO, its members by name.
struct OTIOObject {
  private let members: [String: JSONValue]

  /// The object that `value` is; `nil` where it is none.
  init?(_ value: JSONValue) {
    guard case .object(let members) = value else { return nil }
    self.members = Dictionary(members.map { ($0.key, $0.value) }) { _, last in last }
  }

  /// The value of a member; null where there is none.
  subscript(name: String) -> JSONValue { members[name] ?? .null }

  /// The names of the members that are not empty, in order.
  var spokenNames: [String] {
    let empty: [JSONValue] = [.null, .array([]), .object([]), .string("")]
    return members.filter { !empty.contains($0.value) }.keys.sorted()
  }

  /// The name of its schema without the version.
  var schema: String { String(schemaText.prefix { $0 != "." }) }

  /// The name of its schema with the version.
  var schemaText: String { self["OTIO_SCHEMA"].text ?? "an object without OTIO_SCHEMA" }

  /// What messages call it.
  var label: String {
    let name = self["name"].text ?? ""
    return name.isEmpty ? "a \(schema)" : "\(schema) '\(name.prefix(60))'"
  }

  /// What programs keep with it.
  var metadata: Editorial.Metadata { metadata(of: "metadata") }

  /// The member `name`, where it is values by name.
  func metadata(of name: String) -> Editorial.Metadata {
    guard case .object(let members) = self[name] else { return Editorial.Metadata() }
    return Editorial.Metadata(members)
  }
}

extension JSONValue {
  /// The names of an object's members in order; none of anything else.
  var names: [String] {
    guard case .object(let members) = self else { return [] }
    return members.map(\.key)
  }

  /// The text; `nil` where it is none.
  var text: String? { if case .string(let text) = self { text } else { nil } }

  /// The values of a list; none where it is none.
  var items: [JSONValue] { if case .array(let items) = self { items } else { [] } }

  /// Itself; `nil` where it is null.
  var nonNull: JSONValue? { self == .null ? nil : self }

  /// The member `name` of an object.
  subscript(name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.last { $0.key == name }?.value
  }

  /// The name of the schema of an object, without the version.
  var schemaName: String? { OTIOObject(self)?.schema }

  /// What kind of value it is, for messages.
  var kindText: String {
    switch self {
    case .null: "nothing"
    case .bool: "true or false"
    case .integer, .number: "a number"
    case .string(let text): "the text '\(text.prefix(40))'"
    case .array: "a list"
    case .object: OTIOObject(self)?.schemaText ?? "an object"
    }
  }
}
