// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// Follows a gain that is a function of time, at one sample rate.
///
/// The gain of sample *n* depends on nothing but *n*: steps are counted from the factor's start and breaks, not
/// from where a block begins.
final class GainFollower {
  private let factor: GainFactor
  private let sampleRate: Int64
  /// The straight line that was followed last.
  private var line: (range: TimeRange, from: Double, to: Double)?

  init(_ factor: GainFactor, sampleRate: Int) {
    (self.factor, self.sampleRate) = (factor, Int64(sampleRate))
  }

  /// Multiplies `gains` by the factor's values from sample `start` on.
  ///
  /// - Throws: what the factor's function throws.
  func multiply(_ gains: inout [Double], from start: Int64) throws {
    guard !factor.timeRange.isEmpty else { return }
    let last = factor.timeRange.end - Time(flicks: 1)
    if case .constant = factor.following {
      let constant = max(0, try factor.value(factor.timeRange.start))
      for index in gains.indices { gains[index] *= constant }
      return
    }
    for index in gains.indices {
      let exact = try Time(value: start + Int64(index), timescale: sampleRate)
      let time = min(last, max(factor.timeRange.start, exact))
      gains[index] *= max(0, try value(at: time))
    }
  }

  private func value(at time: Time) throws -> Double {
    guard case .steps(let breaks) = factor.following else { return try factor.value(time) }
    let line = try line(at: time, breaks)
    let passed = Double((time - line.range.start).flicks)
    return line.from + (line.to - line.from) * (passed / Double(line.range.duration.flicks))
  }

  /// The line over the step that `time` lies in; before a break it leads to the value just before that.
  private func line(
    at time: Time, _ breaks: [Time]
  ) throws -> (range: TimeRange, from: Double, to: Double) {
    if let line, line.range.contains(time) { return line }
    let next = breaks.partitioningIndex { $0 > time }
    let begin = next > 0 ? max(breaks[next - 1], factor.timeRange.start) : factor.timeRange.start
    let end = next < breaks.count ? min(breaks[next], factor.timeRange.end) : factor.timeRange.end
    let count = (time - begin).flicks / GainFactor.step.flicks
    let start = begin + Time(flicks: count * GainFactor.step.flicks)
    let stop = start + GainFactor.step
    let isCut = stop >= end
    let asked = isCut ? max(start, end - Time(flicks: 1)) : stop
    let from = line?.range.end == start && start != begin ? line!.to : try factor.value(start)
    let found = (
      TimeRange(start: start, end: isCut ? end : stop), from, try factor.value(asked)
    )
    line = found
    return found
  }
}
