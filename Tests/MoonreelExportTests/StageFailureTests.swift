// SPDX-License-Identifier: MIT

import MoonreelCore
import Testing

@testable import MoonreelExport

/// What an error of a stage says of the frame.
@Suite struct StageFailureTests {
  private let time = Time(flicks: 2 * Time.flicksPerSecond)

  private func described(_ error: any Error) -> MoonreelError {
    StageFailure.describe(error, "draw", at: time)
  }

  @Test func theFrameIsNamedOnce() {
    let once = described(MoonreelError(.decodingFailed, "It is damaged.", cause: "why"))
    let sentence = "It is damaged. This happened while trying to draw the frame at 2.000 s."
    #expect(once.message == sentence && once.code == .decodingFailed && once.cause == "why")
    #expect(described(once).message == sentence)
    let other = StageFailure.describe(once, "encode", at: .zero).message
    #expect(other == sentence + " This happened while trying to encode the frame at 0.000 s.")
  }

  @Test("lines of Moonreel's own stay at the end, and line breaks that are quoted where they are")
  func lines() {
    let words = " This happened while trying to draw the frame at 2.000 s."
    let own = described(MoonreelError(.script, "It is wrong.\nSo is this.", ownLines: 1))
    #expect(own.message == "It is wrong.\(words)\nSo is this.")
    let quoted = described(MoonreelError(.script, "It is 'wrong.\nSo is this'."))
    #expect(quoted.message == "It is 'wrong.\nSo is this'.\(words)")
  }

  @Test("an error that names the moment is left alone, to a millisecond") func named() {
    let nearly = time + Time(flicks: 1)
    let message = "The frame at \(nearly) is damaged."
    #expect(described(MoonreelError(.decodingFailed, message, time: nearly)).message == message)
    let cancelled = described(CancellationFlag.error)
    #expect(cancelled.message == CancellationFlag.error.message && cancelled.code == .cancelled)
  }

  @Test("what a message happens to say decides nothing") func words() {
    let error = MoonreelError(.renderingFailed, "'2.000 s.png' is no picture.")
    #expect(described(error).message.contains("draw the frame at 2.000 s"))
  }

  @Test func otherErrorsBecomeOurs() {
    struct Odd: Error {}
    let error = described(Odd())
    #expect(error.message == "Cannot draw the frame at 2.000 s: Odd()" && error.time == time)
  }
}
