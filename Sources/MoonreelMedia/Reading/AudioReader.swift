// SPDX-License-Identifier: MIT

import CFFmpeg
import MoonreelCore

/// Decodes the sound of one track at a wanted rate and layout, at any position.
///
/// The samples at a position do not depend on how it was reached: the resampler begins anew only where
/// its phases begin anew, far enough ahead for its filter.
///
/// `@unchecked Sendable`: it may be handed from thread to thread; one thread at a time may use it.
public final class AudioReader: @unchecked Sendable {
  /// The track being read.
  public let track: AssetTrack
  /// Samples a second that are delivered.
  public let sampleRate: Int
  /// The loudspeakers that are delivered.
  public let layout: ChannelLayout

  private let source: SoundSource
  private let sourceLayout: ChannelLayout
  private let matrix: [[Double]]?
  private let brokenAt: Time?
  private let warnings: WarningLog?
  private var resampler: Resampler?
  /// The next sample to feed, and the next that comes out of the resampler.
  private var (nextInput, nextOutput): (Int64, Int64) = (0, 0)
  /// Samples out of the resampler that nobody has asked for yet.
  private var ready: [[Float]] = []
  private var hasEnded = false

  /// Opens the track's file through `gate`.
  ///
  /// - Parameter matrix: what each channel of `layout` is made of: a row for each, with gains for the track's channels;
  ///   `nil`: by the standard mix.
  /// - Throws: `MoonreelError`: `accessDenied`, `fileAccess` or `unsupportedFormat`;
  ///   `invalidArgument` for a rate or layout that cannot be made.
  public init(
    track: AssetTrack, sampleRate: Int, layout: ChannelLayout, gate: FileGate,
    matrix: [[Double]]? = nil, warnings: WarningLog? = nil
  ) throws {
    guard (1...768_000).contains(sampleRate), layout.count > 0 else {
      throw MoonreelError(
        .invalidArgument, "Cannot deliver sound at \(sampleRate) Hz in \(layout.count) channels.")
    }
    source = try SoundSource(track: track, gate: gate, warnings: warnings)
    (self.track, self.sampleRate, self.layout) = (track, sampleRate, layout)
    self.matrix = matrix
    (sourceLayout, self.warnings) = (track.audio?.layout ?? .stereo, warnings)
    brokenAt = source.brokenAt
    if sampleRate == source.index.sampleRate, !isUnmixed {
      resampler = try makeResampler()
    }
  }

  /// `frameCount` samples from sample `start` of the asset's clock (counted at ``sampleRate``);
  /// silence where the track has no sound. Sequential reads do not seek.
  ///
  /// - Throws: `MoonreelError` (`decodingFailed`) naming file, time and stage.
  public func read(from start: Int64, frameCount: Int) throws -> SampleBuffer {
    precondition(frameCount >= 0, "a block has no negative length")
    try checkForBreak(start, frameCount)
    let channels: [[Float]]
    if sampleRate == source.index.sampleRate {
      let own = try source.read(from: start, count: frameCount)
      channels = isUnmixed ? own : try mix(own, count: frameCount)
    } else {
      channels = try resampled(from: start, count: frameCount)
    }
    return SampleBuffer(sampleRate: sampleRate, channels: channels)
  }

  /// Whether the track's channels are delivered as they are.
  private var isUnmixed: Bool { layout == sourceLayout && matrix == nil }

  private func makeResampler() throws -> Resampler {
    try Resampler(
      from: .init(
        format: AV_SAMPLE_FMT_FLTP.rawValue, sampleRate: source.index.sampleRate,
        layout: sourceLayout), toRate: sampleRate, toLayout: layout,
      mixing: matrix)
  }

  private func mix(_ channels: [[Float]], count: Int) throws -> [[Float]] {
    guard let resampler, count > 0 else {
      return Array(repeating: [], count: layout.count)
    }
    return try resampler.convert(channels)
  }

