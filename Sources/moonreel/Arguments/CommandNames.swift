// SPDX-License-Identifier: MIT

import ArgumentParser
import MoonreelCore
import MoonreelScript

/// The commands by name.
enum CommandNames {
  /// Explains a first word that is no command: a misspelt one, or a file with the command left out. After
  /// `help` the same holds of the second.
  ///
  /// - Throws: `UsageError`.
  static func check(_ arguments: [String]) throws {
    let names = Moonreel.configuration.subcommands.compactMap { $0.configuration.commandName }
    let words = arguments.first == "help" ? arguments.dropFirst() : arguments[...]
    guard let word = words.first, !word.hasPrefix("-"), !names.contains(word) else { return }
    let isFile = word.contains(".") || word.contains("/")
    let advice =
      isFile
      ? "Say what to do with it, such as moonreel render \(word) -o film.mp4"
      : "The commands are \(names.joined(separator: ", "))"
    throw UsageError(
      error: MoonreelError(
        .invalidArgument,
        "There is no command '\(word)'\(isFile ? "" : NearestName.hint(word, among: names)). \(advice); "
          + "moonreel --help explains them."))
  }
}
