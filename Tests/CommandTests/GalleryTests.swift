// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import moonreel

/// The pages that show the standard library's entries.
@Suite("Gallery")
struct GalleryTests {
  /// The libraries that have a page, and how many entries each has at least.
  static let kinds = [
    "audio": 26, "charts": 7, "effects": 50, "transitions": 55, "titles": 30, "templates": 13,
  ]

  /// The names of a library's entries: its files.
  static func entries(_ kind: String) -> [String] {
    Documents.files("stdlib/moonreel/\(kind)", suffix: ".lua")
      .map { URL(fileURLWithPath: $0).deletingPathExtension().lastPathComponent }
  }

  @Test("the pages are what scripts/gallery makes", arguments: kinds.keys.sorted())
  func page(_ kind: String) async throws {
    let gallery = Documents.root.appendingPathComponent("scripts/gallery")
    let made = try await Program.run(
      gallery, ["--page", kind], environment: ["MOONREEL": Program.moonreel.path])
    #expect(made.code == 0, "\(made.errors)")
    #expect(made.output == Documents.text("docs/\(kind).md"), "run scripts/gallery \(kind)")
  }

  @Test(
    "every entry has its row, its words and a small picture", arguments: kinds.keys.sorted())
  func rows(_ kind: String) throws {
    let names = Self.entries(kind)
    #expect(names.count >= Self.kinds[kind] ?? 0)
    let rows = Documents.text("docs/\(kind).md").split(separator: "\n").filter {
      $0.hasPrefix("| ![")
    }
    #expect(rows.count == names.count)
    for (name, row) in zip(names, rows) {
      #expect(row.contains("<a id=\"\(name)\"></a>**`\(name)`**<br>"), "\(name)")
      let file = Documents.text("stdlib/moonreel/\(kind)/\(name).lua")
      for match in file.matches(of: /(?m)^---@field (\w+)\??[ ]/) {
        #expect(row.components(separatedBy: "`\(match.1)`").count > 1, "\(match.1) of \(name)")
      }
      #expect(
        !row.contains("<br> |") && row.contains(" | `"), "\(name) says what it does and takes")
      let picture = Documents.root.appendingPathComponent("docs/images/\(kind)/\(name).webp")
      let data = try Data(contentsOf: picture)
      #expect(data.count <= 30_000 && data.prefix(4) == Data("RIFF".utf8), "\(name).webp")
    }
    let pictures = Documents.files("docs/images/\(kind)", suffix: ".webp")
    #expect(pictures.count == names.count)
  }
}
