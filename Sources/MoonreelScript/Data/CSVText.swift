// SPDX-License-Identifier: MIT

import MoonreelCore

/// A text of rows of fields (RFC 4180), read strictly: what a lenient reader would guess is refused with its line.
///
/// It is written by hand because those there are lose what we must tell: the line of a row, a quote that is never closed,
/// spaces at the start of a field, an empty field at the end of the text.
struct CSVText {
  let text: String
  /// For messages.
  let path: String
  /// What stands between fields; `nil`: a comma, or a semicolon or tab where the first line has those and no comma.
  var delimiter: Character?

  /// A line's fields, and where it begins, counted from 1.
  struct Line {
    var number: Int
    var fields: [String]
  }

  /// The rows as named by the first line. Lines without anything are left out.
  ///
  /// - Throws: `MoonreelError` (`invalidArgument`).
  func rows() throws -> [DataTable.Row] {
    var head: Line?
    var rows: [DataTable.Row] = []
    try forEachLine { line in
      guard let head else {
        try check(line)
        head = line
        return
      }
      guard line.fields.count == head.fields.count else {
        throw DataTable.wrong(
          path,
          "line \(line.number) has \(Self.count(line.fields)), and line \(head.number) names \(Self.count(head.fields))."
        )
      }
      rows.append(
        DataTable.Row(
          place: line.number,
          values: zip(head.fields, line.fields).map { .init($0, .string($1)) }))
    }
    guard head != nil else {
      throw DataTable.wrong(path, "it is empty; its first line must name the columns.")
    }
    return rows
  }

  private func check(_ head: Line) throws {
    var known: Set<String> = []
    for (index, name) in head.fields.enumerated() {
      guard !name.isEmpty else {
        throw DataTable.wrong(path, "column \(index + 1) has no name in line \(head.number).")
      }
      guard known.insert(name).inserted else {
        throw DataTable.wrong(path, "line \(head.number) names the column '\(name)' twice.")
      }
    }
  }

  private static func count(_ fields: [String]) -> String {
    fields.count == 1 ? "1 field" : "\(fields.count) fields"
  }

  /// Calls `body` with all lines, one after the other, that are not empty.
  ///
  /// - Throws: `MoonreelError`: `invalidArgument` for quotes that do not fit, `limitExceeded` for more than a table may hold;
  ///   what `body` throws.
  func forEachLine(_ body: (Line) throws -> Void) throws {
    var reader = Reader(bytes: Array(text.utf8), delimiter: separator)
    var count = 0
    while let line = try reader.line({ DataTable.wrong(path, $0) }) {
      count += line.fields.count
      try DataTable.admit(values: count, columns: line.fields.count, path)
      if line.fields != [""] { try body(line) }
    }
  }

  private var separator: UInt8 {
    if let given = delimiter?.asciiValue { return given }
    let head = text.utf8.prefix { $0 != UInt8(ascii: "\n") }
    let candidates = [",", ";", "\t"].map { UInt8(ascii: $0) }
    return candidates.first { head.contains($0) } ?? candidates[0]
  }
}

extension CSVText {
  /// Goes through the bytes.
  private struct Reader {
    let bytes: [UInt8]
    let delimiter: UInt8
    var position = 0
    var number = 1

    private static let (quote, feed, carriage) = (
      UInt8(ascii: "\""), UInt8(ascii: "\n"), UInt8(ascii: "\r")
    )

    /// The next line; `nil` at the end.
    mutating func line(_ wrong: (String) -> MoonreelError) throws -> Line? {
      guard position < bytes.count else { return nil }
      var line = Line(number: number, fields: [])
      while line.fields.count <= DataTable.mostColumns {
        let isQuoted = position < bytes.count && bytes[position] == Self.quote
        line.fields.append(isQuoted ? try quoted(wrong) : try plain(wrong))
        guard position < bytes.count else { return line }
        let ended = bytes[position]
        position += 1
        if ended == delimiter { continue }
        if ended == Self.carriage, position < bytes.count, bytes[position] == Self.feed {
          position += 1
        }
        number += 1
        return line
      }
      return line
    }

    private func isEnd(_ byte: UInt8) -> Bool {
      byte == delimiter || byte == Self.feed || byte == Self.carriage
    }

    private mutating func plain(_ wrong: (String) -> MoonreelError) throws -> String {
      let start = position
      while position < bytes.count, !isEnd(bytes[position]) {
        guard bytes[position] != Self.quote else {
          throw wrong(
            "line \(number) has a quote inside a field; the whole field must be quoted, and its quotes doubled."
          )
        }
        position += 1
      }
      // holds: the position went on from the start.
      return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    private mutating func quoted(_ wrong: (String) -> MoonreelError) throws -> String {
      let began = number
      position += 1
      var field: [UInt8] = []
      while position < bytes.count {
        let byte = bytes[position]
        position += 1
        if byte == Self.feed { number += 1 }
        guard byte == Self.quote else {
          field.append(byte)
          continue
        }
        if position < bytes.count, bytes[position] == Self.quote {
          field.append(byte)
          position += 1
        } else if position == bytes.count || isEnd(bytes[position]) {
          return String(decoding: field, as: UTF8.self)
        } else {
          throw wrong("line \(number) goes on after a field's closing quote.")
        }
      }
      throw wrong("the quote that opens a field in line \(began) is never closed.")
    }
  }
}
