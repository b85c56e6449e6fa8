// SPDX-License-Identifier: MIT

import CKernels
import MoonreelCore
import MoonreelModel

/// Rate, layout and how sources are opened: what all tracks of a mix share.
struct MixFormat {
  /// Samples a second.
  var sampleRate: Int
  /// The loudspeakers.
  var layout: ChannelLayout
  /// Opens a source for a track.
  var open: (SegmentSource, Track) throws -> any SampleProvider
}

/// One track of a mix: its segments in order, each opened when it is reached and closed after its end.
///
/// A segment fills the samples from the one nearest to its start up to the one nearest to its end, so
/// neighbours meet without gap or overlap.
final class TrackMixer {
  let track: Track
  let format: MixFormat
  private let algorithm: TimePitchAlgorithm
  private let curves: [GainCurve]
  private let followers: [GainFollower]
  private let loudness: ClipLoudness?
  private let edges: [Int64]
  private var current: (index: Int, reader: any SegmentReader)?

  /// A mixer for `track` whose samples are multiplied by its preferred volume, and by volumes and factors of
  /// `parameters`.
  init(
    track: Track, format: MixFormat, algorithm: TimePitchAlgorithm, parameters: AudioMixParameters?
  ) {
    (self.track, self.format, self.algorithm) = (track, format, algorithm)
    let curves = [parameters].compactMap { $0?.curve(sampleRate: format.sampleRate) }
    loudness = parameters?.loudness
    followers = parameters?.followers(sampleRate: format.sampleRate) ?? []
    self.curves = curves.filter { !$0.isUnity }
    let rate = Int64(format.sampleRate)
    edges = track.segments.map { $0.targetRange.end.value(timescale: rate) }
  }

  /// Adds the track's samples from `start` on to `sums`, one plane a channel.
  func add(to sums: inout [[Double]], from start: Int64, frameCount: Int) throws {
    let end = start + Int64(frameCount)
    var index = edges.partitioningIndex { $0 > start }
    var position = max(start, 0)
    while position < end, index < edges.count {
      let stop = min(end, edges[index])
      if stop > position, let source = audibleSource(index) {
        let samples = try reader(index, source).read(
          from: position - first(index), frameCount: Int(stop - position))
        try add(samples, to: &sums, at: Int(position - start), sample: position)
      }
      if stop == edges[index] { current = nil }
      (position, index) = (stop, index + 1)
    }
  }

  /// The segment's source, unless its time stands still: frozen sound is silence.
  private func audibleSource(_ index: Int) -> SegmentSource? {
    let segment = track.segments[index]
    return segment.rate.numerator == 0 ? nil : segment.source
  }

  private func first(_ index: Int) -> Int64 {
    track.segments[index].targetRange.start.value(timescale: Int64(format.sampleRate))
  }

  private func reader(_ index: Int, _ source: SegmentSource) throws -> any SegmentReader {
    if let current, current.index == index { return current.reader }
    current = nil
    let provider = try format.open(source, track)
    let reader = SegmentReaders.make(
      for: track.segments[index], provider: provider, algorithm: algorithm,
      sampleRate: format.sampleRate, channelCount: format.layout.count)
    current = (index, reader)
    return reader
  }

  private func add(
    _ samples: [[Float]], to sums: inout [[Double]], at index: Int, sample: Int64
  ) throws {
    let count = samples.first?.count ?? 0
    let level = try loudness.map(gain(reaching:)) ?? 1
    var gains = [Double](repeating: track.preferredVolume * level, count: count)
    for curve in curves { curve.multiply(&gains, from: sample) }
    for follower in followers { try follower.multiply(&gains, from: sample) }
    for channel in samples.indices {
      sums[channel].withUnsafeMutableBufferPointer { sums in
        guard let base = sums.baseAddress else { return }
        mr_samples_add(base + index, samples[channel], gains, count)
      }
    }
  }
}
