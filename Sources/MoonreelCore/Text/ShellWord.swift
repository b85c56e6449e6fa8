// SPDX-License-Identifier: MIT

/// Words as a POSIX shell reads them.
package enum ShellWord {
  /// `word` in single quotes: the shell takes every byte of it as it is, line breaks too.
  package static func quoted(_ word: String) -> String {
    "'" + word.replacing("'", with: #"'\''"#) + "'"
  }

  /// A command as a line of shell; words of letters, digits and the like stand without quotes.
  package static func line(_ words: [String]) -> String {
    words.map { $0.wholeMatch(of: /[A-Za-z0-9_\/.,:=@%+-]+/) == nil ? quoted($0) : $0 }
      .joined(separator: " ")
  }
}
