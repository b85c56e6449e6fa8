// SPDX-License-Identifier: MIT

/// A JSON value with its members in order (RFC 8259): plans, progress lines, parameters, animations.
///
/// It is written by hand: FoundationEssentials' `JSONEncoder` gives the members of an object in another order in every
/// run, or sorted by name, and people and programs read ours from top to bottom.
public enum JSONValue: Hashable, Sendable {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A whole number.
  case integer(Int64)
  /// A number; written as `null` where not finite.
  case number(Double)
  /// Text.
  case string(String)
  /// Values in order.
  case array([JSONValue])
  /// Members in order.
  case object([Member])

  /// One key and its value.
  public struct Member: Hashable, Sendable {
    /// The key.
    public var key: String
    /// The value.
    public var value: JSONValue

    /// `value` under `key`.
    public init(_ key: String, _ value: JSONValue) { (self.key, self.value) = (key, value) }
  }

  /// On one line, without spaces.
  public var compactText: String { text(indent: nil) }

  /// On several lines, two spaces a level, ending without a newline.
  public var prettyText: String { text(indent: 0) }

  private func text(indent level: Int?) -> String {
    switch self {
    case .null: return "null"
    case .bool(let flag): return flag ? "true" : "false"
    case .integer(let number): return "\(number)"
    case .number(let number): return Self.text(of: number)
    case .string(let text): return Self.quoted(text)
    case .array(let values):
      return Self.block("[", "]", level, values.map { $0.text(indent: level.map { $0 + 1 }) })
    case .object(let members):
      let colon = level == nil ? ":" : ": "
      return Self.block(
        "{", "}", level,
        members.map {
          Self.quoted($0.key) + colon + $0.value.text(indent: level.map { $0 + 1 })
        })
    }
  }

  private static func block(
    _ open: String, _ close: String, _ level: Int?, _ items: [String]
  ) -> String {
    guard let level, !items.isEmpty else { return open + items.joined(separator: ",") + close }
    let inner = "\n" + String(repeating: "  ", count: level + 1)
    let outer = "\n" + String(repeating: "  ", count: level)
    return open + inner + items.joined(separator: "," + inner) + outer + close
  }

  private static func text(of number: Double) -> String {
    guard number.isFinite else { return "null" }
    if number == number.rounded(), abs(number) < 1e15 { return "\(Int64(number))" }
    return "\(number)"
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      default:
        if scalar.value < 0x20 {
          let digits = String(scalar.value, radix: 16)
          result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        } else {
          result.unicodeScalars.append(scalar)
        }
      }
    }
    return result + "\""
  }
}
