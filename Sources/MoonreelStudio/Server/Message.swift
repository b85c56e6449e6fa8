// SPDX-License-Identifier: MIT

import MoonreelCore

/// A message of a page: a JSON object with a `type`.
struct Message: Sendable {
  let type: String
  private let fields: [String: JSONValue]

  /// Reads `text`.
  ///
  /// - Throws: `MoonreelError` (`invalidArgument`) for what is no such object.
  init(parsing text: String) throws {
    guard case .object(let members) = try JSONValue(parsing: text) else {
      throw MoonreelError(.invalidArgument, "A message is a JSON object.")
    }
    fields = Dictionary(members.map { ($0.key, $0.value) }, uniquingKeysWith: { $1 })
    guard case .string(let type)? = fields["type"] else {
      throw MoonreelError(.invalidArgument, "A message says its 'type'.")
    }
    self.type = type
  }

  /// The value of `name`; `nil` where there is none, or null.
  subscript(_ name: String) -> JSONValue? {
    fields[name].flatMap { $0 == .null ? nil : $0 }
  }

  /// The text `name`.
  ///
  /// - Throws: `MoonreelError` (`invalidArgument`) where it is missing or something else, as all of these.
  func text(_ name: String) throws -> String {
    guard case .string(let text)? = self[name] else { throw wrong(name, "text") }
    return text
  }

  /// The number `name`, which is finite.
  func number(_ name: String) throws -> Double {
    guard let number = self[name]?.double, number.isFinite else { throw wrong(name, "a number") }
    return number
  }

  /// The number `name` within `range`; one outside becomes the nearest.
  func number(_ name: String, _ range: ClosedRange<Double>) throws -> Double {
    min(max(try number(name), range.lowerBound), range.upperBound)
  }

  /// The whole number `name` within `range`; one outside becomes the nearest.
  func integer(_ name: String, _ range: ClosedRange<Int>) throws -> Int {
    // holds: it is a range.
    let number = try number(name, Double(range.lowerBound)...Double(range.upperBound))
    return Int(limiting: number.rounded())
  }

  /// The seconds `name` as a time, not before zero.
  func time(_ name: String) throws -> Time {
    try Time(seconds: try number(name, 0...3_000_000_000))
  }

  /// The truth of `name`.
  func flag(_ name: String) throws -> Bool {
    guard case .bool(let flag)? = self[name] else { throw wrong(name, "true or false") }
    return flag
  }

  /// What `read` makes of `name`; `nil` where there is none.
  func ifGiven<Value>(_ name: String, _ read: (String) throws -> Value) rethrows -> Value? {
    self[name] == nil ? nil : try read(name)
  }

  private func wrong(_ name: String, _ rule: String) -> MoonreelError {
    MoonreelError(.invalidArgument, "The message '\(type)' needs '\(name)': \(rule).")
  }
}
