// SPDX-License-Identifier: MIT

import MoonreelCore

/// Which page of a reference has what, in which order: the file `pages`.
///
///     page NAME TITLE     begins a page; the next line says what it is about
///     show ENTRY …        types, and functions of `mr` such as mr.text, in this order
///     rest FILE …         then whatever else these files declare; `*.lua` stands for any name in its folder
///     skip ENTRY …        has a page of its own elsewhere
struct ReferencePlan {
  /// A page and what stands on it.
  struct Page {
    var name: String
    var title: String
    var about = ""
    var shown: [String] = []
    var rest: [String] = []
  }

  private(set) var pages: [Page] = []
  private(set) var skipped: Set<String> = []

  init(_ text: String) {
    var needsAbout = false
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      if needsAbout {
        pages[pages.count - 1].about = String(line)
        needsAbout = false
        continue
      }
      let words = line.split(separator: " ").map(String.init)
      switch words.first {
      case "page":
        let title = words.dropFirst(2).joined(separator: " ")
        pages.append(Page(name: words.count > 1 ? words[1] : "", title: title))
        needsAbout = true
      case "show" where !pages.isEmpty: pages[pages.count - 1].shown += words.dropFirst()
      case "rest" where !pages.isEmpty: pages[pages.count - 1].rest += words.dropFirst()
      case "skip": skipped.formUnion(words.dropFirst())
      default: break
      }
    }
  }

  /// A plan of one page with everything.
  init(name: String, title: String, about: String) {
    pages = [Page(name: name, title: title, about: about)]
  }

  /// The entries of each page. What no page names stands at the end of the last one, so that nothing is lost.
  ///
  /// - Parameter isElsewhere: Whether an entry of this name is documented in another place.
  /// - Throws: `MoonreelError` (`internalError`) where a page shows what nothing declares.
  func placing(
    _ reference: Reference, isElsewhere: (String) -> Bool = { _ in false }
  ) throws -> [[Reference.Entry]] {
    let known = Dictionary(uniqueKeysWithValues: reference.entries.map { ($0.name, $0) })
    var placed: Set<String> = []
    var result: [[Reference.Entry]] = try pages.map { page in
      try page.shown.map { name in
        guard let entry = known[name] else {
          throw MoonreelError(
            .internalError,
            "The page '\(page.name)' of the reference shows \(name), which nothing declares.")
        }
        placed.insert(name)
        return entry
      }
    }
    let others = reference.entries.filter { !isElsewhere($0.name) && !skipped.contains($0.name) }
    for (index, page) in pages.enumerated() {
      for entry in others where !placed.contains(entry.name) && Self.names(page.rest, entry.file) {
        placed.insert(entry.name)
        result[index].append(entry)
      }
    }
    if !result.isEmpty {
      result[result.count - 1] += others.filter { !placed.contains($0.name) }
    }
    return result
  }

  /// Whether one of `patterns` names `file`.
  private static func names(_ patterns: [String], _ file: String) -> Bool {
    patterns.contains { pattern in
      guard pattern.hasSuffix("*.lua") else { return pattern == file }
      let folder = pattern.dropLast("*.lua".count)
      return file.hasPrefix(folder) && !file.dropFirst(folder.count).contains("/")
    }
  }
}
