// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia

/// What is written beside pictures and sound, on the output's clock.
struct SoftTracks: Sendable {
  var captions: [Captions] = []
  var timedMetadata: [TimedMetadata] = []

  /// Gives all of it to `writer`.
  func append(to writer: some SoftTrackTaker) throws {
    for (index, track) in captions.enumerated() { try writer.append(track, toSubtitles: index) }
    for (index, track) in timedMetadata.enumerated() { try writer.append(track, toMetadata: index) }
  }
}

/// What captions and timed metadata go to.
protocol SoftTrackTaker {
  /// Takes the captions of track `index`.
  func append(_ captions: Captions, toSubtitles index: Int) throws
  /// Takes the metadata of track `index`.
  func append(_ metadata: TimedMetadata, toMetadata index: Int) throws
}

extension MediaWriter: SoftTrackTaker {}

extension PassthroughWriter: SoftTrackTaker {}

extension ExportSession {
  /// The captions and the timed metadata of each track that is written into the output of `job`.
  ///
  /// - Throws: `MoonreelError` naming the file that cannot be read.
  func softTracks(of job: ExportJob) throws -> SoftTracks {
    let (request, settings) = (job.request, job.settings)
    request.warnOfSubtitles(in: settings.container, warnings)
    request.warnOfLosses(settings, warnings)
    let captions = TimelineCaptions(gate: gate, warnings: warnings)
    let metadata = TimelineMetadata(gate: gate, warnings: warnings)
    return SoftTracks(
      captions: try request.subtitleTracks(in: settings.container).map {
        try captions.captions(of: $0, in: timeRange)
      },
      timedMetadata: try request.timedMetadataTracks(in: settings.container).map {
        try metadata.metadata(of: $0, in: timeRange)
      })
  }
}
