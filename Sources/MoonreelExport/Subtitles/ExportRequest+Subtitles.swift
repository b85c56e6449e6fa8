// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia
import MoonreelModel

extension ExportRequest {
  /// The subtitle tracks that are written into a `container`, in the order of the timeline.
  ///
  /// Those that take part, show something, and are text.
  func subtitleTracks(in container: Container) -> [Track] {
    guard !EncoderCatalogue.subtitleCodecs(in: container).isEmpty else { return [] }
    return wantedSubtitleTracks.filter(\.holdsText)
  }

  /// The subtitle tracks that would be written wherever there is a place for them.
  private var wantedSubtitleTracks: [Track] {
    guard output.includesSubtitles else { return [] }
    return timeline.tracks(.subtitle).filter { track in
      track.isEnabled && track.segments.contains { !$0.isEmpty }
    }
  }

  /// How each of ``subtitleTracks(in:)`` is stored.
  ///
  /// - Throws: `MoonreelError` (`encodingFailed`) where the container cannot hold what was asked for.
  func subtitleEncodings(in container: Container) throws -> [SubtitleEncoding] {
    let codecs = EncoderCatalogue.subtitleCodecs(in: container)
    if let codec = output.subtitleCodec { try EncoderCatalogue.admit(codec, in: container) }
    guard let codec = output.subtitleCodec ?? codecs.first else { return [] }
    return subtitleTracks(in: container).map { track in
      SubtitleEncoding(
        codec: codec, language: track.extendedLanguageTag ?? track.languageCode,
        title: track.title, isDefault: track.isDefault, isForced: track.isForced)
    }
  }

  /// Warns of subtitle tracks that are not written; nobody looks for them in files of sound.
  func warnOfSubtitles(in container: Container, _ warnings: WarningLog) {
    let wanted = wantedSubtitleTracks
    guard !wanted.isEmpty, !EncoderCatalogue.videoCodecs(in: container).isEmpty else { return }
    if EncoderCatalogue.subtitleCodecs(in: container).isEmpty {
      warnings.warn("A \(container.rawValue) file has no place for captions: left out.")
      return
    }
    for track in wanted where !track.holdsText {
      warnings.warn(
        "The subtitles of track \(track.id) are pictures, not text, and cannot be written: left out."
      )
    }
  }
}

extension Track {
  /// Whether none of its segments comes from pictures of letters.
  fileprivate var holdsText: Bool {
    segments.allSatisfy { segment in
      if case .asset(let asset)? = segment.source { asset.holdsText } else { true }
    }
  }
}
