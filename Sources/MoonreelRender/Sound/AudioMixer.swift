// SPDX-License-Identifier: MIT

import CKernels
import MoonreelCore
import MoonreelModel

/// Mixes the sound tracks of a timeline: segments in order, retimed, times their volumes, summed.
///
/// A sample of the mix depends on its place on the timeline only, never on the range asked for or the
/// size of the blocks: chunks put together equal the whole, bit for bit. Tracks are summed in double
/// precision in the order of the timeline and rounded once to 32-bit floats; nothing is limited, so sums
/// may exceed full scale (see ``peak``).
///
/// For example:
///
///     let mixer = try AudioMixer(timeline: timeline, mix: nil, range: range, sampleRate: 48000,
///       layout: .stereo, fallbackAlgorithm: .spectral, open: open)
///     while let block = try mixer.next(frameCount: 1024) { try writer.append(block) }
///
/// `@unchecked Sendable` so that it can be handed to the thread that mixes; one thread at a time.
public final class AudioMixer: @unchecked Sendable {
  /// Samples a second.
  public let sampleRate: Int
  /// The loudspeakers.
  public let layout: ChannelLayout
  /// How many samples a channel the whole range has: those between its ends, each end rounded to the
  /// nearest sample.
  public let frameCount: Int64
  /// The greatest magnitude delivered so far; above 1, integer formats will clip.
  public private(set) var peak: Float = 0

  private let nodes: [any SoundNode]
  private let master: GainStage
  private var chain: SoundChain?
  private let end: Int64
  private var position: Int64

  /// The largest block one call makes.
  private static let largestBlock = 1 << 20

  /// Mixes `samples` of what `nodes` make; `links` are the effects of the whole mix, which ends at sample `end`.
  init(
    nodes: [any SoundNode], links: [SoundChain.Link], master: AudioMixParameters?,
    samples: Range<Int64>, end: Int64, format: MixFormat
  ) {
    (self.nodes, sampleRate, layout) = (nodes, format.sampleRate, format.layout)
    self.master = GainStage(master, sampleRate: format.sampleRate)
    (position, self.end) = (samples.lowerBound, samples.upperBound)
    frameCount = samples.upperBound - samples.lowerBound
    guard !links.isEmpty else { return }
    let sound = SoundFormat(sampleRate: format.sampleRate, layout: format.layout)
    let channelCount = format.layout.count
    chain = SoundChain(links, format: sound, samples: 0..<max(0, end)) { start, count in
      try SoundSums.floats(channelCount, count) { sums in
        for node in nodes { try node.add(to: &sums, from: start, frameCount: count) }
      }
    }
  }

  /// The next samples of the range, `frameCount` of them or as many as are left (at most 1,048,576);
  /// `nil` at the end.
  ///
  /// - Precondition: `frameCount` is positive.
  /// - Throws: what a source's provider throws.
  public func next(frameCount: Int) throws -> SampleBuffer? {
    precondition(frameCount > 0, "a block has at least one sample")
    guard position < end else { return nil }
    let count = Int(min(Int64(min(frameCount, Self.largestBlock)), end - position))
    var sums = [[Double]](
      repeating: [Double](repeating: 0, count: count), count: layout.count)
    if let chain {
      sums = try chain.read(from: position, frameCount: count).map { $0.map { Double($0) } }
    } else {
      for node in nodes { try node.add(to: &sums, from: position, frameCount: count) }
    }
    let block = try finish(sums, count: count)
    position += Int64(count)
    return block
  }

  private func finish(_ sums: [[Double]], count: Int) throws -> SampleBuffer {
    var gains = [Double](repeating: 1, count: count)
    try master.multiply(&gains, from: position)
    let channels = try sums.enumerated().map { channel, plane in
      var gains = gains
      try master.multiply(&gains, ofChannel: channel, of: sums.count, from: position)
      return [Float](unsafeUninitializedCapacity: count) { buffer, initialized in
        guard let base = buffer.baseAddress else { return }
        peak = max(peak, mr_samples_finish(base, plane, gains, count))
        initialized = count
      }
    }
    return SampleBuffer(sampleRate: sampleRate, channels: channels)
  }
}
