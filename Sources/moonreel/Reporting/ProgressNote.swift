// SPDX-License-Identifier: MIT

/// One line at a terminal that says what is done now; nothing elsewhere.
struct ProgressNote {
  /// Shows `text` in place of what was shown.
  func show(_ text: String) {
    guard Terminal.isInteractive else { return }
    Terminal.draw("\r\(text.prefix(max(1, Terminal.columns - 1)))\u{1B}[K")
  }

  /// Takes the line away.
  func clear() { if Terminal.isInteractive { Terminal.draw("\r\u{1B}[K") } }
}
