// SPDX-License-Identifier: MIT

import MoonreelCore

/// What a command says beside its result, on standard error.
enum Report {
  /// One error: the sentence, and what a lower layer said.
  static func error(_ error: MoonreelError) {
    let error = RunDeadline.explain(error)
    let (first, own) = (error.lines[0], error.lines.dropFirst().map { TerminalLine($0) })
    Terminal.remark(["\(emphasized: "error:") \(first)"] + own)
  }

  /// Lines that were asked for beside the result.
  static func lines(_ lines: [String]) { Terminal.remark(lines.map { TerminalLine($0) }) }

  /// What did not go as it should, though the result is there.
  static func warning(_ sentence: String) { Terminal.remark("warning: \(sentence)") }

  /// Each warning once, with how often it was raised.
  static func warnings(_ log: WarningLog) { warnings(log.all) }

  /// The same.
  static func warnings(_ entries: [WarningLog.Entry]) {
    for entry in entries {
      let count = entry.count > 1 ? " (\(entry.count) times)" : ""
      warning(entry.message + count)
    }
  }
}

/// A failure that has been reported already: only the exit code is left to give.
struct CommandFailure: Error {
  var status: ExitStatus
}
