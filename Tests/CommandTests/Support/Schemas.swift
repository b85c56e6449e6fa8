// SPDX-License-Identifier: MIT

import Foundation
import MoonreelCore

/// The schemas of Moonreel's outputs, `docs/reference/outputs/*.schema.json`, and what does not fit them.
///
/// The checker knows the keywords of JSON Schema 2020-12 that these files use; any other is a mistake in the schema, so
/// that nothing is passed over.
struct Schemas {
  static let folder = "docs/reference/outputs"
  private static let annotations = ["$schema", "$id", "$defs", "title", "description"]

  /// By the file's name.
  let documents: [String: JSONValue]

  /// Those of the project.
  static let all = Result {
    let files = Documents.files(folder, suffix: ".schema.json")
    return Schemas(
      documents: Dictionary(
        uniqueKeysWithValues: try files.map {
          (FilePath.name(of: $0), try JSONValue(parsing: Documents.text($0)))
        }))
  }

  /// What in `value` does not fit the schema of this name: `probe` for `probe.schema.json`.
  func mistakes(in value: JSONValue, _ name: String) -> [String] {
    let file = "\(name).schema.json"
    guard let schema = documents[file] else { return ["there is no \(file)"] }
    return mistakes(value, schema, file, "$")
  }

  private func mistakes(
    _ value: JSONValue, _ schema: JSONValue, _ file: String, _ path: String
  ) -> [String] {
    guard case .object(let keywords) = schema else { return ["\(file): a schema is no object"] }
    return keywords.flatMap { keyword in
      mistakes(value, keyword.key, keyword.value, of: schema, file, path)
    }
  }

  private func mistakes(
    _ value: JSONValue, _ keyword: String, _ rule: JSONValue, of schema: JSONValue, _ file: String,
    _ path: String
  ) -> [String] {
    let shown = "\(path): \(value.compactText.prefix(200))"
    func fault(_ isRight: Bool) -> [String] {
      isRight ? [] : ["\(shown) breaks \(keyword) \(rule.compactText.prefix(300))"]
    }
    switch (keyword, value) {
    case ("type", _): return fault(rule.strings.contains { value.isOf(type: $0) })
    case ("const", _): return fault(value == rule)
    case ("enum", _): return fault(rule.items.contains(value))
    case ("minimum", _): return fault(value.double.map { $0 >= rule.double ?? 0 } ?? true)
    case ("minItems", .array(let items)): return fault(items.count >= Int(rule.double ?? 0))
    case ("maxItems", .array(let items)): return fault(items.count <= Int(rule.double ?? 0))
    case ("items", .array(let items)):
      return items.enumerated().flatMap { mistakes($1, rule, file, "\(path)[\($0)]") }
    case ("required", .object(let members)):
      return fault(rule.strings.allSatisfy { members.value($0) != nil })
    case ("properties", .object(let members)):
      return members.flatMap { member in
        rule.member(member.key).map { mistakes(member.value, $0, file, "\(path).\(member.key)") }
          ?? []
      }
    case ("additionalProperties", .object(let members)):
      let known = schema.member("properties")
      return members.filter { known?.member($0.key) == nil }.flatMap { member in
        rule == .bool(false)
          ? ["\(path): '\(member.key)' is not in \(file)"]
          : mistakes(member.value, rule, file, "\(path).\(member.key)")
      }
    case ("oneOf", _):
      let all = rule.items.map { mistakes(value, $0, file, path) }
      let nearest = all.min { $0.count < $1.count }?.joined(separator: "; ") ?? ""
      return all.count { $0.isEmpty } == 1 ? [] : ["\(shown) is not one of \(file): \(nearest)"]
    case ("$ref", _):
      guard case .string(let target) = rule, let (found, file) = resolve(target, in: file) else {
        return ["\(file): \(rule.compactText) leads nowhere"]
      }
      return mistakes(value, found, file, path)
    case ("minItems", _), ("maxItems", _), ("items", _), ("required", _), ("properties", _),
      ("additionalProperties", _):
      return []
    default:
      return Self.annotations.contains(keyword) ? [] : ["\(file): unknown keyword '\(keyword)'"]
    }
  }

  /// The schema that a reference in `file` leads to, and its file.
  private func resolve(_ target: String, in file: String) -> (JSONValue, String)? {
    let parts = target.split(separator: "#", omittingEmptySubsequences: false).map(String.init)
    let name = parts[0].isEmpty ? file : parts[0]
    let steps = parts.count > 1 ? parts[1].split(separator: "/").map(String.init) : []
    let found = steps.reduce(documents[name]) { $0?.member($1) }
    return found.map { ($0, name) }
  }

  /// All schemas of objects, with where they stand.
  var objects: [(place: String, schema: JSONValue)] {
    documents.sorted { $0.key < $1.key }.flatMap { Self.objects(in: $0.value, $0.key) }
  }

  private static func objects(in value: JSONValue, _ place: String) -> [(String, JSONValue)] {
    switch value {
    case .object(let members):
      let isObject = value.member("type") == .string("object")
      return (isObject ? [(place, value)] : [])
        + members.flatMap { objects(in: $0.value, "\(place)/\($0.key)") }
    case .array(let items): return items.flatMap { objects(in: $0, place) }
    case .null, .bool, .integer, .number, .string: return []
    }
  }

  /// What stands at `path`, names parted by slashes, in a schema.
  func value(_ name: String, _ path: String) -> JSONValue? {
    path.split(separator: "/").reduce(documents["\(name).schema.json"]) { $0?.member(String($1)) }
  }
}

extension JSONValue {
  fileprivate var items: [JSONValue] { if case .array(let items) = self { items } else { [] } }

  /// The texts of a list, or the one text.
  var strings: [String] {
    switch self {
    case .string(let text): [text]
    case .array(let items): items.flatMap(\.strings)
    case .null, .bool, .integer, .number, .object: []
    }
  }

  fileprivate func isOf(type: String) -> Bool {
    switch self {
    case .null: type == "null"
    case .bool: type == "boolean"
    case .integer: type == "integer" || type == "number"
    case .number: type == "number"
    case .string: type == "string"
    case .array: type == "array"
    case .object: type == "object"
    }
  }
}
