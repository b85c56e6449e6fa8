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
/// neighbours meet without gap or overlap. What has effects passes through them before its volume.
final class TrackMixer: SoundNode {
  let track: Track
  let format: MixFormat
  private let algorithm: TimePitchAlgorithm
  private let inputGains: GainStage
  private let gains: GainStage
  private let loudness: ClipLoudness?
  private let edges: [Int64]
  private var current: (index: Int, reader: any SegmentReader)?
  private var chain: SoundChain?

  /// A mixer for `track` whose samples are multiplied by its preferred volume, and by volumes and factors of
  /// `parameters`.
  init(
    track: Track, format: MixFormat, algorithm: TimePitchAlgorithm, parameters: AudioMixParameters?,
    links: [SoundChain.Link] = []
  ) {
    (self.track, self.format, self.algorithm) = (track, format, algorithm)
    let rate = format.sampleRate
    inputGains = GainStage(
      constant: track.preferredVolume * (parameters?.isInverted == true ? -1 : 1),
      curve: GainCurve(
        declicking: track.segments, parameters?.declick ?? .zero,
        joined: (parameters?.joinedStart, parameters?.joinedEnd), sampleRate: rate),
      followers: parameters?.inputFactors ?? [], sampleRate: rate)
    gains = GainStage(parameters, sampleRate: rate)
    loudness = parameters?.loudness
    edges = track.segments.map { $0.targetRange.end.value(timescale: Int64(rate)) }
    guard !links.isEmpty, let first = track.segments.first(where: { $0.source != nil }) else {
      return
    }
    let begin = first.targetRange.start.value(timescale: Int64(rate))
    // A gap at the end is no sound: effects go on for their tails alone.
    let end = track.segments.lastIndex { $0.source != nil }.map { edges[$0] } ?? begin
    let sound = SoundFormat(sampleRate: rate, layout: format.layout)
    chain = SoundChain(links, format: sound, samples: begin..<max(begin, end)) {
      [unowned self] start, count in
      try floats(count) { try self.addSegments(to: &$0, from: start, count, [self.inputGains]) }
    }
  }

  func add(to sums: inout [[Double]], from start: Int64, frameCount: Int) throws {
    guard let chain else {
      return try addSegments(to: &sums, from: start, frameCount, [inputGains, gains])
    }
    let samples = try chain.read(from: start, frameCount: frameCount)
    try gains.add(samples, to: &sums, at: 0, sample: start)
  }

  /// Adds the segments' samples from `start` on to `sums`, one plane a channel, multiplied by `stages`.
  private func addSegments(
    to sums: inout [[Double]], from start: Int64, _ frameCount: Int, _ stages: [GainStage]
  ) throws {
    let end = start + Int64(frameCount)
    var index = edges.partitioningIndex { $0 > start }
    var position = max(start, 0)
    while position < end, index < edges.count {
      let stop = min(end, edges[index])
      if stop > position, let source = audibleSource(index) {
        let samples = try reader(index, source).read(
          from: position - first(index), frameCount: Int(stop - position))
        let level = GainStage(
          constant: try loudness.map(gain(reaching:)) ?? 1, sampleRate: format.sampleRate)
        try GainStage.add(
          samples, multipliedBy: [level] + stages, to: &sums, at: Int(position - start),
          sample: position)
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

  /// What `body` adds up, rounded once.
  private func floats(
    _ count: Int, _ body: (inout [[Double]]) throws -> Void
  ) throws -> [[Float]] {
    try SoundSums.floats(format.layout.count, count, body)
  }
}
