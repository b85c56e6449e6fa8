// SPDX-License-Identifier: MIT

import MoonreelCore

/// One option of an entry of a catalogue, as its rule declares it.
package struct OptionStub {
  /// What is told of an option.
  package struct Described: Sendable {
    package var name: String
    /// Its type in the notation of LuaCATS.
    package var type: String
    /// What it is, its limits and its default.
    package var words: String
    package var isRequired: Bool
  }

  package let name: String
  private let kind: String
  package let isRequired: Bool
  private let least: JSONValue?
  private let most: JSONValue?
  private let preset: JSONValue?
  private let choices: [JSONValue]

  /// The option `name` with its rule: `{ "number", default = 0.6, min = 0, max = 1 }` with the kind as `kind`.
  package init(name: String, rule: JSONValue) {
    self.name = name
    if case .string(let word)? = rule.member("kind") { kind = word } else { kind = "any" }
    isRequired = rule.member("required") == .bool(true)
    (least, most, preset) = (rule.member("min"), rule.member("max"), rule.member("default"))
    if case .array(let names)? = rule.member("among") { choices = names } else { choices = [] }
  }

  /// The line of a stub; `explained` is what the library's file says of the option.
  func line(_ explained: (type: String, words: String)?) -> String {
    let mark = isRequired ? "" : "?"
    let option = described(explained)
    return "---@field \(name)\(mark) \(option.type)"
      + (option.words.isEmpty ? "" : "  \(option.words)")
  }

  /// The same in parts.
  package func described(_ explained: (type: String, words: String)?) -> Described {
    Described(
      name: name, type: type(explained?.type), words: words(explained?.words ?? ""),
      isRequired: isRequired)
  }

  /// The type by the option's kind; where the kind says little, as the library's file writes it.
  private func type(_ written: String?) -> String {
    switch kind {
    case "number", "integer", "string", "boolean": return kind
    case "choice": return choices.map(Self.literal).joined(separator: "|")
    case "color": return "moonreel.Color"
    case "colors": return "moonreel.Color|moonreel.Color[]"
    case "strings": return "string|string[]"
    case "point": return "moonreel.Point"
    case "size": return "moonreel.PixelSize"
    case "image": return "moonreel.Image"
    case "moving": return "moonreel.MovingNumber"
    case "sound": return "moonreel.Layer|moonreel.SoundBus|moonreel.Track"
    default: break
    }
    if let written { return written }
    if name == "ease" { return "moonreel.Easing" }
    return ["table": "table", "function": "function", "list": "any[]"][kind] ?? "any"
  }

  /// What is said of it, its limits, and its default as it is declared.
  private func words(_ explained: String) -> String {
    var (words, said) = (explained, [String]())
    if let range = words.firstRange(of: "(default "), preset != nil,
      let end = words[range.upperBound...].firstIndex(of: ")")
    {
      words.removeSubrange(range.lowerBound...end)
    }
    if let limits, !words.contains(limits) { said.append(limits) }
    if let preset { said.append("default \(Self.literal(preset))") }
    var parts = words.split(separator: " ").map { String($0) }
    if !said.isEmpty { parts.append("(\(said.joined(separator: ", ")))") }
    return parts.joined(separator: " ")
  }

  private var limits: String? {
    switch (least, most) {
    case (let least?, let most?): "\(Self.literal(least)) to \(Self.literal(most))"
    case (let least?, nil): "\(Self.literal(least)) or more"
    case (nil, let most?): "at most \(Self.literal(most))"
    case (nil, nil): nil
    }
  }

  /// The value as Lua writes it.
  private static func literal(_ value: JSONValue) -> String {
    switch value {
    case .null: return "nil"
    case .number(let number):
      return number == number.rounded() && abs(number) < 1e15
        ? "\(Int64(limiting: number))" : "\(number)"
    case .array(let items):
      return items.isEmpty ? "{}" : "{ \(items.map(literal).joined(separator: ", ")) }"
    case .object(let members):
      return "{ \(members.map { "\($0.key) = \(literal($0.value))" }.joined(separator: ", ")) }"
    default: return value.compactText
    }
  }
}
