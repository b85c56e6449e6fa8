// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia
import MoonreelModel
import MoonreelRender

/// Opens whatever a segment of sound may stand for, at the mixer's rate and layout.
struct SoundOpener: Sendable {
  let sampleRate: Int
  let layout: ChannelLayout
  let algorithm: TimePitchAlgorithm
  let gate: FileGate
  let warnings: WarningLog?
  let profile: ExportProfile?

  /// A mixer of `timeline` over `range`.
  func mixer(of timeline: Timeline, mix: AudioMix?, range: TimeRange) throws -> AudioMixer {
    try AudioMixer(
      timeline: timeline, mix: mix, range: range, sampleRate: sampleRate, layout: layout,
      fallbackAlgorithm: algorithm, open: opening(for: mix))
  }

  /// Opens sources of tracks that `mix` mixes.
  private func opening(
    for mix: AudioMix?
  ) -> (SegmentSource, Track) throws -> any SampleProvider {
    { source, track in try open(source, mix?.parameters(for: track.id)?.inputMatrix) }
  }

  /// The sound of a timeline inside a timeline.
  private func nested(
    _ timeline: Timeline, mix: AudioMix?, _ matrix: [[Double]]?
  ) throws -> any SampleProvider {
    let provider = try TimelineSampleProvider(
      timeline: timeline, mix: mix, sampleRate: sampleRate, layout: layout,
      fallbackAlgorithm: algorithm, open: opening(for: mix))
    guard let matrix else { return provider }
    return RemixedProvider(provider, ChannelMatrix(matrix), channelCount: layout.count)
  }

  /// Opens `source` with its channels made by `matrix`, where there is one.
  func open(_ source: SegmentSource, _ matrix: [[Double]]? = nil) throws -> any SampleProvider {
    switch source {
    case .asset(let track):
      AssetSamples(
        try AudioReader(
          track: track, sampleRate: sampleRate, layout: layout, gate: gate, matrix: matrix,
          warnings: warnings), profile)
    case .timeline(let timeline):
      try nested(timeline, mix: nil, matrix)
    case .composed(let composed):
      try nested(composed.timeline, mix: composed.audioMix, matrix)
    case .custom(let source):
      SourceSampleProvider(
        source: source, sampleRate: sampleRate, layout: layout,
        matrix: matrix.map(ChannelMatrix.init))
    }
  }
}

/// The sound of a file.
private final class AssetSamples: SampleProvider {
  private let reader: AudioReader
  private let profile: ExportProfile?

  init(_ reader: AudioReader, _ profile: ExportProfile?) {
    (self.reader, self.profile) = (reader, profile)
  }

  func read(from start: Int64, frameCount: Int) throws -> SampleBuffer {
    try profile.measure(.decode, within: .mix) {
      try reader.read(from: start, frameCount: frameCount)
    }
  }
}
