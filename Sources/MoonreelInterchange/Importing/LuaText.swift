// SPDX-License-Identifier: MIT

import MoonreelCore

/// Values as Lua writes them.
enum LuaText {
  /// A string in quotation marks; whatever stands in it, it stays one string.
  static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      default:
        if scalar.value < 0x20 || scalar.value == 0x7F {
          let digits = String(scalar.value)
          result += "\\" + String(repeating: "0", count: 3 - digits.count) + digits
        } else {
          result.unicodeScalars.append(scalar)
        }
      }
    }
    return result + "\""
  }

  /// `text` for a comment: on one line.
  static func comment(_ text: String) -> String {
    String(text.map { $0.isNewline || $0.asciiValue.map { $0 < 32 } ?? false ? " " : $0 })
  }

  /// Seconds.
  static func seconds(_ time: Time) -> String { JSONValue.number(time.seconds).compactText }

  /// A range of seconds.
  static func range(_ range: TimeRange) -> String {
    "{ \(seconds(range.start)), \(seconds(range.end)) }"
  }

  /// A rate, as `mr.composition` takes it.
  static func rate(_ rate: FrameRate) -> String {
    rate.framesPerSecond.denominator == 1 ? "\(rate)" : quoted("\(rate)")
  }

  /// A value of a file; easings become the functions that make them.
  static func value(_ value: JSONValue) -> String {
    switch value {
    case .null: return "nil"
    case .bool(let flag): return flag ? "true" : "false"
    case .integer(let number): return "\(number)"
    case .number(let number): return number.isFinite ? JSONValue.number(number).compactText : "0"
    case .string(let text): return quoted(text)
    case .array(let items): return table(items.map { Self.value($0) })
    case .object(let members):
      if let easing = easing(members) { return easing }
      return table(members.map { key($0.key) + " = " + Self.value($0.value) })
    }
  }

  private static func table(_ parts: [String]) -> String {
    parts.isEmpty ? "{}" : "{ " + parts.joined(separator: ", ") + " }"
  }

  private static let keywords: Set<String> = [
    "and", "break", "do", "else", "elseif", "end", "false", "for", "function", "goto", "if", "in",
    "local", "nil",
    "not", "or", "repeat", "return", "then", "true", "until", "while",
  ]

  private static func key(_ name: String) -> String {
    let isName =
      name.wholeMatch(of: /[A-Za-z_][A-Za-z0-9_]*/) != nil && !keywords.contains(name)
    return isName ? name : "[" + quoted(name) + "]"
  }

  private static func easing(_ members: [JSONValue.Member]) -> String? {
    guard members.count == 1, let member = members.first else { return nil }
    switch member.key {
    case "bezier", "steps":
      let arguments = member.value.items.map { value($0) }.joined(separator: ", ")
      return "mr.easing.\(member.key)(\(arguments))"
    case "spring": return "mr.easing.spring(\(value(member.value)))"
    default: return nil
    }
  }
}
