// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import moonreel

/// The recipes of docs/cookbook.md: every script is checked and drawn, every command is run.
@Suite("Cookbook")
struct CookbookTests {
  static let page = "docs/cookbook.md"

  /// A section of the page: what is written in it, and its blocks of code.
  struct Recipe: CustomTestStringConvertible, Sendable {
    var title: String
    var text: String
    var blocks: [Documents.Block]

    var testDescription: String { title }
    var script: String? { blocks.first { $0.language == "lua" }?.text }
    var commands: [String] { blocks.filter { $0.language == "sh" }.map(\.text) }
  }

  static let recipes: [Recipe] = {
    let sections = Documents.text(page).components(separatedBy: "\n### ").dropFirst()
    return sections.map { section in
      Recipe(
        title: String(section.prefix { $0 != "\n" }), text: section,
        blocks: Documents.blocks(ofText: section, in: page))
    }
  }()

  @Test("has its recipes, each with a script")
  func count() {
    #expect(Self.recipes.count >= 40)
    for recipe in Self.recipes { #expect(recipe.script != nil, "\(recipe.title)") }
  }

  @Test("scripts are fine and draw, commands run", arguments: recipes)
  func recipe(_ recipe: Recipe) async throws {
    let media = try await Self.media.value
    let folder = try TemporaryFolder()
    let copied = try await Program.shell("cp -r '\(media.url.path)'/. .", in: folder.url)
    try #require(copied.code == 0, "\(copied.errors)")
    try folder.write("film.lua", try #require(recipe.script))
    let check = try await Program.moonreel(["check", "film.lua"], in: folder.url)
    #expect(check.code == 0 && check.errors.isEmpty, "\(check.errors)")
    if !recipe.commands.contains(where: { $0.contains("-o") }) {
      let render = ["render", "film.lua", "--scale", "0.1", "--range", "0.5..1", "-q", "-o"]
      let name = recipe.text.contains(" wave -->") ? "film.wav" : "film.mkv"
      let drawn = try await Program.moonreel(render + [name], in: folder.url)
      #expect(drawn.code == 0, "\(drawn.errors)")
    }
    for command in recipe.commands {
      // Small and short, unless the command says how.
      let small = """
        moonreel() {
          case "$1 $*" in
            render*passthrough* | render*.mp3 | render*.flac) '\(Program.moonreel.path)' "$@" -q ;;
            render*--range*) '\(Program.moonreel.path)' "$@" -q --scale 0.1 ;;
            render*) '\(Program.moonreel.path)' "$@" -q --scale 0.1 --range 0.5..1 ;;
            *) '\(Program.moonreel.path)' "$@" ;;
          esac
        }
        set -e

        """
      let result = try await Program.run(
        URL(fileURLWithPath: "/bin/bash"), ["-c", small + command], in: folder.url)
      #expect(result.code == 0, "\(command): \(result.errors)")
    }
  }

  @Test("every picture is there, small, shown once, and says what it was drawn of")
  func pictures() throws {
    for recipe in Self.recipes {
      let drawn = recipe.text.components(separatedBy: "<!-- picture: ").dropFirst()
        .map { $0.prefix { $0 != " " && $0 != "." } }
      let shown = recipe.text.components(separatedBy: "](images/cookbook/").dropFirst()
        .map { $0.prefix { $0 != "." } }
      #expect(drawn == shown, "\(recipe.title)")
    }
    let shown = Self.recipes.flatMap { recipe in
      recipe.text.components(separatedBy: "](images/cookbook/").dropFirst()
        .map { String($0.prefix { $0 != ")" }) }
    }
    #expect(shown.count >= 40)
    let files = Documents.files("docs/images/cookbook", suffix: ".webp")
    #expect(shown.sorted() == files.map { URL(fileURLWithPath: $0).lastPathComponent })
    let sizes = try files.map {
      try Data(contentsOf: Documents.root.appendingPathComponent($0)).count
    }
    #expect(sizes.allSatisfy { $0 < 40_000 } && sizes.reduce(0, +) < 1_500_000)
  }

  /// The clips of the recipes, small.
  private static let media = Task {
    let folder = try TemporaryFolder()
    let script = Documents.root.appendingPathComponent("scripts/gallery.d/cookbook/media.sh")
    let made = try await Program.run(
      script, [folder.url.path, "0.125"], environment: ["MOONREEL": Program.moonreel.path])
    try #require(made.code == 0, "\(made.errors)")
    return folder
  }
}
