// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// The guide's table of keys is made of the rows of the page's `keys.js`.
@Suite("keys of the studio")
struct KeyTableTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
  }

  /// The table as it has to be.
  private static func table(_ script: String) throws -> String {
    let symbols = try #require(script.firstMatch(of: /const SHOWN = \{(.*?)\};/)).1
    var shown: [String: String] = [:]
    for match in symbols.matches(of: /"?([^",: ]+|\x20)"?: "([^"]+)"/) {
      shown[String(match.1)] = String(match.2)
    }
    func name(_ key: String) -> String {
      let parts = key.count > 1 ? key.split(separator: "+").map(String.init) : [key]
      return parts.map { shown[$0] ?? $0 }.joined(separator: " ")
    }
    var lines = ["| key | does |", "| --- | --- |"]
    for match in script.matches(of: /\[\[((?:"[^"]+"(?:, )?)+)\], "([^"]+)"/) {
      let keys = match.1.matches(of: /"([^"]+)"/).map { name(String($0.1)) }
      lines.append("| \(keys.joined(separator: ", ")) | \(match.2) |")
    }
    return lines.joined(separator: "\n")
  }

  @Test("the guide has all of them in the page's words")
  func guide() throws {
    let script = try Self.text("Sources/CStudioPage/page/js/keys.js")
    let table = try Self.table(script)
    let rows = script.components(separatedBy: "\n").filter { $0.hasPrefix("      [[") }
    #expect(table.components(separatedBy: "\n").count == rows.count + 2 && rows.count > 30)
    let guide = try Self.text("docs/guides/studio.md")
    let lines = guide.components(separatedBy: "\n").filter { $0.hasPrefix("|") }
    #expect(lines.joined(separator: "\n") == table, "put into docs/guides/studio.md:\n\(table)")
  }
}
