// SPDX-License-Identifier: MIT

import ArgumentParser
import MoonreelCore
import MoonreelMedia
import MoonreelScript

/// The words of a command's line, from which the lines of other processes of this program are made.
struct CommandWords {
  /// The command whose line it is.
  let command: any ParsableCommand.Type
  /// As typed, after the command's name.
  let words: [String]

  init(_ words: [String], of command: any ParsableCommand.Type) {
    (self.words, self.command) = (words, command)
  }

  /// The line that this process was started with.
  static func ours(of command: any ParsableCommand.Type) -> CommandWords {
    CommandWords(Array(CommandLine.arguments.dropFirst(2)), of: command)
  }

  /// The words that `other` takes, its operands last and where that is needed behind `--`.
  ///
  /// - Parameter left: long names of options that are left out.
  func words(of other: any ParsableCommand.Type, without left: Set<String> = []) -> [String] {
    let (known, own) = (CommandOptions(other), CommandOptions(command))
    var (taken, operands, rest) = ([String](), [String](), words[...])
    while let word = rest.popFirst() {
      guard word != "--" else {
        operands += rest
        break
      }
      guard word.hasPrefix("-"), word != "-" else {
        operands.append(word)
        continue
      }
      let name = word.split(separator: "=", maxSplits: 1).first.map(String.init) ?? word
      let isTaken = known.option(name).map { !left.contains($0.key) } ?? false
      let value = own.option(name)?.valueName != nil && name == word ? rest.popFirst() : nil
      if isTaken { taken += [word] + [value].compactMap { $0 } }
    }
    return taken + (operands.contains { $0.hasPrefix("-") } ? ["--"] : []) + operands
  }

  /// What the script declares, as another process of this program finds out in its sandbox.
  ///
  /// - Throws: `MoonreelError` (`script`) with what that process had to say.
  func parameters() throws -> [ScriptParameter] {
    let process = ChildProcess(
      words: ["params", "--json"] + words(of: ParamsCommand.self, without: ["set", "params"]))
    var text: [UInt8] = []
    let end = try process.run(stopping: Interruption.flag) { text += $0 + [UInt8(ascii: "\n")] }
    try Interruption.flag.check()
    guard end.code == 0 else { throw MoonreelError(.script, end.message) }
    guard case .object(let members) = try JSONValue(parsing: String(decoding: text, as: UTF8.self)),
      case .array(let items)? = members.value("parameters")
    else { return [] }
    return items.compactMap { ScriptParameter(json: $0) }
  }
}
