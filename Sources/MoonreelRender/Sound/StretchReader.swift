// SPDX-License-Identifier: MIT

import MoonreelCore

/// A segment played faster or slower at its own pitch.
///
/// The stretcher always starts at the segment's beginning, a little source before it included, and is fed
/// pieces of one size: what is heard at a sample does not depend on where reading started. The price is
/// that reading from the middle of a segment runs through all that lies before it.
final class StretchReader: SegmentReader {
  /// What to stretch and how far.
  struct Plan {
    /// The source sample heard at the segment's first sample.
    var sourceStart: Int64
    /// Source samples and samples of the track that they fill; both positive.
    var sourceCount, targetCount: Int64
    /// The engine.
    var engine: TimeStretcher.Engine
    /// Samples a second.
    var sampleRate: Int
    /// Planes.
    var channelCount: Int

    /// Output samples per input sample.
    var ratio: Double { Double(targetCount) / Double(sourceCount) }
  }

  private let window: SourceWindow
  private let plan: Plan
  private var stretcher: TimeStretcher?
  private var nextInput: Int64 = 0
  private var ready: [[Float]]
  private var readyStart: Int64 = 0

  /// Input fed at a time.
  private static let pieceSize = 1024
  /// Input before the segment that lets the stretcher settle.
  private static let leadIn: Int64 = 8192

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
    stretcher = try TimeStretcher(
      engine: plan.engine, sampleRate: plan.sampleRate, channelCount: plan.channelCount,
      ratio: plan.ratio, pieceSize: Self.pieceSize)
    nextInput = plan.sourceStart - Self.leadIn
    ready = Array(repeating: [], count: plan.channelCount)
    readyStart = onsetAdvance - Int64((Double(Self.leadIn) * plan.ratio).rounded())
  }

  private func advance() throws {
    guard let stretcher else { return }
    let index = try window.require(nextInput, nextInput + Int64(Self.pieceSize))
    let piece = (0..<plan.channelCount).map {
      Array(window.plane($0)[index..<index + Self.pieceSize])
    }
    nextInput += Int64(Self.pieceSize)
    stretcher.feed(piece)
    let output = stretcher.take()
    for channel in ready.indices { ready[channel] += output[channel] }
  }

  private func discard(before position: Int64) {
    let stale = min(position - readyStart, readyCount)
    guard stale > 0 else { return }
    for channel in ready.indices { ready[channel].removeFirst(Int(stale)) }
    readyStart += stale
  }

  /// How many samples too early the engine places onsets.
  ///
  /// It sees an onset coming and freezes the phases one step ahead of it, so that the onset keeps its
  /// unstretched distance to that step. Measured with clicks: proportional to the ratio's distance from
  /// 1, with the slopes below at 44.1 and 48 kHz.
  private var onsetAdvance: Int64 {
    let slope =
      switch plan.engine {
      case .finer: plan.ratio > 1 ? 260.0 : 40.0
      case .faster: plan.ratio > 1 ? 440.0 : 310.0
      case .fasterShort: plan.ratio > 1 ? 220.0 : 160.0
      }
    let scale = (Double(plan.sampleRate) / 48000).rounded(.up)
    return Int64((slope * scale * (plan.ratio - 1)).rounded())
  }
}
