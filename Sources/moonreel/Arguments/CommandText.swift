// SPDX-License-Identifier: MIT

import MoonreelCore

/// What was written after the program's name, as bytes.
enum CommandText {
  /// Refuses what is no UTF-8: Swift would replace bytes of it, and the name of another file would result.
  ///
  /// - Throws: `UsageError`.
  static func check() throws {
    let arguments = UnsafeBufferPointer(
      start: CommandLine.unsafeArgv, count: Int(CommandLine.argc))
    for (argument, word) in zip(arguments, CommandLine.arguments).dropFirst() {
      guard let argument, String(validatingCString: argument) == nil else { continue }
      throw UsageError(
        error: MoonreelError(
          .invalidArgument,
          "The name '\(word)' is no UTF-8 text. Give the file another name."))
    }
  }
}
