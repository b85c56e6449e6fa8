// SPDX-License-Identifier: MIT

import MoonreelCore

extension ScriptParameter {
  /// What a form needs to know of it: `name`, `kind`, `doc`, `required`, `choices`, `min`, `max`, `default`, `value` and
  /// `place`, as far as they are there.
  public var json: JSONValue {
    .fields([
      "name": .string(name), "kind": .string(kind.rawValue), "doc": .optional(doc),
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
    case .object(let handle as ImageHandle): handle.color.map { .string($0.hexadecimalText) }
    default: nil
    }
  }
}
