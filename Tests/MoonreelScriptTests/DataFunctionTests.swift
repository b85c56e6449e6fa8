// SPDX-License-Identifier: MIT

import Foundation
import MoonreelCore
import Testing

@testable import MoonreelScript

@Suite("Data in scripts")
struct DataFunctionTests {
  /// What `script` prints beside `files`.
  private func output(_ script: String, _ files: [String: String] = [:]) throws -> String {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, text) in files {
      try Data(text.utf8).write(to: folder.appendingPathComponent(name))
    }
    let text = "local mr = require 'moonreel'\n" + script + "\n"
    let outcome = Runs.script(text) { $0.path = folder.path + "/film.lua" }
    return outcome.printed.isEmpty
      ? outcome.message : outcome.printed.joined(separator: "\n")
  }

  @Test("rows have the names of the first line, and numbers where they are asked for")
  func csv() throws {
    let files = ["prices.csv": "name,price\n\"Tea, green\",2.5\nCake,4\n"]
    let script = """
      local rows = mr.read_csv("prices.csv", { numbers = %s })
      print(#rows, rows[1].name, math.type(rows[1].price), rows[2].price)
      """
    #expect(
      try output(script.replacing("%s", with: "true"), files).hasSuffix("2\tTea, green\tfloat\t4"))
    #expect(
      try output(script.replacing("%s", with: "false"), files).hasSuffix("2\tTea, green\tnil\t4"))
  }

  @Test("without a header each row is a list, and the delimiter may be any character")
  func lists() throws {
    let found = try output(
      "local rows = mr.read_csv('a.csv', { header = false, delimiter = '|' }) print(#rows, rows[2][2])",
      ["a.csv": "1|2\r\n3|4"])
    #expect(found.hasSuffix("2\t4"))
  }

  @Test("JSON keeps its shape; null in a list leaves no gap")
  func json() throws {
    let found = try output(
      "local d = mr.read_json 'a.json' print(#d.list, d.list[2], d.name, d.none, d.deep.x[1])",
      ["a.json": #"{ "list": [1, null, 3], "name": "a", "none": null, "deep": { "x": [true] } }"#])
    #expect(found.hasSuffix("3\tfalse\ta\tnil\ttrue"))
  }

  @Test("text comes as it is")
  func text() throws {
    #expect(try output("print(mr.read_text 'a.txt')", ["a.txt": "Grüße\n"]).contains("Grüße\n"))
  }

  @Test(
    "what cannot be read is said with file and line",
    arguments: [
      ("mr.read_csv 'a.csv'", "a,b\n1", "line 2 has 1 field, and line 1 names 2 fields."),
      ("mr.read_csv 'a.csv'", "a,a\n", "line 1 names the column 'a' twice."),
      ("mr.read_csv 'a.csv'", "a,\n", "column 2 has no name in line 1."),
      ("mr.read_csv 'a.csv'", "", "it is empty; its first line must name the columns."),
      ("mr.read_csv 'a.csv'", "a\n\"x", "the quote that opens a field in line 2 is never closed."),
      ("mr.read_csv 'a.csv'", "a\n\"x\"y", "line 2 goes on after a field's closing quote."),
      ("mr.read_csv 'a.csv'", "a\nx\"y\"", "line 2 has a quote inside a field"),
      ("mr.read_csv('a.csv', { delimiter = 'ab' })", "a", "expected one character"),
      ("mr.read_json 'a.csv'", "{", "Cannot read 'a.csv' as JSON: line 1"),
      ("mr.read_text 'b.txt'", "", "Cannot open 'b.txt': there is no such file."),
      ("mr.read_text '/etc/passwd'", "", "film.lua:2:"),
    ])
  func refused(_ call: String, _ text: String, _ sentence: String) throws {
    let found = try output(call, ["a.csv": text])
    #expect(found.contains(sentence), "\(found)")
    #expect(found.contains("film.lua:2:"))
  }

  @Test("lines keep their numbers through quoted breaks, CRLF, empty lines and empty fields")
  func lines() throws {
    let text = CSVText(text: "a,b\r\n\"x\ny\",\r\n\n,2\r\n", path: "a.csv")
    let rows = try text.rows()
    #expect(rows.map(\.place) == [2, 5])
    #expect(
      rows.map { $0.values.map(\.value) } == [
        [.string("x\ny"), .string("")], [.string(""), .string("2")],
      ])
    #expect(try CSVText(text: "a;b\n1,5;2", path: "a.csv").rows().first?["a"] == .string("1,5"))
  }

  @Test("a table that is too large is refused, whatever it is written in")
  func tooLarge() throws {
    let wide = (0...DataTable.mostColumns).map { "c\($0)" }
    let many = DataTable.mostValues / 8 + 1
    let columns = (0..<8).map { "c\($0)" }.joined(separator: ",")
    let tables: [(name: String, text: String, words: String)] = [
      ("wide.csv", wide.joined(separator: ",") + "\n", "more than 16384 columns"),
      (
        "long.csv", columns + "\n" + String(repeating: ",,,,,,,\n", count: many),
        "more than 1000000 values"
      ),
      (
        "wide.json", "[{" + wide.map { "\"\($0)\":1" }.joined(separator: ",") + "}]",
        "more than 16384 columns"
      ),
    ]
    for table in tables {
      let error = #expect(throws: MoonreelError.self, "\(table.name)") {
        _ = try DataTable(parsing: table.text, path: table.name)
      }
      #expect(error?.code == .limitExceeded, "\(table.name)")
      #expect(error?.message.contains(table.words) == true, "\(String(describing: error))")
    }
    let widest = wide.dropLast().joined(separator: ",") + "\n"
    #expect(try DataTable(parsing: widest + widest, path: "a.csv").columns.count == 16_384)
  }

  @Test("tables are read by their ending; rows know their place")
  func tables() throws {
    let list = try DataTable(parsing: #"[{ "a": 1 }, { "b": "x", "a": null }]"#, path: "d.json")
    #expect(list.columns == ["a", "b"])
    #expect(list.rows.map(\.place) == [1, 2])
    let lines = try DataTable(parsing: "{\"a\": 1}\n\n{\"a\": 2}\n", path: "d.jsonl")
    #expect(lines.rows.map(\.place) == [1, 3])
    #expect(try DataTable(parsing: "a\tb\n1\t2", path: "d.TSV").rows.first?["b"] == .string("2"))
    let wrong: [(String, String, String)] = [
      ("{}", "d.json", "its JSON is no list of objects"), ("[1]", "d.json", "item 1 is no object"),
      ("{\"a\": 1}\n{", "d.jsonl", "line 2:"), ("a", "d.txt", "must end in .csv"),
    ]
    for (text, path, sentence) in wrong {
      let error = #expect(throws: MoonreelError.self) {
        _ = try DataTable(parsing: text, path: path)
      }
      #expect(error?.message.contains(sentence) == true)
    }
  }
}
