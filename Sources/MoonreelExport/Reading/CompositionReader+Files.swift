// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

extension CompositionReader {
  /// Refuses a film of which a file is gone: before the first frame, not at the one that shows it.
  ///
  /// - Parameters:
  ///   - range: what is read.
  ///   - hasPictures: whether pictures are.
  ///   - tracks: which other tracks are.
  /// - Throws: `MoonreelError` (`fileAccess`, `accessDenied`) naming the file.
  func requireFiles(in range: TimeRange, hasPictures: Bool, besides tracks: [Track] = []) throws {
    let shown = hasPictures ? uses(in: range).map(\.track) : []
    var paths: Set<String> = []
    for asset in shown + tracks.flatMap({ $0.assets(in: range) })
    where paths.insert(asset.path).inserted {
      try gate.require(asset)
    }
  }
}

extension ExportJob {
  /// Refuses the film where a file of it is gone that `reader` or anybody else will read.
  ///
  /// - Throws: as ``CompositionReader/requireFiles(in:hasPictures:besides:)``.
  func requireFiles(of reader: CompositionReader) throws {
    let sound = !settings.holdsSound ? [] : request.timeline.tracks(.audio)
    try reader.requireFiles(
      in: range, hasPictures: settings.video != nil,
      besides: sound.filter(\.isEnabled) + request.subtitleTracks(in: settings.container)
        + request.timedMetadataTracks(in: settings.container))
  }
}

extension Track {
  /// The streams of files that it shows within `range`, those of nested timelines included.
  fileprivate func assets(in range: TimeRange) -> [AssetTrack] {
    segments.filter { $0.targetRange.overlaps(range) }.flatMap { segment -> [AssetTrack] in
      if case .asset(let asset)? = segment.source { return [asset] }
      let part = segment.sourceRange(of: segment.targetRange.intersection(range))
      let inner = segment.source?.nestedTimeline?.tracks(mediaType).filter(\.isEnabled) ?? []
      return inner.flatMap { $0.assets(in: part) }
    }
  }
}
