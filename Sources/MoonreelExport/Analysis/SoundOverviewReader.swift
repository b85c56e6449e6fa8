// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia
import MoonreelModel
import MoonreelRender

/// Measures sounds that are to be looked at: files, generators, timelines and compositions; see ``SoundOverview``.
///
/// For example, the waveform of a file:
///
///     let subject = try SoundOverviewReader(gate: gate).subject([.extents], of: .asset(track))
///     let source = WaveformSource(subject, look: WaveformSource.Look(), size: PixelSize(1280, 200))
public struct SoundOverviewReader: Sendable {
  private let gate: FileGate
  private let warnings: WarningLog?

  /// A reader that opens files through `gate`, and stops when its flag is set.
  public init(gate: FileGate, warnings: WarningLog? = nil) {
    (self.gate, self.warnings) = (gate, warnings)
  }

  /// `range` of a sound (`nil`: all of it), which is measured when a picture is first drawn: a file of up to eight channels in
  /// its own, else two.
  ///
  /// - Throws: `MoonreelError`: `invalidArgument` for what does not sound, has no end and no range, or an empty range,
  ///   `limitExceeded` beyond six hours.
  public func subject(
    _ parts: SoundOverview.Parts, of source: SegmentSource, range: TimeRange? = nil
  ) throws -> SoundSubject {
    guard source.carries(.audio) else {
      throw MoonreelError(.invalidArgument, "Cannot look at what has no sound.")
    }
    guard let range = range ?? source.availableRange else {
      throw MoonreelError(
        .invalidArgument,
        "Cannot look at all of a sound that goes on for ever: say which stretch, as 'range'.")
    }
    guard range.duration > .zero, range.duration <= SoundOverview.longest else {
      throw MoonreelError(
        range.duration > .zero ? .limitExceeded : .invalidArgument,
        "Cannot look at \(range.duration.seconds) s of sound: give a 'range' of more than 0 and at most six hours."
      )
    }
    return SoundSubject(duration: range.duration) { [self] in
      try measure(parts, source, range)
    }
  }

  private func measure(
    _ parts: SoundOverview.Parts, _ source: SegmentSource, _ range: TimeRange
  ) throws -> SoundOverview {
    let opener = SoundOpener(
      measuring: source, sampleRate: SoundOverview.sampleRate, gate: gate, warnings: warnings)
    return try SoundOverview(
      parts, of: try opener.open(source), range: range, channelCount: opener.layout.count,
      cancellation: gate.cancellation)
  }
}
