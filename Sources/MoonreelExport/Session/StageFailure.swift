// SPDX-License-Identifier: MIT

import MoonreelCore

/// Turns what a stage threw into an error that names the frame.
enum StageFailure {
  /// `error` with the stage and the time added, unless it is a cancellation or names the time already.
  static func describe(_ error: any Error, _ work: String, at time: Time) -> MoonreelError {
    guard var known = error as? MoonreelError else {
      return MoonreelError(
        .renderingFailed, "Cannot \(work) the frame at \(time): \(error)", time: time)
    }
    // Times that read alike are one to the reader.
    let isNamed = known.time?.description == time.description
    guard known.code != .cancelled, !isNamed else { return known }
    known.message += " This happened while trying to \(work) the frame at \(time)."
    known.time = time
    return known
  }
}
