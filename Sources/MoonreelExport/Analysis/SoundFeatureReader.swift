// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia
import MoonreelModel
import MoonreelRender

/// Measures sounds: files, generators, timelines and compositions; see ``SoundFeatures``.
///
/// What was measured of a file is kept in the process, up to 256 MB of the latest, and found again for a file that was not
/// changed since.
///
/// For example:
///
///     let features = try SoundFeatureReader(gate: gate).features(of: .asset(track))
///     print(features.rhythm.tempo?.beatsPerMinute ?? 0)
public struct SoundFeatureReader: Sendable {
  private let gate: FileGate
  private let warnings: WarningLog?

  /// A reader that opens files through `gate`, and stops when its flag is set.
  public init(gate: FileGate, warnings: WarningLog? = nil) {
    (self.gate, self.warnings) = (gate, warnings)
  }

  /// What is measured of `range` of a sound (`nil`: all of it), at 48 kHz; a file of up to eight channels in its own, else two.
  ///
  /// - Throws: `MoonreelError`: `invalidArgument` for what does not sound, has no end and no range, or an empty range;
  ///   `limitExceeded` beyond six hours; `cancelled`; what reading throws.
  public func features(of source: SegmentSource, range: TimeRange? = nil) throws -> SoundFeatures {
    guard source.carries(.audio) else {
      throw MoonreelError(.invalidArgument, "Cannot measure what has no sound.")
    }
    guard let range = range ?? source.availableRange else {
      throw MoonreelError(
        .invalidArgument,
        "Cannot measure all of a sound that goes on for ever: say which stretch, as 'range'.")
    }
    guard case .asset(let track) = source else { return try measure(source, range) }
    return try Self.known.value(of: track, range, gate: gate) {
      try measure(source, range)
    }
  }

  private static let known = MeasuredFiles<SoundFeatures>(limit: 256 << 20) { $0.byteCount }

  private func measure(_ source: SegmentSource, _ range: TimeRange) throws -> SoundFeatures {
    let opener = SoundOpener(
      measuring: source, sampleRate: SoundFeatures.sampleRate, gate: gate, warnings: warnings)
    return try SoundFeatures(
      of: try opener.open(source), range: range, channelCount: opener.layout.count,
      cancellation: gate.cancellation)
  }
}
