// SPDX-License-Identifier: MIT

import ArgumentParser

/// How much a command says.
struct QuietArguments: ParsableArguments {
  @Flag(name: .shortAndLong, help: "Report nothing but errors and warnings.")
  var quiet = false
}

/// How a command that works for long tells how far it is.
struct ReportingArguments: ParsableArguments {
  @Flag(help: "Report progress as JSON lines on standard output.")
  var jsonProgress = false

  @OptionGroup var silence: QuietArguments

  func validate() throws {
    if jsonProgress && silence.quiet {
      throw ValidationError("--json-progress and --quiet contradict each other.")
    }
  }

  /// Whether a result is told in words.
  var tellsResult: Bool { !silence.quiet && !jsonProgress }

  /// What a reporter of progress does.
  ///
  /// - Parameter output: where the film goes; beside `-`, standard output, JSON lines are printed on standard error.
  func style(output: String = "") -> ProgressReporter.Style {
    if jsonProgress { return .json(onStandardError: output == "-") }
    return !silence.quiet && Terminal.isInteractive ? .line : .silent
  }
}
