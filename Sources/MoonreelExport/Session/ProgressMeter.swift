// SPDX-License-Identifier: MIT

import MoonreelCore

/// Counts what the stages have done and how long each was busy, and reports ten times a second.
final class ProgressMeter: Sendable {
  private struct State {
    var framesDone: Int64 = 0
    var timeDone = Time.zero
    var bytesWritten: Int64 = 0
    var busy: [ExportProgress.Stage: Duration] = [:]
    var lastReport: ContinuousClock.Instant?
  }

  private let framesTotal: Int64
  private let timeTotal: Time
  private let started = ContinuousClock.now
  private let state = Locked(State())
  private let report: @Sendable (ExportProgress) -> Void
  private let interval = Duration.milliseconds(100)

  /// A meter for an export of `framesTotal` frames and `timeTotal` that tells `report`.
  init(
    framesTotal: Int64, timeTotal: Time, report: @escaping @Sendable (ExportProgress) -> Void
  ) {
    (self.framesTotal, self.timeTotal, self.report) = (framesTotal, timeTotal, report)
  }

  /// Runs `body` and counts the time it took as work of `stage`.
  func measure<Result>(
    _ stage: ExportProgress.Stage, _ body: () throws -> Result
  ) rethrows -> Result {
    let start = ContinuousClock.now
    defer {
      let spent = ContinuousClock.now - start
      state.withLock { $0.busy[stage, default: .zero] += spent }
    }
    return try body()
  }

  /// Notes that all before `time`, `frames` frames of it, is written; reports when it is due.
  func advance(frames: Int64? = nil, time: Time, bytes: Int64) {
    let due: ExportProgress? = state.withLock { state in
      if let frames { state.framesDone = max(state.framesDone, frames) }
      state.timeDone = max(state.timeDone, time)
      state.bytesWritten = max(state.bytesWritten, bytes)
      let now = ContinuousClock.now
      if let last = state.lastReport, now - last < interval { return nil }
      state.lastReport = now
      return progress(state, at: now)
    }
    if let due { report(due) }
  }

  /// Reports the end, whenever the last report was.
  func finish(bytes: Int64) {
    report(
      state.withLock { state in
        state.framesDone = framesTotal
        state.timeDone = timeTotal
        state.bytesWritten = max(state.bytesWritten, bytes)
        return progress(state, at: .now)
      })
  }

  private func progress(_ state: State, at now: ContinuousClock.Instant) -> ExportProgress {
    let elapsed = max(1e-6, (now - started) / .seconds(1))
    let done = framesTotal > 0 ? Double(state.framesDone) : state.timeDone.seconds
    let total = framesTotal > 0 ? Double(framesTotal) : timeTotal.seconds
    let share = total > 0 ? done / total : 0
    return ExportProgress(
      framesDone: state.framesDone, framesTotal: framesTotal, timeDone: state.timeDone,
      timeTotal: timeTotal, framesPerSecond: Double(state.framesDone) / elapsed,
      speed: share * timeTotal.seconds / elapsed,
      secondsLeft: share > 0 ? elapsed * (1 - share) / share : nil,
      limitingStage: state.busy.max { $0.value < $1.value }?.key, secondsElapsed: elapsed,
      bytesWritten: state.bytesWritten)
  }
}
