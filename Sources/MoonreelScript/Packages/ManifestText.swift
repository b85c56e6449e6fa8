// SPDX-License-Identifier: MIT

import CLuaHost
import MoonreelCore

/// A value in a manifest.
enum ManifestValue: Equatable {
  case text(String)
  case list([String])
  /// Anything else: `"a number"`.
  case other(String)

  /// What it is, for sentences.
  var found: String {
    switch self {
    case .text(let text): "\"\(text.prefix(60))\""
    case .list: "a list of texts"
    case .other(let kind): kind
    }
  }
}

/// The text of a manifest, read as data: it is run in a Lua state of its own in which there is nothing, no function and no
/// library, with little memory and few instructions. So it can do nothing but return a table.
enum ManifestText {
  /// The longest that is read, in bytes.
  static let longest = 64 << 10
  private static let memory = 4 << 20
  private static let instructions: Int64 = 100_000
  /// The most items of a list.
  private static let longestList = 500

  /// What the table that `text` returns has by name; `file` is what messages call the text.
  ///
  /// - Throws: `MoonreelError` (`script`), one sentence that begins with `file`.
  static func fields(of text: String, file: String) throws -> [String: ManifestValue] {
    guard text.utf8.count <= longest else {
      throw MoonreelError(.script, "\(file): a manifest is at most \(longest >> 10) KiB long")
    }
    guard let lua = mr_new_state(memory, instructions, nil, nil, nil) else {
      throw MoonreelError(.limitExceeded, "\(file): there is no memory left to read it.")
    }
    defer { mr_close_state(lua) }
    var text = text.hasPrefix("#") ? "--" + text : text
    let status = text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { mr_load(lua, $0.baseAddress, $0.count, "@m") }
    }
    guard status == LUA_OK, mr_call(lua, 0, 1) == LUA_OK else { throw failure(lua, file) }
    guard lua_type(lua, -1) == LUA_TTABLE, lua_checkstack(lua, 8) != 0 else {
      throw MoonreelError(
        .script, "\(file): a manifest returns a table: return { name = \"…\", version = \"1.0.0\" }"
      )
    }
    return try fields(lua, file)
  }

  /// The table on top.
  private static func fields(_ lua: OpaquePointer, _ file: String) throws
    -> [String: ManifestValue]
  {
    var fields: [String: ManifestValue] = [:]
    lua_pushnil(lua)
    while lua_next(lua, -2) != 0 {
      guard lua_type(lua, -2) == LUA_TSTRING, let name = Self.text(lua, -2) else {
        throw MoonreelError(
          .script, "\(file): a manifest has names alone, as in name = \"…\"; put lists in braces")
      }
      fields[name] = value(lua)
      mr_pop(lua, 1)
    }
    return fields
  }

  /// The value on top.
  private static func value(_ lua: OpaquePointer) -> ManifestValue {
    switch lua_type(lua, -1) {
    case LUA_TSTRING: return text(lua, -1).map { .text($0) } ?? .other("a text of other bytes")
    case LUA_TTABLE: return list(lua)
    case LUA_TBOOLEAN: return .other(lua_toboolean(lua, -1) != 0 ? "true" : "false")
    case LUA_TNUMBER: return .other("a number")
    case LUA_TFUNCTION: return .other("a function")
    default: return .other("something else")
    }
  }

  /// The table on top where it is a list of texts.
  private static func list(_ lua: OpaquePointer) -> ManifestValue {
    let count = Int(lua_rawlen(lua, -1))
    guard count <= longestList else { return .other("a list of more than \(longestList) items") }
    var items: [String] = []
    var entries = 0
    lua_pushnil(lua)
    while lua_next(lua, -2) != 0 {
      entries += 1
      mr_pop(lua, 1)
    }
    guard entries == count else { return .other("a table with names") }
    for index in 0..<count {
      let type = lua_rawgeti(lua, -1, Int64(index + 1))
      if type == LUA_TSTRING, let item = text(lua, -1) { items.append(item) }
      mr_pop(lua, 1)
    }
    return items.count == count ? .list(items) : .other("a list with other things than texts")
  }

  /// The string at `index`; `nil` where it is no UTF-8 or holds control characters.
  private static func text(_ lua: OpaquePointer, _ index: Int32) -> String? {
    var length = 0
    guard let start = lua_tolstring(lua, index, &length) else { return nil }
    let bytes = UnsafeRawBufferPointer(start: start, count: length)
    guard !bytes.contains(where: { $0 < 0x20 || $0 == 0x7F }) else { return nil }
    return String(validating: bytes, as: UTF8.self)
  }

  /// What Lua said, with the file's name before it and the line.
  private static func failure(_ lua: OpaquePointer, _ file: String) -> MoonreelError {
    guard mr_fatal_reason(lua) == Int32(MR_FATAL_NONE), lua_type(lua, -1) == LUA_TSTRING else {
      return MoonreelError(
        .script, "\(file): a manifest only returns a table; this one runs on and on")
    }
    var length = 0
    let start = lua_tolstring(lua, -1, &length)
    let bytes = UnsafeRawBufferPointer(start: start, count: length).prefix { $0 != 1 }.prefix(2000)
    let said = String(decoding: bytes, as: UTF8.self)
    if said.hasPrefix("not enough memory") {
      return MoonreelError(
        .script, "\(file): a manifest only returns a table; this one needs too much memory")
    }
    let place = said.hasPrefix("m:") ? file + said.dropFirst() : "\(file): \(said)"
    let isCall = said.contains("attempt to")
    return MoonreelError(
      .script,
      place + (isCall ? "; a manifest is data: nothing can be called or computed in it" : ""))
  }
}
