// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// The Lua library's reference: docs/lua.md, its contents, and the pages in docs/reference.
@Suite("The Lua reference")
struct LuaReferenceTests {
  static let pages = Documents.files("docs/reference", suffix: ".md").filter {
    Documents.text($0).contains("Made by `moonreel docs")
  }

  @Test("is what scripts/reference makes")
  func made() async throws {
    let folder = try TemporaryFolder()
    let reference = Documents.root.appendingPathComponent("scripts/reference")
    let result = try await Program.run(
      reference, [folder.url.path], environment: ["MOONREEL": Program.moonreel.path])
    #expect(result.code == 0, "\(result.errors)")
    let made = try FileManager.default.contentsOfDirectory(atPath: folder.path("reference"))
    #expect(made.map { "docs/reference/\($0)" }.sorted() == Self.pages)
    for page in ["lua.md"] + made.map({ "reference/\($0)" }) {
      let text = try String(contentsOfFile: folder.path(page), encoding: .utf8)
      #expect(text == Documents.text("docs/\(page)"), "\(page): run scripts/reference")
    }
  }

  @Test("every type and function of the stubs has one heading, methods under their type")
  func stubs() throws {
    let headings = Self.pages.flatMap { Self.headings(of: $0) }
    let stubbed = try Self.stubbed()
    #expect(stubbed.count > 350)
    for name in stubbed {
      let found = headings.filter { $0.text == name }
      // The options of an entry stand on its library's page.
      if found.isEmpty, Self.isEntryOptions(name) { continue }
      #expect(found.count == 1, "\(name)")
      guard let owner = Self.owner(of: name) else { continue }
      #expect(
        found.first?.above == owner, "\(name) stands under \(found.first?.above ?? "nothing")")
    }
  }

  @Test("every module of the standard library has one heading, or is a library with a page")
  func modules() {
    let headings = Self.pages.flatMap { Self.headings(of: $0) }.map(\.text)
    let files = Documents.files("stdlib/moonreel", suffix: ".lua").filter { file in
      !GalleryTests.kinds.keys.contains { file.contains("/\($0)/") }
    }
    #expect(files.count > 30)
    for file in files {
      let module = file.dropFirst("stdlib/".count).dropLast(".lua".count)
        .replacingOccurrences(of: "/", with: ".")
      let kind = String(module.split(separator: ".").last!)
      let times = headings.filter { $0 == module }.count
      let isLibrary = GalleryTests.kinds.keys.contains(kind) || kind == "ease"
      #expect(times == (isLibrary ? 0 : 1), "\(module)")
      if isLibrary { #expect(Documents.text("docs/lua.md").contains("[`\(module)`]"), "\(module)") }
    }
  }

  @Test("the contents link to every heading once, and to every entry of the libraries")
  func contents() {
    let contents = Documents.text("docs/lua.md")
    func times(_ link: String) -> Int { contents.components(separatedBy: "(\(link))").count - 1 }
    for page in Self.pages {
      let path = String(page.dropFirst("docs/".count))
      for heading in Self.headings(of: page) {
        let link = "\(path)#\(Documents.anchor(heading.text))"
        let extra = heading.text == "mr.easing" ? 1 : 0  // the library of easings, too
        #expect(times(link) == 1 + extra, "\(link)")
      }
    }
    for kind in GalleryTests.kinds.keys {
      for entry in GalleryTests.entries(kind) {
        #expect(times("\(kind).md#\(entry)") == 1, "\(kind).\(entry)")
      }
    }
  }

  /// The headings of a page below its title, each with the second-level heading that it stands under.
  static func headings(of page: String) -> [(text: String, above: String?)] {
    var above: String?
    return Documents.headings(of: page).dropFirst().map { heading in
      guard heading.level > 2 else {
        above = heading.text
        return (heading.text, nil)
      }
      return (heading.text, above)
    }
  }

  /// What the stubs declare, by the names of the headings.
  static func stubbed() throws -> Set<String> {
    var names: Set<String> = []
    for file in Documents.files("stdlib/meta", suffix: ".lua") {
      for line in Documents.text(file).split(separator: "\n") {
        let words = line.split(whereSeparator: { " (".contains($0) })
        if line.hasPrefix("function ") {
          names.insert((words[1].hasPrefix("options.") ? "moonreel." : "") + words[1])
        } else if line.hasPrefix("---@class ") || line.hasPrefix("---@alias ") {
          let name = words.dropFirst().first { $0.hasPrefix("moonreel.") } ?? "moonreel.mr"
          let type = name.dropFirst("moonreel.".count).prefix { $0.isLetter || $0.isNumber }
          if type.first?.isUppercase == true { names.insert(String(type)) }
        }
      }
    }
    return names
  }

  /// Whether a type is the options of a library's entry, such as `VignetteOptions`.
  static func isEntryOptions(_ type: String) -> Bool {
    guard type.hasSuffix("Options") else { return false }
    let entry = type.dropLast("Options".count).reduce(into: "") { entry, letter in
      entry +=
        letter.isUppercase && !entry.isEmpty ? "_\(letter.lowercased())" : letter.lowercased()
    }
    return GalleryTests.kinds.keys.contains { GalleryTests.entries($0).contains(entry) }
  }

  /// The heading that a function stands under; nil where it has one of its own, as `mr.text`.
  static func owner(of name: String) -> String? {
    guard let dot = name.lastIndex(where: { $0 == "." || $0 == ":" }) else { return nil }
    return name[..<dot] == "mr" ? nil : String(name[..<dot])
  }
}
