// SPDX-License-Identifier: MIT

import ArgumentParser

/// What every command that draws pictures takes.
struct DrawingArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Threads that draw (default: one a core); the pictures are the same for any number.",
      valueName: "count"))
  var threads: Int?

  func validate() throws {
    if let threads, !(1...1024).contains(threads) {
      throw ValidationError("--threads takes a number from 1 to 1024.")
    }
  }
}
