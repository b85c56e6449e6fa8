// SPDX-License-Identifier: MIT

import ArgumentParser
import FoundationEssentials

/// The options of one command, from the parser's own description of them.
struct CommandOptions {
  /// One option.
  struct Option {
    /// As typed: `--output`, `-o`.
    var names: [String]
    /// What its value is called in the help; `nil` for a flag.
    var valueName: String?
    /// Whether it may be given several times.
    var repeats: Bool

    /// The long name without its dashes.
    var key: String {
      String((names.first { $0.hasPrefix("--") } ?? names[0]).drop { $0 == "-" })
    }
  }

  let command: String
  private(set) var options: [Option] = []
  /// What words that belong to no option are called in the help.
  private(set) var operand = "file"
  /// How many such words there are; `nil`: any number.
  private(set) var operandCount: Int? = 0

  /// The options of `command`.
  init(_ command: any ParsableCommand.Type) {
    self.command = command.configuration.commandName ?? ""
    let dump = Data(command._dumpHelp().utf8)
    let help = try? JSONDecoder().decode(HelpDump.self, from: dump)
    for argument in help?.command.arguments ?? [] {
      let repeats = argument.isRepeating
      let names = (argument.names ?? []).map { ($0.kind == "long" ? "--" : "-") + $0.name }
      switch argument.kind {
      case "positional":
        operand = argument.valueName ?? operand
        operandCount = repeats ? nil : operandCount.map { $0 + 1 }
      case "flag": options.append(Option(names: names, valueName: nil, repeats: true))
      default:
        options.append(Option(names: names, valueName: argument.valueName, repeats: repeats))
      }
    }
  }

  /// The option that is typed as `name`.
  func option(_ name: some StringProtocol) -> Option? {
    options.first { $0.names.contains(String(name)) }
  }

  /// Whether `word` is several flags of one letter in one, such as `-qy`.
  func areFlags(_ word: String) -> Bool {
    word.count > 2 && !word.hasPrefix("--")
      && word.dropFirst().allSatisfy { letter in
        option("-\(letter)").map { $0.valueName == nil } ?? false
      }
  }
}

/// What is needed of the parser's description of a command.
private struct HelpDump: Decodable {
  struct Command: Decodable {
    var arguments: [Argument]?
  }

  struct Argument: Decodable {
    var kind: String
    var isRepeating: Bool
    var valueName: String?
    var names: [Name]?
  }

  struct Name: Decodable {
    var kind: String
    var name: String
  }

  var command: Command
}
