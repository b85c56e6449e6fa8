// SPDX-License-Identifier: MIT

import MoonreelCore

extension Argument {
  /// A finite number, in `range` where one is given.
  func number(_ range: ClosedRange<Double>? = nil) throws -> Double {
    let rule = range.map { Self.rule("a number", $0) } ?? "a finite number"
    let number: Double
    switch value {
    case .integer(let whole): number = Double(whole)
    case .number(let given): number = given
    default: throw expected(range == nil ? "a number" : rule, hint: numberHint(range))
    }
    guard number.isFinite, range?.contains(number) ?? true else {
      throw expected(rule, hint: numberHint(range))
    }
    return number
  }

  /// A number that enters the picture graph: rounded to 32-bit float, once.
  func real(_ range: ClosedRange<Double>? = nil) throws -> Double {
    let rounded = Float(try number(range))
    guard rounded.isFinite else { throw expected("a number that a 32-bit float can hold") }
    return Double(rounded)
  }

  /// The same as a `Float`.
  func float(_ range: ClosedRange<Double>? = nil) throws -> Float { Float(try real(range)) }

  /// A whole number in `range`; 3.0 counts as whole.
  func integer(_ range: ClosedRange<Int> = Int.min...Int.max) throws -> Int {
    let isLimited = range != Int.min...Int.max
    let rule = isLimited ? Self.rule("a whole number", range) : "a whole number"
    let whole: Int?
    switch value {
    case .integer(let number): whole = Int(number)
    case .number(let number): whole = Int(exactly: number)
    default: whole = nil
    }
    guard let whole, range.contains(whole) else { throw expected(rule, hint: numberHint(nil)) }
    return whole
  }

  /// `true` or `false`.
  func boolean() throws -> Bool {
    guard case .boolean(let flag) = value else { throw expected("true or false") }
    return flag
  }

  /// A string.
  func string() throws -> String {
    guard case .string(let text) = value else { throw expected("a string") }
    if text.utf8.count > 256 { note(text.utf8.count) }
    return text
  }

  /// One of `Choice`'s names, written in snake case.
  func choice<Choice: RawRepresentable & CaseIterable>(_: Choice.Type = Choice.self) throws
    -> Choice
  where Choice.RawValue == String {
    let names = Choice.allCases.map { SnakeCase.text($0.rawValue) }
    let name = try choice(among: names)
    return Array(Choice.allCases)[names.firstIndex(of: name)!]
  }

  /// One of `names`.
  func choice(among names: [String]) throws -> String {
    guard case .string(let name) = value else { throw expected(ChoiceRule.text(names)) }
    guard names.contains(name) else {
      let hint = NearestName.hint(name, among: names)
      throw MoonreelError(
        .invalidArgument, expected(ChoiceRule.text(names, instead: name)).message + hint)
    }
    return name
  }

  /// A function, or a table that can be called like one, kept for later calls.
  func callback(_ rule: String = "a function") throws -> LuaReference {
    switch value {
    case .function(let slot) where state.name(of: slot) == nil: return try state.keep(slot)
    case .table(let view) where try view.isCallable && view.uncalled == nil:
      return try state.keep(view.slot)
    default: throw expected(rule)
    }
  }

  /// Any value, kept for the script itself.
  func kept() throws -> LuaReference? {
    switch value {
    case .table(let view): try state.keep(view.slot)
    case .function(let slot): try state.keep(slot)
    default: nil
    }
  }

  /// An object of type `Wanted`.
  func object<Wanted: Handle>(_ type: Wanted.Type = Wanted.self) throws -> Wanted {
    guard case .object(let handle) = value, let wanted = handle as? Wanted else {
      throw expected(Wanted.article)
    }
    return wanted
  }

  /// The items of a list, at most 100,000. What is no list is refused, never taken for an empty one: an effect
  /// and other callable tables, tables with names, lists that do not begin at 1.
  func items(_ rule: String) throws -> [Argument] {
    guard case .table(let view) = value, try view.uncalled == nil else { throw expected(rule) }
    let (count, keys) = (view.count, try view.keys())
    guard count > 0 || (!view.hasMetatable && keys.names.isEmpty) else { throw expected(rule) }
    if let stray = keys.names.first.map({ "'\($0)'" }) ?? keys.other {
      throw expected(
        rule,
        hint: "there is an item at \(stray); lists have no names, and count from 1 without gaps")
    }
    guard count <= 100_000 else { throw expected("\(rule) of at most 100000 items") }
    if count > 16 { note(48 * count) }
    return try (0..<count).map { index in
      let item = Argument(
        state: state, value: try view.item(index + 1), label: "item \(index + 1) of \(label)")
      if item.isNil { throw item.hole(of: count) }
      return item
    }
  }

  /// The error of an item that is nothing among `count` items.
  func hole(of count: Int) -> MoonreelError {
    MoonreelError(
      .invalidArgument,
      "\(label) is nothing (nil), and more follow up to item \(count); leave it out of the list where it is nil"
    )
  }

  /// The items of a list; one value that is no list stands for a list of it.
  func list(_ rule: String) throws -> [Argument] { try isOne ? [self] : items(rule) }

  /// Whether it is one value, not a list: no table, an object of the standard library, or a table of options,
  /// which may have an item before them.
  private var isOne: Bool {
    get throws {
      guard case .table(let view) = value else { return !isNil }
      if try view.count == 0 && view.isCallable { return true }
      return try view.count <= 1 && !view.keys().names.isEmpty
    }
  }

  private static func rule(_ kind: String, _ range: ClosedRange<Double>) -> String {
    let (low, high) = (range.lowerBound, range.upperBound)
    if low <= -.greatestFiniteMagnitude { return "\(kind) of at most \(text(high))" }
    if high == .infinity || high >= .greatestFiniteMagnitude {
      return low == 0 ? "\(kind), 0 or more" : "\(kind) of at least \(text(low))"
    }
    return "\(kind) from \(text(low)) to \(text(high))"
  }

  private static func rule(_ kind: String, _ range: ClosedRange<Int>) -> String {
    range.upperBound == Int.max
      ? "\(kind) of at least \(range.lowerBound)"
      : "\(kind) from \(range.lowerBound) to \(range.upperBound)"
  }
}
