// SPDX-License-Identifier: MIT

import MoonreelCore

/// A value from a script with a name for messages, and the rules that turn it into what Swift needs.
///
/// All messages have one grammar: `bad 'opacity' of image:opacity: expected a number from 0 to 1, got 2`.
struct Argument {
  let state: LuaState
  let value: LuaValue
  /// `"'opacity' of image:opacity"`.
  let label: String
  /// What else is good in this place, appended to what is expected: `", or keyframes …"`.
  var alternative = ""

  init(state: LuaState, value: LuaValue, label: String) {
    (self.state, self.value, self.label) = (state, value, label)
  }

  /// Whether nothing was given.
  var isNil: Bool { value.isNil }

  /// `nil` where nothing was given, else what `read` makes of it.
  func ifGiven<Result>(_ read: (Argument) throws -> Result) rethrows -> Result? {
    isNil ? nil : try read(self)
  }

  /// The error that says what was expected and what was found, and in `hint` how to mend it: `"write 0.5"`.
  func expected(_ rule: String, hint: String? = nil) -> MoonreelError {
    let end = hint.map { " (\($0))" } ?? ""
    return MoonreelError(
      .invalidArgument, "bad \(label): expected \(rule)\(alternative), got \(found)\(end)")
  }

  /// The error of a value that is of the right kind but cannot be used: the reason as a sentence.
  func refused(_ error: any Error) -> MoonreelError {
    guard let error = error as? MoonreelError else { return expected("another value") }
    return Self.refused(error, label)
  }

  /// The same for the value that `label` names, where the value itself is gone.
  static func refused(_ error: MoonreelError, _ label: String) -> MoonreelError {
    MoonreelError(error.code, "bad \(label): \(error.message)", cause: error.cause)
  }

  /// Runs `body` and names this argument in the error it throws.
  func naming<Result>(_ body: () throws -> Result) throws -> Result {
    do { return try body() } catch { throw refused(error) }
  }

  /// The value in words: as a script would write it.
  var found: String {
    switch value {
    case .function(let slot):
      guard let name = state.name(of: slot) else { return "a function" }
      return "the function \(name), not called: write \(name)(…)"
    default: return Self.words(value)
    }
  }

  /// The same where the state that a function belongs to does not matter.
  static func words(_ value: LuaValue) -> String {
    switch value {
    case .nil: "nothing"
    case .boolean(let flag): "\(flag)"
    case .integer(let number): "\(number)"
    case .number(let number): text(number)
    case .string(let text): "'\(text.count > 40 ? String(text.prefix(37)) + "..." : text)'"
    case .object(let handle): type(of: handle).article
    case .table(let view): LuaLiteral.text(view)
    case .list(let items): LuaLiteral.text(items: items, names: [])
    case .numbers(let numbers):
      LuaLiteral.text(items: numbers.map { .number(Double($0)) }, names: [])
    case .record(let fields): LuaLiteral.text(items: [], names: fields)
    case .mixture(let items, let fields): LuaLiteral.text(items: items, names: fields)
    case .function, .native: "a function"
    case .other(let kind): "a \(kind)"
    case .kept: "a value"
    }
  }

  /// A number as a person writes it: without ".0".
  static func text(_ number: Double) -> String {
    guard let whole = Int64(exactly: number) else { return "\(number)" }
    return "\(whole)"
  }
}
