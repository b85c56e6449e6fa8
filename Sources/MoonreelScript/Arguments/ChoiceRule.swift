// SPDX-License-Identifier: MIT

import MoonreelCore

/// Names to choose from, in words.
enum ChoiceRule {
  /// The longest list that is written in full.
  private static let most = 12

  /// `"'a', 'b' or 'c'"`; of many names those nearest to what was given `instead`, and where all stand.
  static func text(_ names: [String], instead given: String? = nil) -> String {
    let list = names.map { "'\($0)'" }
    guard names.count > most else { return joined(list) }
    let shown = given.map { NearestName.ranked($0, among: names) } ?? names
    let few = shown.prefix(3).map { "'\($0)'" }.joined(separator: ", ")
    return "\(few) or another of \(names.count) names (\(page(names)))"
  }

  private static func joined(_ list: [String]) -> String {
    guard let last = list.last, list.count > 1 else { return list.first ?? "nothing" }
    return "\(list.dropLast().joined(separator: ", ")) or \(last)"
  }

  /// Where a person finds all of a long list.
  private static func page(_ names: [String]) -> String {
    if names.contains("in_out_sine") { return "docs/lua.md, easings" }
    if names.contains("linear_dodge") { return "docs/lua.md, BlendMode" }
    if names.contains("prores422") || names.contains("webm") { return "docs/presets.md" }
    return "docs/lua.md"
  }
}
