// SPDX-License-Identifier: MIT

import CLuaHost

/// Values as a script would write them, shortened, for messages.
enum LuaLiteral {
  /// The most characters of a table.
  private static let longest = 60
  /// The most items, and the most names, of a table; the most tables in one another.
  private static let (most, deepest) = (6, 2)

  /// `{ 1920, "x", fps = 25 }`, or the thing's own name where it has one.
  static func text(_ view: TableView) -> String {
    let whole = (try? table(view, 1)) ?? "a table"
    guard whole.count > longest, whole.hasPrefix("{") else { return whole }
    return "\(whole.prefix(longest - 4))… }"
  }

  /// A list or record that comes from outside.
  static func text(items: [LuaValue], names: [(String, LuaValue)]) -> String {
    let parts =
      items.prefix(most).map { text($0, deepest) }
      + names.prefix(most).map { "\($0.0) = \(text($0.1, deepest))" }
    return braces(parts, isWhole: items.count + names.count <= most)
  }

  private static func table(_ view: TableView, _ depth: Int) throws -> String {
    let top = lua_gettop(view.slot.lua)
    defer { lua_settop(view.slot.lua, top) }
    if let name = try view.description { return name }
    let count = view.count
    let (names, other) = try view.keys()
    guard depth <= deepest else { return count == 0 && names.isEmpty ? "{}" : "{ … }" }
    var parts: [String] = []
    for position in 0..<min(count, most) {
      parts.append(try text(view.item(position + 1), depth))
    }
    for name in names.prefix(most) {
      parts.append("\(key(name)) = \(try text(view.field(name), depth))")
    }
    return braces(parts, isWhole: count <= most && names.count <= most && other == nil)
  }

  private static func text(_ value: LuaValue, _ depth: Int) -> String {
    switch value {
    case .string(let text): "\"\(text.count > 24 ? String(text.prefix(21)) + "…" : text)\""
    case .table(let view): (try? table(view, depth + 1)) ?? "{ … }"
    case .nil: "nil"
    case .list, .numbers, .record, .mixture: "{ … }"
    default: Argument.words(value)
    }
  }

  private static func braces(_ parts: [String], isWhole: Bool) -> String {
    let all = parts + (isWhole ? [] : ["…"])
    return all.isEmpty ? "{}" : "{ \(all.joined(separator: ", ")) }"
  }

  /// A name as a key: in brackets where it is no word.
  private static func key(_ name: String) -> String {
    let isWord =
      name.utf8.first.map { !(48...57).contains($0) } ?? false
      && name.utf8.allSatisfy {
        $0 == 95 || (48...57).contains($0) || (65...90).contains($0 & 0xDF)
      }
    return isWord ? name : "[\"\(name)\"]"
  }
}

extension TableView {
  /// What the table calls itself: read-only tables of the library, modules. `nil`: it is a plain table.
  var description: String? {
    get throws {
      guard let what = try own("__what") else { return nil }
      guard let call = try uncalled else { return what }
      return "\(what), not called: write \(call)"
    }
  }

  /// How a constructor of the library is called, `"tr.wipe {}"`; `nil` where the table is none.
  var uncalled: String? { get throws { try own("__uncalled") } }

  /// The module that the table is, as scripts write it; `nil` where it is none.
  var library: String? { get throws { try own("__library") } }

  /// The text that the metatable has under `name`.
  private func own(_ name: String) throws -> String? {
    try slot.state.reserve(slot.lua)
    let top = lua_gettop(slot.lua)
    defer { lua_settop(slot.lua, top) }
    guard lua_getmetatable(slot.lua, slot.index) != 0 else { return nil }
    let metatable = TableView(slot: StackSlot(state: slot.state, lua: slot.lua, index: top + 1))
    guard case .string(let text) = try metatable.field(name) else { return nil }
    return text
  }
}
