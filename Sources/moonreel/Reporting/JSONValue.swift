// SPDX-License-Identifier: MIT

/// A JSON value whose objects keep the order they were written in.
indirect enum JSONValue: Equatable {
  case null
  case bool(Bool)
  case integer(Int64)
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([(key: String, value: JSONValue)])

  static func == (lhs: JSONValue, rhs: JSONValue) -> Bool { lhs.text() == rhs.text() }

  /// A whole number.
  static func count(_ value: Int) -> JSONValue { .integer(Int64(value)) }

  /// The string, or null.
  static func string(_ value: String?) -> JSONValue {
    guard let value else { return .null }
    return JSONValue.string(value)
  }

  /// An object of the pairs whose value is not null.
  static func fields(_ pairs: KeyValuePairs<String, JSONValue>) -> JSONValue {
    .object(pairs.compactMap { $0.value.isNull ? nil : (key: $0.key, value: $0.value) })
  }

  /// A dictionary as an object in the order of its keys.
  static func sorted(_ dictionary: [String: String]) -> JSONValue {
    .object(dictionary.sorted { $0.key < $1.key }.map { (key: $0.key, value: .string($0.value)) })
  }

  private var isNull: Bool {
    if case .null = self { return true }
    return false
  }

  /// The value as JSON: on one line, or indented where `indent` is given.
  func text(indent: Int? = nil) -> String {
    var output = ""
    write(to: &output, indent: indent, depth: 0)
    return output
  }

  private func write(to output: inout String, indent: Int?, depth: Int) {
    switch self {
    case .null: output += "null"
    case .bool(let value): output += value ? "true" : "false"
    case .integer(let value): output += String(value)
    case .number(let value): output += JSONValue.text(of: value)
    case .string(let value): output += JSONValue.quoted(value)
    case .array(let values):
      JSONValue.writeList(values, "[", "]", to: &output, indent, depth) { value, output in
        value.write(to: &output, indent: indent, depth: depth + 1)
      }
    case .object(let pairs):
      JSONValue.writeList(pairs, "{", "}", to: &output, indent, depth) { pair, output in
        output += JSONValue.quoted(pair.key) + (indent == nil ? ":" : ": ")
        pair.value.write(to: &output, indent: indent, depth: depth + 1)
      }
    }
  }

  private static func writeList<Element>(
    _ elements: [Element], _ open: String, _ close: String, to output: inout String,
    _ indent: Int?, _ depth: Int, writeElement: (Element, inout String) -> Void
  ) {
    output += open
    for (index, element) in elements.enumerated() {
      if index > 0 { output += "," }
      if let indent { output += "\n" + String(repeating: " ", count: indent * (depth + 1)) }
      writeElement(element, &output)
    }
    if let indent, !elements.isEmpty {
      output += "\n" + String(repeating: " ", count: indent * depth)
    }
    output += close
  }

  /// JSON knows no infinities: they become null.
  private static func text(of value: Double) -> String {
    guard value.isFinite else { return "null" }
    if let whole = Int64(exactly: value) { return String(whole) }
    return "\(value)"
  }

  private static func quoted(_ text: String) -> String {
    var output = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": output += "\\\""
      case "\\": output += "\\\\"
      case "\n": output += "\\n"
      case "\r": output += "\\r"
      case "\t": output += "\\t"
      case "\0"..<" ":
        let digits = String(scalar.value, radix: 16)
        output += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: output.unicodeScalars.append(scalar)
      }
    }
    return output + "\""
  }
}
