// SPDX-License-Identifier: MIT

import MoonreelCore

/// A reference as one page of HTML that can be searched, made from its pages of Markdown.
struct ReferenceHTML {
  let title: String
  let markdown: ReferenceMarkdown
  /// Files of examples, by the names of the pages that they are for.
  var examples: [(file: String, examples: ReferenceExamples)] = []

  /// The page; below what `markdown` has stand catalogues, each with its plugins.
  func text(catalogues: [(name: String, plugins: [Plugin])] = []) -> String {
    let sections =
      markdown.pages.map(section) + catalogues.map { Self.section($0.name, $0.plugins) }
    let names = markdown.pages.map { page in
      Self.contents(
        page.plan.title, page.plan.name, page.entries.map { ($0.name, Self.id($0.name)) })
    }
    let lists = catalogues.map { name, plugins in
      Self.contents(name, Self.id(name), plugins.map { ($0.name, Self.id("\(name).\($0.name)")) })
    }
    let body = """
      <div class="split">
      <nav class="contents" aria-label="Contents">
      \((names + lists).joined())</nav>
      <main>
      \(sections.joined())</main>
      </div>
      """
    let functions = markdown.pages.flatMap(\.entries).reduce(0) { $0 + 1 + $1.functions.count }
    let count = functions + catalogues.reduce(0) { $0 + $1.plugins.count }
    return HTMLPage(
      title: title, placeholder: "Find a type, a function, an option (press /)",
      count: "\(count) names", body: body
    ).text
  }

  private static func id(_ name: String) -> String { ReferenceMarkdown.anchor(name) }

  private static func contents(
    _ title: String, _ id: String, _ entries: [(name: String, id: String)]
  ) -> String {
    let items = entries.map { "<li><a href=\"#\($0.id)\">\($0.name.asHTML)</a></li>\n" }
    return
      "<details>\n<summary><a href=\"#page-\(id)\">\(title.asHTML)</a></summary>\n<ul>\n\(items.joined())</ul>\n</details>\n"
  }

  // MARK: Pages

  private func section(_ page: ReferenceMarkdown.Page) -> String {
    let name = page.plan.name
    let file = examples.first { $0.file == name + ".lua" }?.examples
    let converter = MarkdownHTML(
      target: Self.target,
      // Those beside the page alone: it asks nobody else for anything.
      picture: { $0.contains(":") ? nil : $0 },
      script: { code in file.map { "\($0.preamble)\n\n\(code)\n\n\($0.ending)\n" } })
    let head =
      "<h2 id=\"page-\(name)\">\(page.plan.title.asHTML)</h2>\n<p>\(page.plan.about.asHTML)</p>\n"
    let beginning =
      page.preamble.isEmpty
      ? ""
      : "<details>\n<summary>What the examples here begin with</summary>\n<pre><code>\(page.preamble.asHTML)</code></pre>\n</details>\n"
    let entries = page.entries.map { entry in
      Self.split(markdown.entry(entry, page: name)).map { level, heading, text in
        Self.heading(heading, level: level + 1, words: Self.firstSentence(text))
          + converter.html(text) + "\n"
      }.joined()
    }
    return "<section>\n" + head + beginning + entries.joined() + "</section>\n"
  }

  /// Where links of the pages lead on the one page: those to headings stay, those to other documents are only words.
  private static func target(_ address: String) -> String? {
    guard let mark = address.firstIndex(of: "#") else {
      return address.hasPrefix("https://") ? address : nil
    }
    let file = address[..<mark]
    return file.isEmpty || !file.hasPrefix("..") ? String(address[mark...]) : nil
  }

  private static func heading(_ name: String, level: Int, words: String) -> String {
    let id = id(name)
    return "<h\(level) id=\"\(id)\" data-name=\"\(name.asHTML)\" data-words=\"\(words.asHTML)\">"
      + "<a href=\"#\(id)\">\(name.asHTML)</a></h\(level)>\n"
  }

  /// The headings of a text, each with what stands below it.
  private static func split(_ text: String) -> [(level: Int, heading: String, text: String)] {
    var parts: [(level: Int, heading: String, text: String)] = []
    var isCode = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") { isCode.toggle() }
      let marks = line.prefix { $0 == "#" }.count
      if !isCode, marks > 0, line.dropFirst(marks).hasPrefix(" ") {
        parts.append((marks, String(line.dropFirst(marks + 1)), ""))
      } else if !parts.isEmpty {
        parts[parts.count - 1].text += line + "\n"
      }
    }
    return parts
  }

  /// What search results show: the first line that is no code and no picture.
  private static func firstSentence(_ text: String) -> String {
    let words =
      text.split(separator: "\n").first { line in
        !line.hasPrefix("`") && !line.hasPrefix("- ") && !line.hasPrefix("![")
      } ?? ""
    return words.filter { $0 != "`" && $0 != "*" }
  }

  // MARK: Catalogues

  private static func section(_ name: String, _ plugins: [Plugin]) -> String {
    let entries = plugins.map { plugin in
      "<h3 id=\"\(id("\(name).\(plugin.name)"))\" data-name=\"\("\(name).\(plugin.name)".asHTML)\" "
        + "data-words=\"\(plugin.summary.asHTML)\">\(plugin.name.asHTML)</h3>\n"
        + MarkdownHTML(target: { _ in nil }).html(PluginReference.words(of: plugin, in: name))
        + "\n"
    }
    return
      "<section>\n<h2 id=\"page-\(id(name))\">\(name.asHTML)</h2>\n\(entries.joined())</section>\n"
  }
}
