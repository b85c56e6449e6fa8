// SPDX-License-Identifier: MIT

/// A reference as pages of Markdown that link to one another.
struct ReferenceMarkdown {
  /// A page with its entries.
  struct Page {
    var plan: ReferencePlan.Page
    var entries: [Reference.Entry]
    /// What all examples of the page begin with; empty where there are none.
    var preamble = ""
  }

  let pages: [Page]
  /// Scripts by the names that they show; see ``ReferenceExamples``.
  var examples: [String: String] = [:]
  /// What stands behind an entry's fields, by its name.
  var additions: [String: String] = [:]
  /// What is said of the whole below what a page is about.
  var origin: String

  /// The page that an entry stands on.
  private let pageOf: [String: String]

  init(
    pages: [Page], examples: [String: String] = [:], additions: [String: String] = [:],
    origin: String
  ) {
    (self.pages, self.examples, self.additions) = (pages, examples, additions)
    self.origin = origin
    var pageOf: [String: String] = [:]
    for page in pages { for entry in page.entries { pageOf[entry.name] = page.plan.name } }
    self.pageOf = pageOf
  }

  /// The anchor of a heading, as it is made of its text.
  static func anchor(_ heading: String) -> String {
    String(
      heading.lowercased().compactMap { character in
        let isKept = character.isASCII && (character.isLetter || character.isNumber)
        if isKept || "_-".contains(character) { return character }
        return character == " " ? "-" : nil
      })
  }

  // MARK: Links

  /// A link on the page `from` to the heading `name` of `page`; `from` is `nil` in the contents of all.
  private func link(_ text: String, _ name: String, on page: String, from: String?) -> String {
    let file = page == from ? "" : (from == nil ? "reference/" : "") + page + ".md"
    return "[\(text)](\(file)#\(Self.anchor(name)))"
  }

  /// A type as code, and a link where it is one type that has a heading.
  private func type(_ text: String, from page: String) -> String {
    let shown = text.replacing("moonreel.", with: "")
    var bare = shown[...]
    if bare.hasSuffix("?") { bare = bare.dropLast() }
    if bare.hasSuffix("[]") { bare = bare.dropLast(2) }
    guard let target = pageOf[String(bare)] else { return "`\(shown)`" }
    return link("`\(shown)`", String(bare), on: target, from: page)
  }

  private func item(_ item: Reference.Item, on page: String) -> String {
    let type = type(item.type, from: page)
    let words = item.words.isEmpty ? "" : " – " + item.words
    switch item.role {
    case .named(let name): return "- `\(name)`: \(type)\(words)\n"
    case .result: return "- returns \(type)\(words)\n"
    case .call: return "- can be called: \(type)\n"
    case .value: return "- \(type)\(words)\n"
    case .alias: return "\(type)\n"
    }
  }

  // MARK: Entries

  /// What is said below the heading of a function or an entry: paragraphs with an empty line behind each.
  private func body(
    _ name: String, signature: String?, words: String, items: [Reference.Item], page: String,
    base: String? = nil, fields: [Reference.Item] = []
  ) -> String {
    var parts: [String] = []
    if let signature { parts.append("`\(signature)`\n") }
    if !words.isEmpty {
      parts.append(words.replacing("docs/picture.md", with: "[picture.md](../picture.md)") + "\n")
    }
    if let base { parts.append("Also takes all of \(type(base, from: page)).\n") }
    for list in [items, fields] where !list.isEmpty {
      parts.append(list.map { item($0, on: page) }.joined())
    }
    if let addition = additions[name] { parts.append(addition + "\n") }
    if let example = examples[name] { parts.append("```lua example\n\(example)\n```\n") }
    return parts.map { $0 + "\n" }.joined()
  }

  /// An entry with what stands below it; its headings are of `level` and one deeper.
  func entry(_ entry: Reference.Entry, page: String) -> String {
    var text = "## \(entry.name)\n\n"
    text += body(
      entry.name, signature: entry.signature, words: entry.words, items: entry.items, page: page,
      base: entry.base, fields: entry.fields)
    for function in entry.functions {
      text += "### \(function.name)\n\n"
      text += body(
        function.name, signature: function.signature, words: function.words, items: function.items,
        page: page)
    }
    return text
  }

  /// A list of links to the headings of a page, from it or, where `from` is `nil`, from the contents of all.
  private func contents(of page: Page, from: String?) -> String {
    let name = page.plan.name
    return page.entries.map { entry in
      let below = entry.functions.map { function in
        let short = function.name.split(whereSeparator: { ".:".contains($0) }).last ?? ""
        return link("`\(short)`", function.name, on: name, from: from)
      }
      let list = below.isEmpty ? "" : ": " + below.joined(separator: ", ")
      return "- " + link("`\(entry.name)`", entry.name, on: name, from: from) + list + "\n"
    }.joined() + "\n"
  }

  // MARK: Pages

  /// A page of its own.
  func text(of page: Page) -> String {
    var text = "# \(page.plan.title)\n\n\(page.plan.about) \(origin)\n\n"
    text += contents(of: page, from: page.plan.name)
    if !page.preamble.isEmpty {
      text += "The examples on this page begin with these lines, and end with `return show`:\n\n"
      text += "```lua example\n\(page.preamble)\n```\n\n"
    }
    text += page.entries.map { entry($0, page: page.plan.name) }.joined()
    return text
  }

  /// The contents of all pages; `addition` stands before the last one.
  func contents(head: String, addition: String) -> String {
    var text = head
    for (index, page) in pages.enumerated() {
      text += "## [\(page.plan.title)](reference/\(page.plan.name).md)\n\n\(page.plan.about)\n\n"
      text += contents(of: page, from: nil)
      if index == pages.count - 2 { text += addition }
    }
    return text
  }
}
