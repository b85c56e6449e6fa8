// SPDX-License-Identifier: MIT

import MoonreelCore

/// A segment played faster or slower at its own pitch.
///
/// The stretcher always starts at the segment's beginning, a little source before it included, and is fed
/// pieces of one size: what is heard at a sample does not depend on where reading started. The price is
/// that reading from the middle of a segment runs through all that lies before it.
///
/// Where the speed changes, one stretcher serves the whole segment. It is fed as much as its next step
/// takes, and before each step told the ratio that brings its output to where the curve wants it.
final class StretchReader: SegmentReader {
  /// What to stretch and how far.
  struct Plan {
    /// The source sample heard at the segment's first sample.
    var sourceStart: Int64
    /// Output samples per input sample; of a curve, where it begins.
    var ratio: Double
    /// The engine.
    var engine: StretchEngine
    /// Samples a second.
    var sampleRate: Int
    /// Planes.
    var channelCount: Int
    /// What is heard when, where the speed changes; `nil` where it does not.
    var curve: StretchCurve?
    /// Samples before the segment's first that are read too.
    var reach: Int64 = 0
  }

  private let window: SourceWindow
  private let plan: Plan
  private var stretcher: (any TimeStretcher)?
  private var nextInput: Int64 = 0
  private var ready: [[Float]]
  private var readyStart: Int64 = 0
  /// The source sample fed first, and the segment's sample it belongs to; for curves.
  private var (firstInput, firstOutput) = (0.0, 0.0)

  /// Input fed at a time.
  private static let pieceSize = 1024
  /// Input before the segment that lets the stretcher settle.
  private static let leadIn: Int64 = 8192
  /// Input over which a curve's output is brought back to its place.
  private static let correction = 1024.0
  /// Ratios that the stretcher is ever told.
  private static let possibleRatios = 1.0 / 64...64.0

  /// Stretches what `window` shows as `plan` says.
  init(window: SourceWindow, plan: Plan) {
    (self.window, self.plan) = (window, plan)
    ready = Array(repeating: [], count: plan.channelCount)
  }

  func read(from position: Int64, frameCount: Int) throws -> [[Float]] {
    if stretcher == nil || position < readyStart { try restart() }
    let end = position + Int64(frameCount)
    while readyStart + readyCount < end {
      discard(before: position)
      try advance()
    }
    let index = Int(position - readyStart)
    return ready.map { Array($0[index..<index + frameCount]) }
  }

  private var readyCount: Int64 { Int64(ready.first?.count ?? 0) }

  private func restart() throws {
    stretcher = try plan.engine.stretcher(
      sampleRate: plan.sampleRate, channelCount: plan.channelCount, ratio: plan.ratio,
      pieceSize: Self.pieceSize)
    ready = Array(repeating: [], count: plan.channelCount)
    nextInput = plan.sourceStart
    repeat {
      nextInput -= Self.leadIn
      readyStart = place(of: nextInput)
    } while readyStart > -plan.reach
    (firstInput, firstOutput) = (Double(nextInput), Double(readyStart))
  }

  /// The segment's sample that a source sample before its start belongs to.
  private func place(of input: Int64) -> Int64 {
    if let curve = plan.curve { return Int64(limiting: curve.place(Double(input)).rounded()) }
    let advance = plan.engine.onsetAdvance(ratio: plan.ratio, sampleRate: plan.sampleRate)
    let lead = Double(plan.sourceStart - input)
    return Int64(limiting: advance.rounded()) - Int64(limiting: (lead * plan.ratio).rounded())
  }

  private func advance() throws {
    guard let stretcher else { return }
    let count = plan.curve.map { steer(along: $0) } ?? Self.pieceSize
    let index = try window.require(nextInput, nextInput + Int64(count))
    let piece = (0..<plan.channelCount).map { Array(window.plane($0)[index..<index + count]) }
    nextInput += Int64(count)
    try stretcher.feed(piece)
    let output = try stretcher.take()
    for channel in ready.indices { ready[channel] += output[channel] }
  }

  /// Tells the stretcher the ratio for its next step: the curve's, corrected by how far the output so far is
  /// from where it belongs.
  ///
  /// - Returns: how much to feed.
  private func steer(along curve: StretchCurve) -> Int {
    guard let stretcher = stretcher as? any SteerableTimeStretcher else {
      preconditionFailure("A curve needs an engine whose speed can change.")
    }
    let input = firstInput + Double(stretcher.progress.input)
    let output = firstOutput + Double(stretcher.progress.output)
    let step = Double(max(stretcher.inputForNextStep, 16))
    let place = curve.place(input)
    let ratio = (curve.place(input + step) - place) / step + (place - output) / Self.correction
    stretcher.ratio = min(
      max(ratio, Self.possibleRatios.lowerBound), Self.possibleRatios.upperBound)
    return min(stretcher.inputForNextStep, Self.pieceSize)
  }

  private func discard(before position: Int64) {
    let stale = min(position - readyStart, readyCount)
    guard stale > 0 else { return }
    for channel in ready.indices { ready[channel].removeFirst(Int(stale)) }
    readyStart += stale
  }
}
