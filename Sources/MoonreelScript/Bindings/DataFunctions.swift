// SPDX-License-Identifier: MIT

import MoonreelCore

/// `mr.read_csv`, `mr.read_json` and `mr.read_text`: files of data, through the gate.
struct DataFunctions {
  /// The host lives longer: it owns Lua, and Lua holds the functions.
  unowned let host: ScriptHost

  var all: [FunctionBinding] {
    [
      .value("read_text", ["path"]) { .string(try text($0[0])) },
      .value("read_json", ["path"]) { try json($0[0]) },
      .value("read_csv", ["path", "options?"]) { try csv($0) },
    ]
  }

  private func text(_ argument: Argument) throws -> String {
    let path = try argument.string()
    guard !path.isEmpty else { throw argument.expected("the path of a file") }
    guard let text = try TextFile.read(try host.gate.resolve(try host.locate(path))) else {
      throw MoonreelError(.fileAccess, "Cannot open '\(path)': there is no such file.")
    }
    return text
  }

  private func json(_ argument: Argument) throws -> LuaValue {
    let text = try text(argument)
    do { return LuaValue(try JSONValue(parsing: text)) } catch let error as MoonreelError {
      throw MoonreelError(
        error.code, "Cannot read '\(try argument.string())' as JSON: \(error.message).")
    }
  }

  private func csv(_ call: Call) throws -> LuaValue {
    let options = try call[1].options(["delimiter", "header", "numbers"], owner: call.name)
    let hasHeader = try options["header"].ifGiven { try $0.boolean() } ?? true
    let readsNumbers = try options["numbers"].ifGiven { try $0.boolean() } ?? false
    let data = CSVText(
      text: try text(call[0]), path: try call[0].string(),
      delimiter: try options["delimiter"].ifGiven(delimiter))
    func value(_ text: String) -> LuaValue {
      readsNumbers ? LuaValue(ScriptParameter.Kind.number.plainValue(of: text)) : .string(text)
    }
    guard hasHeader else {
      var lines: [LuaValue] = []
      try data.forEachLine { lines.append(.list($0.fields.map(value))) }
      return .list(lines)
    }
    return .list(
      try data.rows().map { row in
        .record(
          row.values.map { member in
            guard case .string(let text) = member.value else { return (member.key, .nil) }
            return (member.key, value(text))
          })
      })
  }

  private func delimiter(_ argument: Argument) throws -> Character {
    let text = try argument.string()
    guard text.utf8.count == 1, let character = text.first, character != "\"", !character.isNewline
    else { throw argument.expected("one character such as \",\", \";\" or \"\\t\"") }
    return character
  }
}
