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
      fallbackAlgorithm: algorithm
    ) { source, _ in try open(source) }
  }

  /// The sound of a timeline inside a timeline.
  private func nested(_ timeline: Timeline, mix: AudioMix?) throws -> any SampleProvider {
    try TimelineSampleProvider(
      timeline: timeline, mix: mix, sampleRate: sampleRate, layout: layout,
      fallbackAlgorithm: algorithm
    ) { source, _ in try open(source) }
  }

  func open(_ source: SegmentSource) throws -> any SampleProvider {
    switch source {
    case .asset(let track):
      AssetSamples(
        try AudioReader(
          track: track, sampleRate: sampleRate, layout: layout, gate: gate, warnings: warnings),
        profile)
    case .timeline(let timeline):
      try nested(timeline, mix: nil)
    case .composed(let composed):
      try nested(composed.timeline, mix: composed.audioMix)
    case .custom(let source):
      SourceSampleProvider(source: source, sampleRate: sampleRate, layout: layout)
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
