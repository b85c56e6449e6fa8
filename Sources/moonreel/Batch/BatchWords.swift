// SPDX-License-Identifier: MIT

import ArgumentParser
import MoonreelCore
import MoonreelMedia
import MoonreelScript

/// The words of a batch's command line that other commands take, too.
struct BatchWords {
  /// As typed, after the command's name.
  let words: [String]

  /// What each row says for itself.
  private static let rows: Set = ["output", "params", "json-progress", "quiet", "yes"]

  /// Those that each film is rendered with.
  var rendering: [String] { words(of: RenderCommand.self, without: Self.rows) }

  /// What the script declares, as another process of this program finds out in its sandbox.
  ///
  /// - Throws: `MoonreelError` (`script`) with what that process had to say.
  func parameters() throws -> [ScriptParameter] {
    let process = ChildProcess(
      words: ["params"] + words(of: ParamsCommand.self, without: ["set", "params"]) + ["--json"])
    var text: [UInt8] = []
    let end = try process.run(stopping: Interruption.flag) { text += $0 + [UInt8(ascii: "\n")] }
    try Interruption.flag.check()
    guard end.code == 0 else { throw MoonreelError(.script, end.message) }
    guard case .object(let members) = try JSONValue(parsing: String(decoding: text, as: UTF8.self)),
      case .array(let items)? = members.value("parameters")
    else { return [] }
    return items.compactMap { ScriptParameter(json: $0) }
  }

  /// The words that `command` takes, its operand included.
  private func words(
    of command: any ParsableCommand.Type, without left: Set<String>
  ) -> [String] {
    let (known, own) = (CommandOptions(command), CommandOptions(BatchCommand.self))
    var (taken, rest) = ([String](), words[...])
    while let word = rest.popFirst() {
      guard word.hasPrefix("-"), word != "--" else {
        taken.append(word)
        continue
      }
      let name = word.split(separator: "=", maxSplits: 1).first.map(String.init) ?? word
      let isTaken = known.option(name).map { !left.contains($0.key) } ?? false
      let value = own.option(name)?.valueName != nil && name == word ? rest.popFirst() : nil
      if isTaken { taken += [word] + [value].compactMap { $0 } }
    }
    return taken
  }
}
