// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelExport

/// How far a film is whose parts are rendered by several processes.
struct PartsProgress {
  private var parts: [ExportProgress?]
  private let began = ContinuousClock.now

  init(count: Int) { parts = [ExportProgress?](repeating: nil, count: count) }

  /// Notes what the process for `part` (from 0) says.
  mutating func note(_ progress: ExportProgress, of part: Int) { parts[part] = progress }

  /// Notes that `part` is over: all that it had to do is done.
  mutating func finish(_ part: Int) {
    if let total = parts[part]?.framesTotal { parts[part]?.framesDone = total }
  }

  /// The whole; `nil` before any part has said anything. Parts that have said nothing yet count like the mean of the others.
  /// Each part says how long the film is.
  var sum: ExportProgress? {
    let known = parts.compactMap { $0 }
    guard let first = known.first else { return nil }
    let frames = known.reduce(0) { $0 + $1.framesTotal }
    let framesTotal = Int64(
      limiting: (Double(frames) * Double(parts.count) / Double(known.count)).rounded())
    let framesDone = known.reduce(0) { $0 + $1.framesDone }
    let seconds = max((ContinuousClock.now - began).seconds, 1e-3)
    var sum = ExportProgress(
      framesDone: framesDone, framesTotal: framesTotal, timeDone: .zero, timeTotal: first.timeTotal,
      framesPerSecond: Double(framesDone) / seconds, speed: 0, secondsLeft: nil, limitingStage: nil,
      secondsElapsed: seconds, bytesWritten: 0)
    let share = sum.fraction
    sum.timeDone =
      (try? Time(seconds: (share * sum.timeTotal.seconds * 1000).rounded() / 1000)) ?? .zero
    sum.speed = sum.timeDone.seconds / seconds
    if share > 0 { sum.secondsLeft = seconds / share * (1 - share) }
    return sum
  }
}

extension ExportProgress {
  /// What another process says of its progress; `nil` where that is nothing.
  init?(json members: [JSONValue.Member]) {
    func number(_ key: String) -> Double { members.value(key)?.double ?? 0 }
    func time(_ key: String) -> Time { (try? Time(seconds: number(key))) ?? .zero }
    self.init(
      framesDone: Int64(limiting: number("frame")), framesTotal: Int64(limiting: number("frames")),
      timeDone: time("time"), timeTotal: time("duration"), framesPerSecond: number("fps"),
      speed: number("speed"), secondsLeft: members.value("eta")?.double, limitingStage: nil,
      secondsElapsed: 0, bytesWritten: 0)
    guard framesTotal > 0 || timeTotal > .zero else { return nil }
  }
}
