// SPDX-License-Identifier: MIT

/// A JSON value whose members keep the order they were given in, so that plans read well and compare.
indirect enum JSONValue: Hashable, Sendable {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A whole number.
  case int(Int64)
  /// A number; written as `null` where it is not finite, for JSON has no other numbers.
  case number(Double)
  /// Text.
  case string(String)
  /// A list.
  case array([JSONValue])
  /// Members in order.
  case object([Member])

  /// A name and its value.
  struct Member: Hashable, Sendable {
    /// The name.
    var name: String
    /// The value.
    var value: JSONValue

    /// `value` under `name`.
    init(_ name: String, _ value: JSONValue) { (self.name, self.value) = (name, value) }
  }

  /// An object of these members; later values do not replace earlier ones of the same name.
  static func members(_ members: KeyValuePairs<String, JSONValue>) -> JSONValue {
    .object(members.map { Member($0.key, $0.value) })
  }

  /// Text, or `null` where there is none.
  static func optional(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }

  /// The value as text: on one line, or with `indented`, one member a line.
  func text(indented: Bool = false) -> String {
    var text = ""
    write(to: &text, depth: indented ? 0 : nil)
    return text
  }

  private func write(to text: inout String, depth: Int?) {
    switch self {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .int(let value): text += "\(value)"
    case .number(let value): text += Self.text(of: value)
    case .string(let value): Self.quote(value, to: &text)
    case .array(let values):
      Self.list("[", values, "]", to: &text, depth) { $0.write(to: &$1, depth: $2) }
    case .object(let members):
      Self.list("{", members, "}", to: &text, depth) { member, text, depth in
        Self.quote(member.name, to: &text)
        text += depth == nil ? ":" : ": "
        member.value.write(to: &text, depth: depth)
      }
    }
  }

  private static func text(of value: Double) -> String {
    guard value.isFinite else { return "null" }
    if value == value.rounded(), abs(value) < 1e15 { return "\(Int64(value))" }
    return "\(value)"
  }

  private static func list<Item>(
    _ open: String, _ items: [Item], _ close: String, to text: inout String, _ depth: Int?,
    _ write: (Item, inout String, Int?) -> Void
  ) {
    text += open
    for (index, item) in items.enumerated() {
      if index > 0 { text += "," }
      if let depth { text += "\n" + String(repeating: "  ", count: depth + 1) }
      write(item, &text, depth.map { $0 + 1 })
    }
    if let depth, !items.isEmpty { text += "\n" + String(repeating: "  ", count: depth) }
    text += close
  }

  private static func quote(_ value: String, to text: inout String) {
    text += "\""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F:
        let hex = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}
