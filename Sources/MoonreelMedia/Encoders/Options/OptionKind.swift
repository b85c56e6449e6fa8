// SPDX-License-Identifier: MIT

/// What values an option takes. A value is understood here and written anew: a library is given text
/// that was made from numbers and known words, never the text that a script gave.
enum OptionKind: Equatable {
  /// Yes or no.
  case flag
  /// A whole number, or a word that stands for one.
  case whole(ClosedRange<Int64>, words: [String])
  /// A number.
  case real(ClosedRange<Double>)
  /// One of some words.
  case word([String])
  /// Some of some words.
  case list([String])
  /// Switches, each set or cleared.
  case switches([String])
  /// One or two whole numbers.
  case wholePair(ClosedRange<Int64>)
  /// One or two numbers.
  case realPair(ClosedRange<Double>)
  /// Pairs of the library's own parameters and their values; the name is that of their list.
  case parameters(String)

  /// Reads the notation of the lists (see ``OptionList``).
  ///
  /// - Precondition: the notation is right.
  init(notation: Substring) {
    var words = notation.split(separator: " ").map(String.init)
    let first = words.removeFirst()
    switch first {
    case "flag": self = .flag
    case "word": self = .word(words)
    case "list": self = .list(words)
    case "flags": self = .switches(words)
    case "keys": self = .parameters(words[0])
    case "pair":
      if let range = Self.wholes(words[0]) {
        self = .wholePair(range)
      } else {
        self = .realPair(Self.reals(words[0]))
      }
    default:
      if let range = Self.wholes(first) {
        self = .whole(range, words: words)
      } else {
        self = .real(Self.reals(first))
      }
    }
  }

  /// The limits in `text`, such as `0..51`; `nil` where they are not whole.
  private static func wholes(_ text: String) -> ClosedRange<Int64>? {
    let (low, high) = limits(text)
    guard let low = Int64(low), let high = Int64(high) else { return nil }
    return low...high
  }

  /// The limits in `text`, such as `0.0..1.0`.
  private static func reals(_ text: String) -> ClosedRange<Double> {
    let (low, high) = limits(text)
    guard let low = Double(low), let high = Double(high) else {
      preconditionFailure("'\(text)' is no range")
    }
    return low...high
  }

  private static func limits(_ text: String) -> (String, String) {
    guard let dots = text.firstRange(of: "..") else {
      preconditionFailure("'\(text)' is no kind of option")
    }
    return (String(text[..<dots.lowerBound]), String(text[dots.upperBound...]))
  }
}

extension OptionKind {
  /// `value` as the library is given it, or `nil` where the option does not take it. Parameters are
  /// the business of ``OptionList/parameters(_:)``.
  func text(_ value: String) -> String? {
    switch self {
    case .flag: return Self.flag(value).map { $0 ? "1" : "0" }
    case .whole(let range, let words):
      return words.contains(value) ? value : Self.whole(value, in: range).map { "\($0)" }
    case .real(let range): return Self.real(value, in: range).map { "\($0)" }
    case .word(let words):
      if words.contains(value) { return value }
      // A script's 4 and 4.0 are the same number.
      return Self.whole(value, in: -1_000...1_000).map { "\($0)" }.flatMap {
        words.contains($0) ? $0 : nil
      }
    case .list(let words):
      let parts = value.split(omittingEmptySubsequences: false) { $0 == "," || $0 == "+" }
      return parts.allSatisfy { words.contains(String($0)) } ? parts.joined(separator: ",") : nil
    case .switches(let words): return Self.switches(value, words)
    case .wholePair(let range):
      return Self.pair(value) { Self.whole($0, in: range).map { "\($0)" } }
    case .realPair(let range):
      return Self.pair(value) { Self.real($0, in: range).map { "\($0)" } }
    case .parameters: return nil
    }
  }

  private static func flag(_ value: String) -> Bool? {
    switch value {
    case "1", "true", "yes", "on": true
    case "0", "false", "no", "off": false
    default: nil
    }
  }

  private static func whole(_ value: String, in range: ClosedRange<Int64>) -> Int64? {
    guard let number = number(value), number == number.rounded(), number.magnitude < 1e15 else {
      return nil
    }
    return range.contains(Int64(number)) ? Int64(number) : nil
  }

  private static func real(_ value: String, in range: ClosedRange<Double>) -> Double? {
    number(value).flatMap { range.contains($0) ? $0 : nil }
  }

  /// A decimal number, with `k`, `M` or `G` for thousands, millions and milliards.
  private static func number(_ value: String) -> Double? {
    var digits = value[...]
    var scale = 1.0
    switch digits.last {
    case "k", "K": scale = 1e3
    case "M": scale = 1e6
    case "G": scale = 1e9
    default: break
    }
    if scale != 1 { digits.removeLast() }
    // Neither `0x10` nor `inf`, which Swift would take as well.
    guard digits.utf8.count <= 32, digits.utf8.allSatisfy({ "0123456789+-.eE".utf8.contains($0) })
    else { return nil }
    return Double(digits).map { $0 * scale }
  }

  private static func pair(_ value: String, _ part: (String) -> String?) -> String? {
    let parts = value.split(omittingEmptySubsequences: false) { ",:|".contains($0) }
    guard (1...2).contains(parts.count) else { return nil }
    let known = parts.compactMap { part(String($0)) }
    return known.count == parts.count ? known.joined(separator: ",") : nil
  }

  /// `+cgop-loop`: each with its sign, so that what is not named stays as it was.
  private static func switches(_ value: String, _ words: [String]) -> String? {
    var found = ""
    var rest = value[...]
    while !rest.isEmpty {
      let sign = rest.first == "-" ? "-" : "+"
      if rest.first == "-" || rest.first == "+" { rest.removeFirst() }
      let name = rest.prefix { $0 != "+" && $0 != "-" }
      guard words.contains(String(name)) else { return nil }
      found += sign + name
      rest = rest[name.endIndex...]
    }
    return found.isEmpty ? nil : found
  }
}

extension OptionKind {
  /// What the option takes, as words: `"a whole number from 0 to 63"`.
  var takes: String {
    switch self {
    case .flag: return "0 or 1"
    case .whole(let range, let words):
      let named = words.isEmpty ? "" : ", or \(words.joined(separator: ", "))"
      return "a whole number from \(range.lowerBound) to \(range.upperBound)\(named)"
    case .real(let range): return "a number \(Self.limits(range))"
    case .word(let words): return "one of \(words.joined(separator: ", "))"
    case .list(let words): return "words joined by commas: \(words.joined(separator: ", "))"
    case .switches(let words): return "switches joined by +: \(words.joined(separator: ", "))"
    case .wholePair(let range):
      return "two whole numbers from \(range.lowerBound) to \(range.upperBound), such as 1,1"
    case .realPair(let range): return "two numbers \(Self.limits(range)), such as 1,0.5"
    case .parameters: return "pairs such as key=value:key=value"
    }
  }

  private static func limits(_ range: ClosedRange<Double>) -> String {
    "from \(short(range.lowerBound)) to \(short(range.upperBound))"
  }

  private static func short(_ value: Double) -> String {
    value == value.rounded() ? "\(Int64(value))" : "\(value)"
  }
}
