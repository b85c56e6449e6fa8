// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelScript

/// What is said of a plugin, by the comments of its file and the rules of its options.
extension Plugin {
  /// What the comment at the head of its file says, up to the first empty line: "Darker towards the corners."; empty where
  /// there is none.
  package var summary: String {
    let comment = source.split(separator: "\n", omittingEmptySubsequences: false)
      .drop { $0.contains("SPDX-License-Identifier") || $0 == "--" }
      .prefix { $0.hasPrefix("--") && !$0.hasPrefix("---@") }
      .map { $0.drop { $0 == "-" } }.prefix { !$0.isEmpty }
    var words = comment.joined().trimmingSpaces
    if words.hasPrefix("\(name): ") { words = words.dropFirst(name.count + 2).trimmingSpaces }
    return words.prefix(1).uppercased() + words.dropFirst()
  }

  /// Its options by name, as editors show them.
  package var describedOptions: [OptionStub.Described] {
    let explained = StubText.fields(of: source)
    return rules.sorted { $0.key < $1.key }.map {
      OptionStub(name: $0.key, rule: $0.value).described(explained[$0.key])
    }
  }

  /// Lines of a script that uses it, with the options that it needs.
  package var usage: String {
    let needed = rules.filter { OptionStub(name: $0.key, rule: $0.value).isRequired }
    let options = needed.map { "\($0.key) = …" }.joined(separator: ", ")
    let given = kind == .title ? "text = \"Words\", size = 90" : options
    // The catalogues of the library hold constructors by name; their modules have short names in scripts.
    let isCatalogue = module.hasPrefix("moonreel.")
    let last = module.split(separator: ".").last.map(String.init) ?? module
    let short = ["effects": "fx", "transitions": "tr"][last] ?? last
    let variable = isCatalogue ? short : name
    let call = "\(isCatalogue ? "\(short).\(name)" : name) { \(given.isEmpty ? "" : given + " ")}"
    return "local \(variable) = require \"\(module)\"\n" + line(call)
  }

  /// How a film uses what `call` makes.
  private func line(_ call: String) -> String {
    switch kind {
    case .effect: "show:add { source = clip, effects = { \(call) } }"
    case .transition: "show:sequence { first, second, overlap = 1, transition = \(call) }"
    case .title, .template, .chart, .generator:
      "show:add { source = \(call), at = 1, duration = 3 }"
    case .soundEffect: "show:add { source = clip, audio = { effects = \(call) } }"
    }
  }
}
