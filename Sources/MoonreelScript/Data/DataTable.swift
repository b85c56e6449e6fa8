// SPDX-License-Identifier: MIT

import MoonreelCore

/// Rows of named values: a spreadsheet's CSV (RFC 4180) or TSV file, a JSON list of objects, or a JSON object a line.
public struct DataTable: Hashable, Sendable {
  /// One row.
  public struct Row: Hashable, Sendable {
    /// Where it begins, as the file's readers count: its line in CSV and in JSON lines, its place in a JSON list; from 1.
    public var place: Int
    /// Its values in order. Those of CSV are text.
    public var values: [JSONValue.Member]

    /// The value of `column`; `nil` where there is none.
    public subscript(column: String) -> JSONValue? { values.value(column) }
  }

  /// The most columns: as many as spreadsheets have.
  static let mostColumns = 16_384
  /// The most values of all rows together: a table in memory takes a hundred bytes for each.
  static let mostValues = 1_000_000

  /// The names that the rows have, in the order in which they first come.
  public var columns: [String]
  /// The rows in order.
  public var rows: [Row]

  /// What the text of a file named `path` holds, by the name's ending: `.csv`, `.tsv`, `.json`, `.jsonl` or `.ndjson`.
  ///
  /// - Throws: `MoonreelError` (`invalidArgument`) naming the file and the row.
  public init(parsing text: String, path: String) throws {
    let rows: [Row]
    switch FilePath.pathExtension(of: path).lowercased() {
    case "csv": rows = try CSVText(text: text, path: path).rows()
    case "tsv": rows = try CSVText(text: text, path: path, delimiter: "\t").rows()
    case "json": rows = try Self.list(text, path)
    case "jsonl", "ndjson": rows = try Self.lines(text, path)
    default:
      throw MoonreelError(
        .invalidArgument,
        "Cannot tell what kind of data '\(path)' is: its name must end in .csv, .tsv, .json, .jsonl or .ndjson."
      )
    }
    self.rows = rows
    try Self.admit(values: rows.reduce(0) { $0 + $1.values.count }, columns: 0, path)
    var (columns, known) = ([String](), Set<String>())
    for row in rows {
      for member in row.values where known.insert(member.key).inserted {
        columns.append(member.key)
      }
    }
    self.columns = columns
    try Self.admit(values: 0, columns: columns.count, path)
  }

  /// - Throws: `MoonreelError` (`limitExceeded`) where a table of so many values or columns is too large.
  static func admit(values: Int, columns: Int, _ path: String) throws {
    let excess =
      columns > mostColumns
      ? "more than \(mostColumns) columns"
      : values > mostValues ? "more than \(mostValues) values" : nil
    guard let excess else { return }
    throw MoonreelError(
      .limitExceeded,
      "Cannot read the data '\(path)': it has \(excess). Divide it among several files.")
  }

  /// The file at `path`, at most 16 MiB of text.
  ///
  /// - Throws: `MoonreelError` (`fileAccess`, `invalidArgument`).
  public static func read(_ path: String) throws -> DataTable {
    guard let text = try TextFile.read(path) else {
      throw MoonreelError(.fileAccess, "Cannot open the data '\(path)': there is no such file.")
    }
    return try DataTable(parsing: text, path: path)
  }

  private static func list(_ text: String, _ path: String) throws -> [Row] {
    guard case .array(let items) = try parsed(text, path) else {
      throw wrong(path, "its JSON is no list of objects [{ \"name\": value, … }, …].")
    }
    return try items.enumerated().map { index, item in
      try row(item, place: index + 1, "item \(index + 1)", path)
    }
  }

  private static func lines(_ text: String, _ path: String) throws -> [Row] {
    var rows: [Row] = []
    let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }
    for (index, line) in lines.enumerated() where line.contains(where: { !$0.isWhitespace }) {
      let place = "line \(index + 1)"
      rows.append(try row(try parsed(String(line), path, place), place: index + 1, place, path))
    }
    return rows
  }

  private static func row(
    _ value: JSONValue, place: Int, _ name: String, _ path: String
  ) throws -> Row {
    guard case .object(let members) = value else {
      throw wrong(path, "\(name) is no object { \"name\": value, … }.")
    }
    return Row(place: place, values: members)
  }

  private static func parsed(
    _ text: String, _ path: String, _ place: String? = nil
  ) throws -> JSONValue {
    do { return try JSONValue(parsing: text) } catch let error as MoonreelError {
      throw wrong(path, (place.map { $0 + ": " } ?? "") + error.message + ".")
    }
  }

  static func wrong(_ path: String, _ what: String) -> MoonreelError {
    MoonreelError(.invalidArgument, "Cannot read the data '\(path)': \(what)")
  }
}
