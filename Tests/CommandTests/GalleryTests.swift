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
  private static let pages = kinds.keys.sorted() + ["sound_pictures"]

  /// The names of a library's entries: its files.
  static func entries(_ kind: String) -> [String] {
    Documents.files("stdlib/moonreel/\(kind)", suffix: ".lua")
      .map { URL(fileURLWithPath: $0).deletingPathExtension().lastPathComponent }
  }

  @Test("the pages are what scripts/gallery makes", arguments: pages)
  func page(_ kind: String) async throws {
    let gallery = Documents.root.appendingPathComponent("scripts/gallery")
    let made = try await Program.run(
      gallery, ["--page", kind], environment: ["MOONREEL": Program.moonreel.path])
    #expect(made.code == 0, "\(made.errors)")
    #expect(made.output == Documents.text("docs/\(kind).md"), "run scripts/gallery \(kind)")
  }

  @Test(
    "every entry has its row, its words and a small picture", arguments: kinds.keys.sorted())
  func rows(_ kind: String) async throws {
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
    if kind == "audio" { try await checkSounds(names) }
    let pictures = Documents.files("docs/images/\(kind)", suffix: ".webp")
    #expect(pictures.count == names.count)
  }

  @Test("every picture of a sound has its film, its words and its picture") func sounds() throws {
    let films = Documents.files("scripts/gallery.d/sound_pictures", suffix: ".lua")
    let page = Documents.text("docs/sound_pictures.md")
    #expect(films.count >= 9)
    for film in films {
      let file = URL(fileURLWithPath: film).deletingPathExtension().lastPathComponent
      let name = file.drop { $0 != "_" }.dropFirst()
      #expect(page.contains("](images/sound_pictures/\(name).webp)\n\n"), "\(name)")
      let picture = Documents.root.appendingPathComponent("docs/images/sound_pictures/\(name).webp")
      let data = try Data(contentsOf: picture)
      #expect(data.count <= 30_000 && data.prefix(4) == Data("RIFF".utf8), "\(name).webp")
    }
    #expect(Documents.files("docs/images/sound_pictures", suffix: ".webp").count == films.count)
  }

  /// Every effect can be heard: a small file of Opus with three seconds.
  private func checkSounds(_ names: [String]) async throws {
    let page = Documents.text("docs/audio.md")
    for name in names + ["none"] {
      let path = "sounds/audio/\(name).opus"
      #expect(page.contains("(\(path))"), "\(path)")
      let file = Documents.root.appendingPathComponent("docs/\(path)")
      let data = try Data(contentsOf: file)
      #expect(data.count <= 30_000 && data.prefix(4) == Data("OggS".utf8), "\(path)")
      let probed = try await Program.moonreel(
        ["probe", file.path, "--loudness"], in: Documents.root)
      #expect(probed.code == 0 && probed.output.contains("opus"), "\(path): \(probed.errors)")
    }
    #expect(Documents.files("docs/sounds/audio", suffix: ".opus").count == names.count + 1)
  }
}
