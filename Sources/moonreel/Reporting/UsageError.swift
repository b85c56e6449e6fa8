// SPDX-License-Identifier: MIT

import MoonreelCore

/// A mistake in the command line that shows only when the film is known, or where a library judges what was
/// typed.
struct UsageError: Error {
  /// What is wrong.
  let error: MoonreelError

  /// Runs `body`, whose bad arguments were typed on the command line.
  static func blamed<Result>(_ body: () throws -> Result) throws -> Result {
    do { return try body() } catch let error as MoonreelError where error.code == .invalidArgument {
      throw UsageError(error: error)
    }
  }
}
