// SPDX-License-Identifier: MIT

import MoonreelCore

/// How far the sound of the runs is written.
struct SoundQueue: Sendable {
  let sampleRate: Int
  let latency: Time
  /// Index of the run, and the samples of it that are written.
  private(set) var run = 0
  private var offset: Int64 = 0
  /// What was written for this time and later is to be forgotten.
  var flushed: Time?

  /// Sound is written so much before it is heard.
  private static let ahead = Time(flicks: Time.flicksPerSecond / 5)

  init(_ output: any SoundOutput) { (sampleRate, latency) = (output.sampleRate, output.latency) }

  mutating func begin() { (run, offset) = (0, 0) }

  mutating func nextRun() { (run, offset) = (run + 1, 0) }

  /// The first run is over.
  mutating func passedRun() {
    if run == 0 { offset = 0 } else { run -= 1 }
  }

  /// What was written beyond the end of `run`, the first, is written anew.
  mutating func resume(at run: Run) {
    (self.run, offset) = (0, total(run))
    flushed = run.endHost
  }

  func isAtEnd(of run: Run) -> Bool { offset >= total(run) }

  /// When the next block is to be written; `nil` where there is none.
  func refill(_ runs: [Run]) -> Time? {
    guard runs.indices.contains(run), !isAtEnd(of: runs[run]) else { return nil }
    return host(runs[run]) - Self.ahead - latency
  }

  mutating func take(_ run: Run, gain: Float) -> SoundOrder {
    let count = min(Int64(max(1, sampleRate / 50)), total(run) - offset)
    defer { offset += count }
    return SoundOrder(run: run, offset: offset, count: Int(count), host: host(run), gain: gain)
  }

  private func total(_ run: Run) -> Int64 {
    guard run.info.hasSound, Self.isAudible(run.base.rate) else { return 0 }
    return (run.endHost - run.base.host).value(timescale: Int64(sampleRate))
  }

  private func host(_ run: Run) -> Time {
    run.base.host
      + Time(flicks: Time.flicksPerSecond).multiplied(by: offset, dividedBy: Int64(sampleRate))
  }

  /// Faster and slower than this nothing is heard.
  private static func isAudible(_ rate: Rational) -> Bool {
    (1.0 / 32...32).contains(abs(rate.doubleValue))
  }
}
