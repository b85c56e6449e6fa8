// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia
import MoonreelModel
import MoonreelRender

/// Measures sounds, to be asked (``SoundFeatures``) and to be looked at (``SoundOverview``): files, generators, timelines and
/// compositions. A file of up to eight channels is measured in its own, all else in two.
///
/// What was measured of a file is kept in the process, up to 256 MB of the latest for either, and found again for a file that
/// was not changed since.
///
/// For example, the tempo of a file and its waveform:
///
///     let measurer = SoundMeasurer(gate: gate)
///     print(try measurer.features(of: .asset(track)).rhythm.tempo?.beatsPerMinute ?? 0)
///     let subject = try measurer.subject([.extents], of: .asset(track))
///     let source = WaveformSource(subject, look: WaveformSource.Look(), size: PixelSize(1280, 200))
public struct SoundMeasurer: Sendable {
  private let gate: FileGate
  private let warnings: WarningLog?

  /// One that opens files through `gate`, and stops when its flag is set.
  public init(gate: FileGate, warnings: WarningLog? = nil) {
    (self.gate, self.warnings) = (gate, warnings)
  }

  /// What is measured of `range` of a sound (`nil`: all of it).
  ///
  /// - Throws: `MoonreelError`: `invalidArgument` for what does not sound, has no end and no range, or an empty range;
  ///   `limitExceeded` beyond six hours; `cancelled`; what reading throws.
  public func features(of source: SegmentSource, range: TimeRange? = nil) throws -> SoundFeatures {
    let sound = try Sound(source, range)
    return try Self.features.value(of: sound, gate: gate) {
      try SoundFeatures(
        of: try open(sound), over: sound.walk, cancellation: gate.cancellation)
    }
  }

  /// `range` of a sound (`nil`: all of it), which is measured when a picture is first drawn.
  ///
  /// - Throws: `MoonreelError`: `invalidArgument` for what does not sound, has no end and no range, or an empty range,
  ///   `limitExceeded` beyond six hours.
  public func subject(
    _ parts: SoundOverview.Parts, of source: SegmentSource, range: TimeRange? = nil
  ) throws -> SoundSubject {
    let sound = try Sound(source, range)
    return SoundSubject(duration: sound.walk.range.duration) { [self] in
      try Self.overviews.value(of: sound, part: parts.rawValue, gate: gate) {
        try SoundOverview(
          parts, of: try open(sound), over: sound.walk, cancellation: gate.cancellation)
      }
    }
  }

  private static let features = MeasuredFiles<SoundFeatures>(limit: 256 << 20) { $0.byteCount }
  private static let overviews = MeasuredFiles<SoundOverview>(limit: 256 << 20) { $0.byteCount }

  private func open(_ sound: Sound) throws -> any SampleProvider {
    try SoundOpener(
      sampleRate: SoundWalk.sampleRate, layout: sound.layout, algorithm: .spectral, gate: gate,
      warnings: warnings, profile: nil
    ).open(sound.source)
  }
}

/// A sound that is to be measured.
private struct Sound {
  let source: SegmentSource
  let layout: ChannelLayout
  let walk: SoundWalk

  init(_ source: SegmentSource, _ range: TimeRange?) throws {
    guard source.carries(.audio) else {
      throw MoonreelError(.invalidArgument, "Cannot measure what has no sound.")
    }
    guard let range = range ?? source.availableRange else {
      throw MoonreelError(
        .invalidArgument,
        "Cannot measure all of a sound that goes on for ever: say which stretch, as 'range'.")
    }
    (self.source, layout) = (source, Self.layout(of: source))
    walk = try SoundWalk(over: range, channelCount: layout.count)
  }

  private static func layout(of source: SegmentSource) -> ChannelLayout {
    guard case .asset(let track) = source, let own = track.audio?.layout,
      (1...8).contains(own.count)
    else { return .stereo }
    return own
  }
}

extension MeasuredFiles {
  /// What is known of a file, or what `measure` finds; see ``value(of:_:part:gate:_:)``.
  fileprivate func value(
    of sound: Sound, part: Int = 0, gate: FileGate, _ measure: () throws -> Value
  ) throws -> Value {
    guard case .asset(let track) = sound.source else { return try measure() }
    return try value(of: track, sound.walk.range, part: part, gate: gate, measure)
  }
}
