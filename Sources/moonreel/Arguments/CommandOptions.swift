// SPDX-License-Identifier: MIT

import ArgumentParser
import MoonreelCore

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
  /// Whether there may be several such words.
  private(set) var takesSeveralOperands = false

  /// The options of `command`.
  init(_ command: any ParsableCommand.Type) {
    self.command = command.configuration.commandName ?? ""
    let description = try? JSONText(parsing: command._dumpHelp())
    for argument in description?["command"]?["arguments"]?.values ?? [] {
      let repeats = argument["isRepeating"]?.isTrue ?? false
      let valueName = argument["valueName"]?.text
      let names = (argument["names"]?.values ?? []).compactMap { name in
        name["name"]?.text.map { (name["kind"]?.text == "long" ? "--" : "-") + $0 }
      }
      switch argument["kind"]?.text {
      case "positional": (operand, takesSeveralOperands) = (valueName ?? operand, repeats)
      case "flag": options.append(Option(names: names, valueName: nil, repeats: true))
      default: options.append(Option(names: names, valueName: valueName, repeats: repeats))
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

extension JSONText {
  fileprivate subscript(name: String) -> JSONText? {
    guard case .fields(let fields) = self else { return nil }
    return fields.first { $0.0 == name }?.1
  }

  fileprivate var values: [JSONText]? { if case .list(let list) = self { list } else { nil } }
  fileprivate var text: String? { if case .string(let text) = self { text } else { nil } }
  fileprivate var isTrue: Bool { if case .boolean(true) = self { true } else { false } }
}
