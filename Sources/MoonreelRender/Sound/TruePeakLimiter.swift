// SPDX-License-Identifier: MIT

import CKernels
import MoonreelCore

/// Turns sound up or down by one gain, and further down wherever its true peak would exceed a limit.
///
/// All channels are turned down together. Before a peak the gain falls along an S-shaped curve within 5 ms; behind it, it
/// rises again by at most 1 in half a second, so that 6 dB are back after a quarter of one. Inside the curve the needed
/// gain is never exceeded: it is smoothed over a span of which every value is the least around it.
///
/// Gains are whole numbers (2³⁰ is 1) and sums of them exact, so an output sample depends on its own place, what came
/// before and the 5 ms ahead, not on the size of blocks.
public struct TruePeakLimiter: Sendable {
  /// How many samples later a sample comes out.
  public let delay: Int

  private let gain: Double
  private let limit: Double
  /// The gain rises by at most this much a sample.
  private let step: Int64
  /// Samples in each of the two means that smooth the gain.
  private let span: Int
  private var detector: TruePeakDetector
  /// What later blocks still need: the last peak, needed gains, least gains, means and samples.
  private var lastPeak: Float = 0
  private var lastGain = unity
  private var needed: [Int64]
  private var least: [Int64]
  private var means: [Int64]
  private var waiting: [[Float]]

  private static let unity = Int64(MR_UNITY_GAIN)
  private static let attackSeconds = 0.005
  private static let releaseSeconds = 0.5

  /// A limiter that multiplies by `gain`, a factor, and keeps the true peak at or below `limit`, a magnitude.
  public init(gain: Double, limit: Double, sampleRate: Int, channelCount: Int) {
    (self.gain, self.limit) = (gain, limit)
    span = max(1, Int(limiting: Self.attackSeconds / 2 * Double(sampleRate)))
    step = max(1, Self.unity / Int64(max(1, Self.releaseSeconds * Double(sampleRate))))
    detector = TruePeakDetector(channelCount: channelCount)
    delay = TruePeakDetector.delay + 2 * span - 2
    needed = Array(repeating: Self.unity, count: 2 * span - 2)
    least = Array(repeating: Self.unity, count: span - 1)
    means = Array(repeating: Self.unity * Int64(span), count: span - 1)
    waiting = Array(repeating: [Float](repeating: 0, count: delay), count: channelCount)
  }

  /// As many samples as `planes` has: those that went in ``delay`` samples ago, silence at the start.
  public mutating func process(_ planes: [[Float]]) -> [[Float]] {
    let count = planes.first?.count ?? 0
    guard count > 0 else { return planes }
    let sums = smoothedGains(detector.peaks(of: planes), count)
    let unity = Double(Self.unity) * Double(span) * Double(span)
    return planes.indices.map { channel in
      let samples = waiting[channel] + planes[channel]
      waiting[channel] = Array(samples.suffix(delay))
      return [Float](unsafeUninitializedCapacity: count) { buffer, initialized in
        guard let base = buffer.baseAddress else { return }
        mr_levels_apply(base, samples, count, gain, sums, unity)
        initialized = count
      }
    }
  }

  /// The gains of the samples that come out, times the square of ``span``.
  private mutating func smoothedGains(_ peaks: [Float], _ count: Int) -> [Int64] {
    var fresh = [Int64](repeating: 0, count: count)
    mr_levels_needed_gains(&fresh, [lastPeak] + peaks, count, gain, limit)
    mr_levels_release(&fresh, count, lastGain, step)
    (lastPeak, lastGain) = (peaks[count - 1], fresh[count - 1])
    var window = needed + fresh
    needed = Array(window.suffix(2 * span - 2))
    mr_levels_least(&window, count, 2 * span - 1)
    let inner = Self.box(least + window.prefix(count), span)
    least = Array((least + window.prefix(count)).suffix(span - 1))
    let outer = Self.box(means + inner, span)
    means = Array((means + inner).suffix(span - 1))
    return outer
  }

  /// The sums of `span` values each.
  private static func box(_ values: [Int64], _ span: Int) -> [Int64] {
    let count = values.count - span + 1
    return [Int64](unsafeUninitializedCapacity: count) { buffer, initialized in
      guard let base = buffer.baseAddress else { return }
      mr_levels_box(base, values, count, span)
      initialized = count
    }
  }
}
