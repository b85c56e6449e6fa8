// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia
import MoonreelModel

extension ExportRequest {
  /// The tracks of timed metadata that are written into a `container`, in the order of the timeline.
  func timedMetadataTracks(in container: Container) -> [Track] {
    guard EncoderCatalogue.timedMetadataCodec(in: container) != nil else { return [] }
    return wantedMetadataTracks.filter(\.holdsMetadataItems)
  }

  private var wantedMetadataTracks: [Track] {
    timeline.tracks(.metadata).filter { track in
      track.isEnabled && track.segments.contains { !$0.isEmpty }
    }
  }

  /// How each of ``timedMetadataTracks(in:)`` is stored.
  func timedMetadataEncodings(in container: Container) -> [TimedMetadataEncoding] {
    guard let codec = EncoderCatalogue.timedMetadataCodec(in: container) else { return [] }
    return timedMetadataTracks(in: container).map {
      TimedMetadataEncoding(codec: codec, title: $0.title)
    }
  }

  /// Warns of tracks of timed metadata that are not written.
  func warnOfTimedMetadata(in settings: OutputSettings, _ warnings: WarningLog) {
    let holds = EncoderCatalogue.timedMetadataCodec(in: settings.container) != nil
    for track in wantedMetadataTracks {
      if !track.holdsMetadataItems {
        warnings.warn(
          "The data of track \(track.id) is in a form of its own and cannot be written: left out.")
      } else if !holds {
        warnings.warn(
          "A \(settings.container.rawValue) file has no place for timed metadata: that of track \(track.id) is left "
            + "out. Write \(Container.endings(of: \.holdsTimedMetadata)).")
      }
    }
  }
}

extension Track {
  /// Whether the keys and values of all that it holds are known.
  fileprivate var holdsMetadataItems: Bool {
    segments.allSatisfy { segment in
      switch segment.source {
      case .asset(let asset)?: asset.holdsMetadataItems
      case .custom, .timeline, .composed, nil: true
      }
    }
  }
}

/// Gathers what the metadata tracks of a timeline say, cut and moved as their segments are.
struct TimelineMetadata {
  let gate: FileGate
  let warnings: WarningLog?

  /// The metadata of `track` within `range` of its timeline, on a clock that begins with the range.
  ///
  /// - Throws: `MoonreelError` naming the file that cannot be read.
  func metadata(of track: Track, in range: TimeRange) throws -> TimedMetadata {
    var metadata = TimedMetadata()
    for segment in track.segments where segment.targetRange.overlaps(range) {
      guard let source = segment.source else { continue }
      let part = segment.targetRange.intersection(range)
      let own = try self.metadata(of: source).clipped(to: segment.sourceRange(of: part))
      metadata = metadata.appending(own.moved { segment.moved($0)?.intersection(part) })
    }
    return metadata.moved { $0.shifted(by: -range.start) }
  }

  private func metadata(of source: SegmentSource) throws -> TimedMetadata {
    switch source {
    case .asset(let asset):
      try TimedTextReader(track: asset, gate: gate, warnings: warnings).timedMetadata()
    case .custom(let source): (source as? MetadataClip)?.metadata ?? TimedMetadata()
    case .timeline, .composed:
      if let timeline = source.nestedTimeline,
        let track = timeline.tracks(.metadata).first(where: \.isEnabled)
      {
        try metadata(of: track, in: TimeRange(start: .zero, duration: timeline.duration))
      } else {
        TimedMetadata()
      }
    }
  }
}