  /// Past the end of a file that breaks off: an error, or silence and a warning.
  private func checkForBreak(_ start: Int64, _ count: Int) throws {
    guard let brokenAt, track.timeRange.end > brokenAt else { return }
    let end = try Time(value: start + Int64(count), timescale: Int64(sampleRate))
    let begin = try Time(value: start, timescale: Int64(sampleRate))
    guard end > brokenAt, begin < track.timeRange.end else { return }
    guard track.damagePolicy == .conceal else {
      throw MoonreelError(
        .decodingFailed,
        "Cannot read the sound at \(max(begin, brokenAt)) of '\(track.path)' (\(track.codecName)): the "
          + "file breaks off at \(brokenAt). Get the whole file, or \(DamagePolicy.advice).")
    }
    warnings?.warn("Sound of '\(track.path)' is damaged or missing; silence stands in for it.")
  }
}

extension AudioReader {
  /// Samples from the resampler, begun anew where `start` is not where it stands.
  private func resampled(from start: Int64, count: Int) throws -> [[Float]] {
    if resampler == nil || start != nextOutput - Int64(readyCount) { try restart(at: start) }
    var result = Array(repeating: [Float](), count: layout.count)
    let end = start + Int64(count)
    // What lies before the resampler's own beginning is silence.
    let lead = max(0, min(count, Int(clamping: nextOutput - Int64(readyCount) - start)))
    for channel in result.indices {
      result[channel] = Array(repeating: 0, count: lead)
      result[channel].reserveCapacity(count)
    }
    guard lead < count else { return result }
    while nextOutput < end, !hasEnded { try feed() }
    let taken = min(readyCount, count - lead)
    for channel in result.indices {
      if taken > 0 {
        result[channel] += ready[channel][..<taken]
        ready[channel].removeFirst(taken)
      }
      let missing = count - result[channel].count
      result[channel] += Array(repeating: 0, count: missing)
    }
    // Past the end the position goes on in silence.
    if hasEnded, readyCount == 0 { nextOutput = max(nextOutput, end) }
    return result
  }

  private var readyCount: Int { ready.first?.count ?? 0 }

  /// Sets the resampler up at a place where input and output samples coincide, so far before output
  /// sample `start` that the filter's beginning does not reach it.
  private func restart(at start: Int64) throws {
    let (inRate, outRate) = (Int64(source.index.sampleRate), Int64(sampleRate))
    let divisor = Int64(ResamplingFilter.commonDivisor(Int(inRate), Int(outRate)))
    let (inStep, outStep) = (inRate / divisor, outRate / divisor)
    let filter = ResamplingFilter(inputRate: Int(inRate), outputRate: Int(outRate))
    let wanted = Self.floorDivide(start, outStep) * inStep - filter.reach
    let first = Self.floorDivide(source.index.audibleStart, inStep)
    let step = max(first, Self.floorDivide(wanted, inStep))
    if let resampler { try resampler.reset() } else { resampler = try makeResampler() }
    (nextInput, nextOutput) = (step * inStep, step * outStep)
    ready = Array(repeating: [], count: layout.count)
    hasEnded = false
    while nextOutput < start, !hasEnded { try feed() }
    let surplus = min(readyCount, max(0, readyCount - Int(clamping: nextOutput - start)))
    for channel in ready.indices { ready[channel].removeFirst(surplus) }
    if hasEnded { nextOutput = max(nextOutput, start) }
  }

  /// Feeds one block to the resampler, or its end.
  private func feed() throws {
    guard let resampler else { return }
    let left = source.index.end - nextInput
    let output: [[Float]]
    if left > 0 {
      let count = Int(min(4096, left))
      output = try resampler.convert(try source.read(from: nextInput, count: count))
      nextInput += Int64(count)
    } else {
      output = try resampler.finish()
      hasEnded = true
    }
    for channel in ready.indices { ready[channel] += output[channel] }
    nextOutput += Int64(output.first?.count ?? 0)
  }

  private static func floorDivide(_ a: Int64, _ b: Int64) -> Int64 {
    a >= 0 ? a / b : -((-a + b - 1) / b)
  }
}
