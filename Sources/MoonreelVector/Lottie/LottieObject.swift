// SPDX-License-Identifier: MIT

import MoonreelCore

/// An object of a Lottie text with its place there; every value is asked for by its rule.
struct LottieObject {
  /// Where it stands: `layers[2].ks`.
  let place: String
  private let fields: [String: JSONValue]

  init(_ value: JSONValue, at place: String) throws {
    guard case .object(let members) = value else {
      throw Self.mistake(place, "an object")
    }
    self.place = place
    fields = Dictionary(members.map { ($0.key, $0.value) }) { _, last in last }
  }

  static func mistake(_ place: String, _ expected: String) -> MoonreelError {
    MoonreelError(.unsupportedFormat, "\(place): expected \(expected)")
  }

  /// The error of member `key`.
  func mistake(_ key: String, _ expected: String) -> MoonreelError {
    Self.mistake(place(of: key), expected)
  }

  func place(of key: String) -> String { place.isEmpty ? key : "\(place).\(key)" }

  func has(_ key: String) -> Bool {
    switch fields[key] {
    case nil, .null?: false
    default: true
    }
  }

  // MARK: Values

  /// The number `key`; `usual` where it is missing.
  func number(_ key: String, _ range: ClosedRange<Double> = -1e6...1e6, usual: Double? = nil)
    throws -> Double
  {
    guard has(key), let value = fields[key] else {
      guard let usual else { throw mistake(key, "a number") }
      return usual
    }
    let number: Double
    switch value {
    case .integer(let found): number = Double(found)
    case .number(let found): number = found
    case .bool(let flag): number = flag ? 1 : 0
    default: throw mistake(key, "a number")
    }
    guard range.contains(number) else {
      throw mistake(
        key, "a number from \(Self.text(range.lowerBound)) to \(Self.text(range.upperBound))")
    }
    return number
  }

  private static func text(_ number: Double) -> String {
    Int64(exactly: number).map { "\($0)" } ?? "\(number)"
  }

  /// The number `key` without its fraction.
  func integer(_ key: String, _ range: ClosedRange<Int>, usual: Int? = nil) throws -> Int {
    Int(
      try number(
        // holds: it is a range.
        key, Double(range.lowerBound)...Double(range.upperBound), usual: usual.map(Double.init)))
  }

  /// The flag `key`, which may be a number; `false` where it is missing.
  func flag(_ key: String) throws -> Bool {
    try number(key, usual: 0) != 0
  }

  /// The text `key`; `nil` where it is missing.
  func string(_ key: String) throws -> String? {
    guard has(key), let value = fields[key] else { return nil }
    switch value {
    case .string(let text): return text
    // Identifiers of some writers are numbers.
    case .integer(let number): return "\(number)"
    case .number(let number): return Self.text(number)
    default: throw mistake(key, "a text")
    }
  }

  /// The object `key`; `nil` where it is missing.
  func object(_ key: String) throws -> LottieObject? {
    guard has(key), let value = fields[key] else { return nil }
    return try LottieObject(value, at: place(of: key))
  }

  /// The objects of the list `key`; none where it is missing.
  func objects(_ key: String, atMost limit: Int) throws -> [LottieObject] {
    try list(key, atMost: limit).enumerated().map {
      try LottieObject($1, at: "\(place(of: key))[\($0)]")
    }
  }

  /// The values of the list `key`; none where it is missing.
  func list(_ key: String, atMost limit: Int) throws -> [JSONValue] {
    guard has(key), let value = fields[key] else { return [] }
    guard case .array(let items) = value else { throw mistake(key, "a list") }
    guard items.count <= limit else { throw mistake(key, "at most \(limit) items") }
    return items
  }

  /// The numbers of `key`: a list, or a single one.
  func numbers(
    _ key: String, atLeast least: Int = 1, atMost limit: Int = 64,
    _ range: ClosedRange<Double> = -1e6...1e6
  ) throws -> [Double] {
    guard let value = fields[key] else { throw mistake(key, "numbers") }
    if value.double != nil { return [try number(key, range)] }
    let numbers = try list(key, atMost: limit).map { item -> Double in
      guard let number = item.double, range.contains(number) else {
        throw mistake(
          key, "numbers from \(Self.text(range.lowerBound)) to \(Self.text(range.upperBound))")
      }
      return number
    }
    guard numbers.count >= least else { throw mistake(key, "\(least) numbers or more") }
    return numbers
  }

  /// Whether `key` is a list whose first item is an object: keyframes.
  func isListOfObjects(_ key: String) -> Bool {
    guard case .array(let items)? = fields[key], case .object? = items.first else { return false }
    return true
  }
}
