// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelScript

/// The reference of Moonreel's own Lua library: all that scripts see, made from its stubs, its modules' comments and what
/// its catalogues declare.
public struct LibraryReference: Sendable {
  /// What is declared.
  public let reference: Reference
  /// The examples by the files that they stand in.
  public let examples: [(file: String, examples: ReferenceExamples)]
  let markdown: ReferenceMarkdown
  let catalogues: [Catalogue]
  private let head: String

  /// One of `moonreel.effects`, `moonreel.titles` and so on.
  struct Catalogue {
    /// `"effects"`.
    var name: String
    var entries: [Plugin]
  }

  /// Stubs that others go on with, before all others: what Image is stands in picture.lua.
  private static let first = ["meta/picture.lua", "meta/geometry.lua"]

  /// Reads the library that is built in.
  ///
  /// - Throws: `MoonreelError` where it cannot be loaded, or the plan of the pages shows what is not there.
  public init() throws {
    let files = StandardLibrary.reference
    let plan = ReferencePlan(files["reference/pages"] ?? "")
    reference = Self.read(skipping: plan.skipped)
    catalogues = try Self.catalogues()
    head = Self.withoutLicence(files["reference/head.md"] ?? "")
    examples = files.keys.filter { $0.hasPrefix("reference/examples/") }.sorted().map {
      (String($0.dropFirst("reference/examples/".count)), ReferenceExamples(files[$0] ?? ""))
    }
    let entries = Set(catalogues.flatMap { $0.entries.map(\.name) })
    let placed = try plan.placing(reference) { Self.isOptions($0, of: entries) }
    let byPage = Dictionary(uniqueKeysWithValues: examples.map { ($0.file, $0.examples) })
    let pages = zip(plan.pages, placed).map { page, entries in
      ReferenceMarkdown.Page(
        plan: page, entries: entries, preamble: byPage[page.name + ".lua"]?.preamble ?? "")
    }
    markdown = ReferenceMarkdown(
      pages: pages, examples: Self.texts(of: examples.map(\.examples)),
      additions: ["mr.easing": try Self.easings()],
      origin: "Made by `moonreel docs --library` from what the library declares.\nThe other pages: "
        + "[the Lua library](../lua.md).")
  }

  private static func withoutLicence(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .filter { !$0.contains("SPDX") }.joined(separator: "\n")
  }

  /// Each example by the names that it shows; the first one counts.
  private static func texts(of files: [ReferenceExamples]) -> [String: String] {
    var texts: [String: String] = [:]
    for example in files.flatMap(\.examples) {
      for name in example.names where texts[name] == nil { texts[name] = example.text }
    }
    return texts
  }

  // MARK: Reading

  private static func read(skipping skipped: Set<String>) -> Reference {
    var reader = AnnotationReader(skipping: skipped)
    let stubs = ScriptStubs.sources
    let others = stubs.keys.filter { !first.contains($0) }.sorted()
    for path in first + others { reader.read(stubs[path] ?? "", path: path, as: .stubs) }
    let modules = StandardLibrary.embedded
    for folder in ["moonreel/", "moonreel/chart/", "moonreel/test/"] {
      let paths = modules.keys.filter { path in
        path.hasPrefix(folder) && !path.dropFirst(folder.count).contains("/")
      }
      for path in paths.sorted() {
        let name = path.dropLast(".lua".count).replacing("/", with: ".")
        reader.read(modules[path] ?? "", path: path, as: .module(String(name)))
      }
    }
    return reader.reference
  }

  private static func catalogues() throws -> [Catalogue] {
    try ScriptStubs.catalogues().sorted { $0.kind.module < $1.kind.module }.map { stub in
      let module = stub.kind.module
      let entries = stub.entries.map { entry in
        Plugin(
          name: entry.name, module: "moonreel.\(module)", folder: "moonreel/\(module)",
          file: "moonreel/\(module)/\(entry.name).lua", kind: kinds[module] ?? .effect,
          rules: entry.rules, source: entry.source)
      }
      return Catalogue(name: module, entries: entries)
    }
  }

  private static let kinds: [String: PluginKind] = [
    "audio": .soundEffect, "charts": .chart, "effects": .effect, "templates": .template,
    "titles": .title, "transitions": .transition,
  ]

  private static func easings() throws -> String {
    let names = try ScriptStubs.easingNames().sorted().map { "`\($0)`" }
    return "The fields of `require \"moonreel.ease\"`: \(names.joined(separator: ", "))."
  }

  /// Whether a type is the options of a catalogue's entry, such as `VignetteOptions`: the catalogue's page has them.
  private static func isOptions(_ name: String, of entries: Set<String>) -> Bool {
    guard name.hasSuffix("Options") else { return false }
    let entry = name.dropLast("Options".count).reduce(into: "") { entry, letter in
      entry += (letter.isUppercase && !entry.isEmpty ? "_" : "") + letter.lowercased()
    }
    return entries.contains(entry)
  }

  // MARK: Writing

  /// The files by their paths: `lua.md`, the contents, and the pages in `reference`.
  public var markdownFiles: [String: String] {
    var files = ["lua.md": markdown.contents(head: head, addition: libraryContents)]
    for page in markdown.pages {
      files["reference/\(page.plan.name).md"] = markdown.text(of: page)
    }
    return files
  }

  private var libraryContents: String {
    let lists = catalogues.map { catalogue in
      let links = catalogue.entries.map { "[`\($0.name)`](\(catalogue.name).md#\($0.name))" }
      return
        "- **[`moonreel.\(catalogue.name)`](\(catalogue.name).md)**: \(links.joined(separator: ", "))\n"
    }
    return
      "## The standard library\n\nWhat comes along; each page shows every entry with a picture and its options.\n\n"
      + lists.joined()
      + "- **[`moonreel.ease`](reference/composition.md#mreasing)**: easings by name\n\n"
  }

  /// One page of HTML with everything, the catalogues included.
  public var html: String {
    ReferenceHTML(title: "Moonreel: the Lua library", markdown: markdown, examples: examples)
      .text(catalogues: catalogues.map { ("moonreel." + $0.name, $0.entries) })
  }
}
