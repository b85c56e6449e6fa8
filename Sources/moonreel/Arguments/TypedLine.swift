// SPDX-License-Identifier: MIT

import ArgumentParser
import MoonreelCore

/// A command line as it was typed, looked through before it is parsed: every mistake in it gets one sentence
/// with the person's own words and the nearest right ones. What passes here may still be refused by the parser.
struct TypedLine {
  private let options: CommandOptions
  private var rest: ArraySlice<String>
  private var values: [String: String] = [:]
  private var operands: [String] = []

  /// Looks through `arguments`, which begin with the name of a command.
  ///
  /// - Throws: `UsageError`.
  static func check(_ arguments: [String]) throws {
    let command = Moonreel.configuration.subcommands.first {
      $0.configuration.commandName == arguments.first
    }
    guard let command, !arguments.contains("--help"), !arguments.contains("-h") else { return }
    var line = TypedLine(options: CommandOptions(command), rest: arguments.dropFirst())
    try line.read()
  }

  private init(options: CommandOptions, rest: ArraySlice<String>) {
    (self.options, self.rest) = (options, rest)
  }

  private mutating func read() throws {
    while let word = rest.popFirst() {
      if word == "--" {
        operands += rest
        break
      }
      if word.hasPrefix("-"), word != "-" { try read(option: word) } else { operands.append(word) }
    }
    if let most = options.operandCount, operands.count > max(1, most) {
      throw superfluous(operands[max(1, most)])
    }
  }

  private mutating func read(option word: String) throws {
    if options.areFlags(word) { return }
    let sides = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(sides[0])
    guard let option = options.option(name) else {
      guard !Self.isParsers(name) else { return }
      throw unknown(name, value: sides.count > 1 ? String(sides[1]) : rest.first)
    }
    guard option.valueName != nil else { return }
    let form = OptionForm.of(option.key, in: options.command)
    let value = try sides.count > 1 ? String(sides[1]) : self.value(of: name, form)
    if let former = values[option.key], !option.repeats {
      throw wrong(
        "\(name) is given twice, with '\(former)' and '\(value)', and takes one value: keep one of them."
      )
    }
    values[option.key] = value
    guard !form.accepts(value) else { return }
    let advice = form.advice(value).map { ": \($0)." } ?? "."
    throw wrong("\(name) takes \(form.takes), not '\(value)'\(advice)")
  }

  private mutating func value(of name: String, _ form: OptionForm) throws -> String {
    guard let next = rest.popFirst() else {
      throw wrong("\(name) takes \(form.takes), and nothing follows.")
    }
    let isOption = options.option(next) != nil || next.hasPrefix("--")
    if isOption || next.hasPrefix("-") && next != "-" && !form.mayBeNegative {
      throw wrong("\(name) takes \(form.takes), and the option '\(next)' follows.")
    }
    return next
  }

  // MARK: Sentences

  /// What the parser knows beside the options of commands.
  private static func isParsers(_ name: String) -> Bool {
    ["--version", "--help-hidden", "--experimental-dump-help", "--generate-completion-script"]
      .contains(name)
  }

  private func unknown(_ name: String, value: String?) -> UsageError {
    let word = String(name.drop { $0 == "-" })
    let names = options.options.map(\.key)
    if let advice = OtherPrograms.advice(on: name, value: value, options) {
      return wrong("\(options.command) has no option '\(name)': \(advice).")
    }
    if name.hasPrefix("--"), let nearest = NearestName.nearest(word, among: names) {
      return wrong(
        "\(options.command) has no option '\(name)'\(NearestName.question("--" + nearest)).")
    }
    let given = value.flatMap { $0.hasPrefix("-") || $0.contains(".") ? nil : $0 } ?? "…"
    let parameter =
      names.contains("set") && name.hasPrefix("--")
      ? ": a parameter of the script is set with --set \(word)=\(given)." : "."
    return wrong("\(options.command) has no option '\(name)'\(parameter)")
  }

  private func superfluous(_ word: String) -> UsageError {
    let advice: String
    if values["output"] == nil, options.option("--output") != nil, OptionForm.isMediaName(word) {
      advice = "to write to it, say -o \(word)"
    } else if SettingArgument(argument: word) != nil, options.option("--set") != nil {
      advice = "to set a parameter of the script, say --set \(word)"
    } else if RangeArgument(argument: word) != nil, options.option("--range") != nil {
      advice = "for a stretch of the film say --range \(word)"
    } else {
      advice = "names with spaces stand in quotes"
    }
    let taken =
      options.operandCount == 2
      ? "two films, '\(operands[0])' and '\(operands[1])'"
      : "one \(options.operand), '\(operands[0])'"
    return wrong("\(options.command) takes \(taken), and '\(word)' follows: \(advice).")
  }

  private func wrong(_ sentence: String) -> UsageError {
    UsageError(
      error: MoonreelError(
        .invalidArgument, sentence + " See moonreel \(options.command) --help."))
  }
}
