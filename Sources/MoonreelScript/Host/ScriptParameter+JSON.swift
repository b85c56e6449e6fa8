// SPDX-License-Identifier: MIT

import MoonreelCore

extension ScriptParameter {
  /// What a form needs to know of it: `name`, `kind`, `of`, `doc`, `required`, `choices`, `min`, `max`, `default`, `value` and
  /// `place`, as far as they are there.
  public var json: JSONValue {
    .fields([
      "name": .string(name), "kind": .string(kind.rawValue),
      "of": .optional(kind == .list ? itemKind?.rawValue : nil), "doc": .optional(doc),
      "required": .bool(isRequired),
      "choices": choices.isEmpty ? .null : .array(choices.map { .string($0) }),
      "min": minimum.map { .number($0) } ?? .null, "max": maximum.map { .number($0) } ?? .null,
      "default": plainFallback ?? .null, "value": plainValue ?? .null, "place": .optional(place),
    ])
  }
}

extension LuaValue {
  /// The value of a parameter as a program would give it; `nil` for what cannot be given.
  var plain: JSONValue? {
    switch self {
    case .boolean(let flag): .bool(flag)
    case .integer(let number): .integer(number)
    case .number(let number): .number(number)
    case .string(let text): .string(text)
    case .list(let items): .array(items.compactMap(\.plain))
    case .record(let members):
      .object(members.compactMap { name, value in value.plain.map { .init(name, $0) } })
    case .object(let handle as ImageHandle): handle.color.map { .string($0.hexadecimalText) }
    default: nil
    }
  }
}

extension ScriptParameter {
  /// What a field of a spreadsheet means: several values, of a list, are parted by semicolons or stand in a JSON list, and a
  /// table is JSON.
  ///
  /// - Throws: `MoonreelError` (`invalidArgument`) where it should be JSON and is not.
  public func value(ofField text: String) throws -> JSONValue {
    let isList = itemKind != nil
    guard kind == .table || (isList && text.hasPrefix("[")) else {
      guard isList, let itemKind else { return kind.plainValue(of: text) }
      return .array(
        text.split(separator: ";").map { itemKind.plainValue(of: String($0).trimmed) })
    }
    do { return try JSONValue(parsing: text) } catch let error as MoonreelError {
      throw MoonreelError(
        .invalidArgument,
        "'\(name)' takes \(isList ? "a list" : "a list or table as JSON"): \(error.message)")
    }
  }
}

extension String {
  /// Without spaces at its ends.
  fileprivate var trimmed: String {
    var text = self[...]
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}

extension ScriptParameter {
  /// The name and kind of what ``json`` describes; `nil` for anything else.
  public init?(json: JSONValue) {
    func text(_ key: String) -> String? {
      if case .string(let text)? = json.member(key) { text } else { nil }
    }
    guard let name = text("name"), let kind = text("kind").flatMap(Kind.init(rawValue:)) else {
      return nil
    }
    self.init(name: name, kind: kind, doc: text("doc"))
    itemKind = text("of").flatMap(Kind.init(rawValue:)) ?? kind.items
  }
}
