// SPDX-License-Identifier: MIT

import Dispatch
import MoonreelCore
import MoonreelExport

/// Tells of an export's progress: as one line that is drawn over, as JSON lines, or not at all.
/// May be called from any thread.
final class ProgressReporter: Sendable {
  /// Who is listening.
  enum Style: Equatable, Sendable {
    /// Nobody.
    case silent
    /// A person at a terminal.
    case line
    /// A program: JSON lines on standard output, or beside it where the film goes there.
    case json(onStandardError: Bool)
  }

  private struct State {
    var lastDrawn: UInt64?
    var isLineOpen = false
  }

  private let style: Style
  private let name: String
  private let state = Locked(State())

  /// A reporter for the file `name`.
  init(style: Style, name: String) {
    (self.style, self.name) = (style, name)
  }

  /// Tells how far the work is, and `note` beside it; too frequent calls are dropped.
  func update(_ progress: ExportProgress, note: String? = nil) {
    guard style != .silent else { return }
    state.withLock { state in
      guard isDue(progress, &state) else { return }
      if style == .line {
        let line = progress.line(name: name.visible(), note: note, columns: Terminal.columns)
        Terminal.show(line)
        state.isLineOpen = true
      } else {
        event(progress.json)
      }
    }
  }

  /// Tells a person what is waited for.
  func wait(_ note: String) {
    guard style == .line else { return }
    state.withLock { state in
      Terminal.show("\(name)  \(note)")
      state.isLineOpen = true
    }
  }

  /// Tells a program of something. A reader that went away is missed at the result.
  func event(_ value: JSONValue) {
    guard case .json(let onStandardError) = style else { return }
    if onStandardError {
      Terminal.remark(json: value)
    } else {
      try? Terminal.print(value, isCompact: true)
    }
  }

  /// Takes the line away, so that what follows begins on its own; `summary` stays in its place.
  func finish(summary: [String] = []) {
    guard style == .line else { return }
    state.withLock { state in
      if state.isLineOpen { Terminal.clearLine() }
      state.isLineOpen = false
    }
    if !summary.isEmpty { Report.lines(summary) }
  }

  /// Ten times a second for people, four times for programs, and always at the end.
  private func isDue(_ progress: ExportProgress, _ state: inout State) -> Bool {
    let now = DispatchTime.now().uptimeNanoseconds
    let interval: UInt64 = style == .line ? 100_000_000 : 250_000_000
    guard progress.fraction == 1 || state.lastDrawn.map({ now - $0 >= interval }) ?? true else {
      return false
    }
    state.lastDrawn = now
    return true
  }
}
