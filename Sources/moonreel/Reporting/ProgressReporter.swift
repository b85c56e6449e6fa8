// SPDX-License-Identifier: MIT

import Dispatch
import MoonreelCore

/// Tells of a render's progress: as one line that is drawn over, as JSON lines, or not at all.
final class ProgressReporter {
  /// Who is listening.
  enum Style: Equatable {
    /// Nobody.
    case silent
    /// A person at a terminal.
    case line
    /// A program: JSON lines on standard output, or beside it where the film goes there.
    case json(onStandardError: Bool)
  }

  private let style: Style
  private let name: String
  private var lastDrawn: UInt64 = 0
  private var isLineOpen = false

  /// A reporter for the file `name`.
  init(style: Style, name: String) {
    (self.style, self.name) = (style, name)
  }

  /// Tells how far the work is; too frequent calls are dropped.
  func update(_ snapshot: ProgressSnapshot) throws {
    guard style != .silent, isDue(isLast: snapshot.framesDone == snapshot.framesTotal) else { return }
    switch style {
    case .silent: break
    case .line:
      Terminal.draw("\r" + snapshot.line(name: name, columns: Terminal.columns) + "\u{1B}[K")
      isLineOpen = true
    case .json: try event(snapshot.json)
    }
  }

  /// Tells a program of something.
  func event(_ value: JSONValue) throws {
    guard case .json(let onStandardError) = style else { return }
    if onStandardError {
      Terminal.remark(value.text())
    } else {
      try Terminal.print(value.text())
    }
  }

  /// Ends the line, so that what follows begins on its own; `summary` stays in its place.
  func finish(summary: String? = nil) {
    guard case .line = style else { return }
    if isLineOpen { Terminal.draw("\r\u{1B}[K") }
    if let summary { Terminal.remark(summary) }
    isLineOpen = false
  }

  /// Ten times a second for people, four times for programs, and always at the end.
  private func isDue(isLast: Bool) -> Bool {
    let now = DispatchTime.now().uptimeNanoseconds
    let interval: UInt64 = style == .line ? 100_000_000 : 250_000_000
    guard isLast || lastDrawn == 0 || now - lastDrawn >= interval else { return false }
    lastDrawn = now
    return true
  }
}
