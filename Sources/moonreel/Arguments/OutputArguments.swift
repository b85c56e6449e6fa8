// SPDX-License-Identifier: MIT

import ArgumentParser
import MoonreelCore
import MoonreelMedia

/// Where a command writes to.
struct OutputArguments: ParsableArguments {
  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp("The file to write.", valueName: "file"), completion: .file())
  var path: String

  @OptionGroup var replacing: ReplacingArguments
}

/// What becomes of files that are there already.
struct ReplacingArguments: ParsableArguments {
  @Flag(help: "Fail where a file of that name exists.")
  var noOverwrite = false

  @Flag(
    name: .shortAndLong,
    help: "Replace files without asking; on a terminal, others than Moonreel's are asked about.")
  var yes = false

  func validate() throws {
    if noOverwrite && yes {
      throw ValidationError("--no-overwrite and --yes contradict each other.")
    }
  }

  /// Sets what was asked for at the gate that outputs pass.
  func apply(to gate: inout FileGate) {
    if noOverwrite { gate.writing.replacesFiles = false }
  }

  /// Asks whether `files` may be replaced, where there is a person to ask and one of them is not Moonreel's
  /// own.
  ///
  /// - Throws: `MoonreelError` (`fileAccess`) where they are to stay.
  func confirm(_ files: [String]) throws {
    guard !yes, Terminal.canAsk else { return }
    let strangers = files.filter { !WrittenMark.isPresent(at: $0) }
    guard let first = strangers.first else { return }
    let what =
      strangers.count == 1
      ? "'\(first)' exists and was not written by Moonreel. Replace it?"
      : "'\(first)' and \(strangers.count - 1) more exist and were not written by Moonreel. Replace them?"
    guard try Terminal.ask(what + " [y/N] ") else {
      throw MoonreelError(
        .fileAccess,
        "Cannot write '\(first)': the file that is there is kept. Write to another name.")
    }
  }
}
