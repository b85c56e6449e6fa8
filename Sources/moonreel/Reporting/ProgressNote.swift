// SPDX-License-Identifier: MIT

/// One line at a terminal that says what is done now; nothing elsewhere.
struct ProgressNote {
  /// Shows `text` in place of what was shown.
  func show(_ text: String) {
    guard Terminal.isInteractive else { return }
    Terminal.show(text)
  }

  /// Takes the line away.
  func clear() { if Terminal.isInteractive { Terminal.clearLine() } }
}
