// SPDX-License-Identifier: MIT

import MoonreelCore

/// The stub of one catalogue of the standard library (`fx.`, `tr.`, `titles.` …), made from what its entries declare when
/// they are loaded; the words beside an option come from the entry's source, where it is explained.
package struct CatalogueStub {
  /// One catalogue: the module below `moonreel` and what its constructors take and give.
  package struct Kind: Sendable {
    /// `"effects"`.
    package var module: String
    /// The class of the options that all entries share, or `nil`.
    var shared: String?
    /// What a constructor gives.
    var result: String
  }

  /// An entry as it declares itself.
  package struct Entry {
    package var name: String
    /// The rules of its options by name.
    package var rules: [JSONValue.Member]
    /// The text of its file.
    package var source: String
  }

  static let kinds = [
    Kind(module: "effects", result: "moonreel.Effect"),
    Kind(
      module: "transitions", shared: "moonreel.TransitionOptions", result: "moonreel.Transition"),
    Kind(module: "titles", shared: "moonreel.TitleOptions", result: "moonreel.Source"),
    Kind(
      module: "templates", shared: "moonreel.TemplateOptions",
      result: "fun(time: number, context: moonreel.Context): moonreel.Image"),
    Kind(module: "audio", result: "moonreel.SoundEffect"),
    Kind(module: "charts", shared: "moonreel.ChartOptions", result: "moonreel.Source"),
  ]

  package let kind: Kind
  package let entries: [Entry]

  /// The file.
  var text: String {
    let module = kind.module
    var lines = ["---@meta moonreel.\(module)", ""]
    for entry in entries { lines += constructor(entry) + [""] }
    lines += [
      "---`require \"moonreel.\(module)\"`: constructors by name; `pairs` goes through them in order.",
      "---@class moonreel.\(module)", "---@field names string[]  of all of them, in order",
    ]
    for entry in entries {
      lines.append(
        "---@field \(entry.name) \(className(entry))  \(StubText.summary(of: entry.source))")
    }
    return (lines + ["local \(module) = {}", "", "return \(module)", ""]).joined(separator: "\n")
  }

  /// `moonreel.effects.KenBurns`.
  private func className(_ entry: Entry) -> String {
    let words = entry.name.split(separator: "_").map { $0.prefix(1).uppercased() + $0.dropFirst() }
    return "moonreel.\(kind.module).\(words.joined())"
  }

  /// The class of an entry's options, and that of its constructor.
  private func constructor(_ entry: Entry) -> [String] {
    let name = className(entry)
    let explained = StubText.fields(of: entry.source)
    let options = entry.rules.map { OptionStub(name: $0.key, rule: $0.value) }
    let needsOptions = options.contains { $0.isRequired }
    let heading = "---@class \(name)Options" + (kind.shared.map { ": \($0)" } ?? "")
    return [heading] + options.map { $0.line(explained[$0.name]) } + [
      "", "---\(StubText.summary(of: entry.source))", "---@class \(name)",
      "---@field name string  \"\(entry.name)\"",
      "---@field options table<string, moonreel.OptionRule>  the rules of what it takes",
      "---@overload fun(options\(needsOptions ? "" : "?"): \(name)Options): \(kind.result)",
    ]
  }
}

/// What the head of a library's file says in words.
package enum StubText {
  /// The file's second line without its name: "darker towards the corners."
  static func summary(of source: String) -> String {
    let line = source.split(separator: "\n").dropFirst().first ?? ""
    let words = line.drop { $0 == "-" || $0 == " " }
    guard let colon = words.firstRange(of: ": ") else { return String(words) }
    return String(words[colon.upperBound...])
  }

  /// The type and the words of each `---@field` of `source`.
  package static func fields(of source: String) -> [String: (type: String, words: String)] {
    var fields: [String: (type: String, words: String)] = [:]
    for line in source.split(separator: "\n") where line.hasPrefix("---@field ") {
      let rest = line.dropFirst("---@field ".count)
      let name = rest.prefix { $0 != " " && $0 != "?" }
      let said = rest.dropFirst(name.count).drop { $0 == "?" || $0 == " " }
      let length = typeLength(said)
      fields[String(name)] = (
        String(said.prefix(length)), said.dropFirst(length).trimmed
      )
    }
    return fields
  }

  /// Where the type at the start of `text` ends: at the first space outside brackets and quotes.
  private static func typeLength(_ text: Substring) -> Int {
    var (depth, isQuoted) = (0, false)
    for (index, character) in text.enumerated() {
      switch character {
      case "\"": isQuoted.toggle()
      case "(", "{", "<", "[": depth += 1
      case ")", "}", ">", "]": depth -= 1
      case " " where depth == 0 && !isQuoted: return index
      default: break
      }
    }
    return text.count
  }
}

extension Substring {
  fileprivate var trimmed: String {
    var text = drop { $0 == " " }
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
