// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelScript

/// A script's parameters, for people, forms, editors and checkers.
struct ParameterList {
  let script: String
  let parameters: [ScriptParameter]

  /// A table.
  var lines: [String] {
    guard !parameters.isEmpty else { return ["\(script) declares no parameters."] }
    let rows = parameters.map { parameter in
      [parameter.name, Self.kind(parameter), Self.given(parameter), parameter.doc ?? ""]
    }
    let table = [["NAME", "KIND", "DEFAULT", "WHAT FOR"]] + rows
    let widths = (0..<3).map { column in table.map { $0[column].count }.max() ?? 0 }
    return table.map { row in
      let cells = zip(row, widths).map { cell, width in
        cell + String(repeating: " ", count: width - cell.count)
      }
      return (cells + [row[3]]).joined(separator: "  ").trimmedAtEnd
    }
  }

  /// `"number, 1 to 5"`, `"list of number"`, `"choice: left, right"`.
  private static func kind(_ parameter: ScriptParameter) -> String {
    var text = parameter.kind.rawValue
    if parameter.kind == .list, let items = parameter.itemKind { text += " of \(items.rawValue)" }
    if !parameter.choices.isEmpty { text += ": \(parameter.choices.joined(separator: ", "))" }
    switch (parameter.minimum, parameter.maximum) {
    case (let least?, let most?): text += ", \(Numbers.exact(least)) to \(Numbers.exact(most))"
    case (let least?, nil): text += ", at least \(Numbers.exact(least))"
    case (nil, let most?): text += ", at most \(Numbers.exact(most))"
    case (nil, nil): break
    }
    return text
  }

  private static func given(_ parameter: ScriptParameter) -> String {
    if parameter.isRequired { return "(must be given)" }
    guard let text = parameter.fallback else { return "(none)" }
    if text.isEmpty { return "(empty)" }
    return text.count > 40 ? text.prefix(39) + "…" : text
  }

  /// What a form needs: `script` and `parameters`.
  var json: JSONValue {
    .fields(["script": .string(script), "parameters": .array(parameters.map(\.json))])
  }

  /// The schema of an object with their values (JSON Schema, draft 2020-12).
  var schema: JSONValue {
    .fields([
      "$schema": .string("https://json-schema.org/draft/2020-12/schema"),
      "title": .string(FilePath.name(of: script)), "type": .string("object"),
      "properties": .object(parameters.map { JSONValue.Member($0.name, $0.schema) }),
      "required": .array(parameters.filter(\.isRequired).map { .string($0.name) }),
      "additionalProperties": .bool(false),
    ])
  }

  /// A class in LuaCATS of what `mr.params` returns: `---@type PromoParams` before the line that calls it.
  var types: [String] {
    let fields = parameters.map { parameter in
      let mark = parameter.isRequired || parameter.plainFallback != nil ? "" : "?"
      let words = parameter.doc.map {
        "  " + $0.split(whereSeparator: \.isNewline).joined(separator: " ")
      }
      return "---@field \(parameter.name)\(mark) \(parameter.luaType)\(words ?? "")"
    }
    return ["---@class \(className)"] + fields
  }

  /// `PromoParams` for `promo.lua`.
  private var className: String {
    let words = FilePath.name(of: script).split(separator: ".").first ?? "Film"
    let parts = words.split { !$0.isLetter && !$0.isNumber }
    return parts.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined() + "Params"
  }
}

extension ScriptParameter {
  /// The schema of its value.
  fileprivate var schema: JSONValue {
    var members: [JSONValue.Member] = []
    if let doc { members.append(.init("description", .string(doc))) }
    members += Self.shape(kind, self)
    if let plainFallback { members.append(.init("default", plainFallback)) }
    return .object(members)
  }

  private static func shape(
    _ kind: Kind, _ parameter: ScriptParameter
  ) -> [JSONValue.Member] {
    func type(_ names: String...) -> JSONValue.Member {
      .init("type", names.count == 1 ? .string(names[0]) : .array(names.map { .string($0) }))
    }
    let limits = [("minimum", parameter.minimum), ("maximum", parameter.maximum)]
      .compactMap { name, limit in limit.map { JSONValue.Member(name, .number($0)) } }
    switch kind {
    case .string, .text: return [type("string")]
    case .number: return [type("number")] + limits
    case .integer: return [type("integer")] + limits
    case .boolean: return [type("boolean")]
    case .color: return [type("string", "array")]
    case .file: return [type("string"), .init("format", .string("uri-reference"))]
    case .choice: return [.init("enum", .array(parameter.choices.map { .string($0) }))]
    case .time: return [type("number", "string")]
    case .files, .list:
      let items = shape(parameter.itemKind ?? .string, parameter)
      return [type("array"), .init("items", .object(items))]
    case .table: return [type("object", "array")]
    }
  }

  /// What `mr.params` returns for it, as LuaCATS writes types.
  fileprivate var luaType: String { Self.luaType(kind, self) }

  private static func luaType(_ kind: Kind, _ parameter: ScriptParameter) -> String {
    switch kind {
    case .string, .text, .file: "string"
    case .number: "number"
    case .integer: "integer"
    case .boolean: "boolean"
    case .color: "moonreel.Image"
    case .choice: parameter.choices.map { "\"\($0)\"" }.joined(separator: "|")
    case .time: "moonreel.Time"
    case .files, .list:
      "(\(luaType(parameter.itemKind ?? .string, parameter)))[]"
    case .table: "table"
    }
  }
}

extension String {
  fileprivate var trimmedAtEnd: String {
    var text = self[...]
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
