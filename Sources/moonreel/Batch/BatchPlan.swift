// SPDX-License-Identifier: MIT

import Glibc
import MoonreelCore
import MoonreelScript

/// What a batch renders: a row of data each, with the parameters that a script declares.
struct BatchPlan {
  /// The rows in order.
  var rows: [BatchRow]
  /// What is odd and can be rendered.
  var remarks: [String]

  /// The most rows: what is known of all films lies in memory, and in the report, which is written after each.
  static let mostRows = 100_000
  /// The most columns that remarks name.
  private static let mostRemarks = 20

  /// - Parameters:
  ///   - common: parameters of all rows; a row's own go before.
  ///   - words: how each film is made otherwise.
  /// - Throws: `MoonreelError`: `invalidArgument` where the pattern names columns that the data does not have, or there are
  ///   no rows; `limitExceeded` where there are too many.
  init(
    _ table: DataTable, from dataPath: String, parameters: [ScriptParameter],
    common: [JSONValue.Member] = [], pattern: OutputPattern, words: [String]
  ) throws {
    guard !table.rows.isEmpty else {
      throw MoonreelError(.invalidArgument, "The data '\(dataPath)' has no rows.")
    }
    guard table.rows.count <= Self.mostRows else {
      throw MoonreelError(
        .limitExceeded,
        "The data '\(dataPath)' has \(table.rows.count) rows, and a batch renders \(Self.mostRows) films at most. Divide it among "
          + "several files.")
    }
    for column in pattern.columns where column != OutputPattern.row {
      guard table.columns.contains(column) else {
        throw MoonreelError(
          .invalidArgument,
          "-o '\(pattern.text)' names the column '\(column)', which '\(dataPath)' does not have"
            + NearestName.hint(column, among: table.columns + [OutputPattern.row])
            + "; it has \(Self.list(table.columns)).")
      }
    }
    let reader = RowReader(
      folder: FilePath.folder(of: dataPath), parameters: parameters, common: common,
      pattern: pattern, words: words, digits: String(table.rows.count).count)
    rows = table.rows.enumerated().map { reader.row($0 + 1, $1) }
    remarks = Self.remarks(table, parameters, pattern)
    refuseRepeatedOutputs(besides: dataPath)
  }

  /// Columns that nobody reads.
  private static func remarks(
    _ table: DataTable, _ parameters: [ScriptParameter], _ pattern: OutputPattern
  ) -> [String] {
    let names = parameters.map(\.name)
    let unread = table.columns.filter { !names.contains($0) && !pattern.columns.contains($0) }
    let remarks = unread.prefix(mostRemarks).map {
      "The column '\($0)' is no parameter of the script and not in the output's name: nothing reads it"
        + NearestName.hint($0, among: names) + "."
    }
    let rest = unread.count - remarks.count
    return rest > 0 ? remarks + ["Nothing reads \(rest) other columns."] : remarks
  }

  /// The names of `columns` as a sentence has them.
  private static func list(_ columns: [String]) -> String {
    let rest = columns.count - mostRemarks
    return columns.prefix(mostRemarks).joined(separator: ", ")
      + (rest > 0 ? " and \(rest) others" : "")
  }

  /// A later row must not replace the film of an earlier one, nor the data.
  private mutating func refuseRepeatedOutputs(besides dataPath: String) {
    var known: [String: Int] = [:]
    for index in rows.indices {
      guard let output = rows[index].output else { continue }
      if output == dataPath {
        rows[index].problem = "'\(output)' is the file of the data"
      } else if let first = known[output] {
        rows[index].problem =
          "'\(output)' is the film of row \(first) already; name a column in -o that differs, or {row}"
      } else {
        known[output] = rows[index].number
      }
    }
  }
}

/// Makes rows of a table's rows.
private struct RowReader {
  /// Where the data lies; relative paths in it begin there.
  let folder: String
  let parameters: [ScriptParameter]
  let common: [JSONValue.Member]
  let pattern: OutputPattern
  let words: [String]
  /// How many digits rows are counted with.
  let digits: Int

  func row(_ number: Int, _ row: DataTable.Row) -> BatchRow {
    var values = common.filter { row[$0.key] == nil }
    var made = BatchRow(number: number, place: row.place, values: [], identity: "")
    do {
      for parameter in parameters {
        guard let given = row[parameter.name], let value = try value(given, of: parameter) else {
          continue
        }
        values.append(.init(parameter.name, value))
        made.files += Self.files(in: value, of: parameter)
      }
      made.output = try pattern.path { column in
        column == OutputPattern.row && row[column] == nil
          ? padded(number) : row[column].map(Self.text)
      }
    } catch { made.problem = MoonreelError.sentence(of: error) }
    made.values = values
    made.identity = identity(made)
    return made
  }

  private func padded(_ number: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }

  /// What makes the film: the program, how it is called, and the values.
  private func identity(_ row: BatchRow) -> String {
    let parts: [JSONValue] = [
      .string(MoonreelRelease.version), .array(words.map { .string($0) }), .object(row.values),
    ]
    return Digest(of: Array(JSONValue.array(parts).compactText.utf8)).description
  }

  /// The files that `value` names.
  private static func files(in value: JSONValue, of parameter: ScriptParameter) -> [String] {
    switch parameter.itemKind ?? parameter.kind {
    case .file, .files:
      let items = if case .array(let items) = value { items } else { [value] }
      return items.compactMap { if case .string(let path) = $0 { path } else { nil } }
    case .string, .text, .number, .integer, .boolean, .color, .choice, .time, .list, .table:
      return []
    }
  }

  /// A value as text in a name.
  private static func text(_ value: JSONValue) -> String {
    if case .string(let text) = value { text } else { value.compactText }
  }

  /// A row's value of `parameter`; `nil` where the field is empty: then it has its default.
  private func value(_ given: JSONValue, of parameter: ScriptParameter) throws -> JSONValue? {
    guard given != .null, given != .string("") else { return nil }
    let value =
      if case .string(let text) = given { try parameter.value(ofField: text) } else { given }
    switch parameter.itemKind ?? parameter.kind {
    case .file, .files:
      guard case .array(let items) = value else { return located(value) }
      return .array(items.map(located))
    case .string, .text, .number, .integer, .boolean, .color, .choice, .time, .list, .table:
      return value
    }
  }

  /// A path in the data means a file beside the data, where there is one.
  private func located(_ value: JSONValue) -> JSONValue {
    guard case .string(let path) = value, !FilePath.isAbsolute(path), !path.contains("://") else {
      return value
    }
    let beside = FilePath.join(folder, path)
    guard access(beside, F_OK) == 0, let real = realpath(beside, nil) else { return value }
    defer { free(real) }
    return .string(String(cString: real))
  }
}
