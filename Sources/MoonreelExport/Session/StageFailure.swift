// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// Turns what a stage threw into an error that names the frame.
package enum StageFailure {
  /// What `body` gives; what it throws, described.
  package static func describing<Result>(
    _ work: String, at time: Time, _ body: () throws -> Result
  ) throws -> Result {
    do { return try body() } catch { throw describe(error, work, at: time) }
  }

  /// `error` with the stage and the time added, unless it is a cancellation or names the time already.
  static func describe(_ error: any Error, _ work: String, at time: Time) -> MoonreelError {
    guard var known = error as? MoonreelError else {
      return MoonreelError(
        .renderingFailed, "Cannot \(work) the frame at \(time): \(error)", time: time)
    }
    // Times that read alike are one to the reader.
    let isNamed = known.time?.description == time.description
    guard known.code != .cancelled, !isNamed else { return known }
    known.note(time, " This happened while trying to \(work) the frame at \(time).")
    return known
  }
}

extension VideoComposition {
  /// Gets ready to draw `range`.
  ///
  /// - Throws: `MoonreelError` naming the time at which it begins.
  package func prepare(_ range: TimeRange) throws {
    try StageFailure.describing("prepare to compose", at: range.start) {
      try prepareToRender(range)
    }
  }
}
