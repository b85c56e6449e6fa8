// SPDX-License-Identifier: MIT

import MoonreelCore

extension Timeline {
  /// Inserts `range` of all tracks of `asset` at `time`, keeping them in step; later content of every
  /// track moves by the range's length.
  ///
  /// Each stream goes to a compatible track, one track a stream, made where none is left. Where a
  /// stream begins or ends within half a second of the range's ends, the nearest frame, or silence,
  /// fills what is missing, as the streams of one file seldom begin and end together; a stream that
  /// begins later or ends earlier than that leaves a gap.
  ///
  /// - Parameters:
  ///   - range: on the asset's clock; any length where the asset is a still image; `nil`: all of it, a still image for
  ///     ``SegmentSource/stillDuration``.
  ///   - time: where it begins; `nil` appends at the end of the timeline.
  ///   - place: where the script says so, for messages; `nil`: unknown.
  /// - Throws: `MoonreelError` (`invalidTimeline`) for a range without length or outside the asset, a
  ///   negative time, or an asset without tracks.
  public mutating func insert(
    _ range: TimeRange? = nil, of asset: Asset, at time: Time? = nil, place: String? = nil
  ) throws {
    let range = range ?? asset.usualRange
    let what = "Cannot insert \(range.text) of '\(asset.path)'"
    try range.checkForEdit(what, of: "files begin")
    guard !asset.tracks.isEmpty else {
      throw MoonreelError(.invalidTimeline, "\(what): the file has no tracks.")
    }
    let isEndless = asset.tracks.contains { $0.video?.isStillImage == true }
    let millisecond = Time(flicks: Time.flicksPerSecond / 1000)
    guard isEndless || range.end <= asset.duration + millisecond else {
      throw MoonreelError(
        .invalidTimeline, "\(what): it lasts \(asset.duration.text). Choose a range inside it.")
    }
    let rows = asset.tracks.compactMap { track -> Row? in
      let source = SegmentSource.asset(track)
      guard let part = source.part(of: range) else { return nil }
      let target = part.shifted(by: -range.start)
      var segment = Segment(source: source, mapping: TimeMapping(source: part, target: target))
      segment.place = place
      let gap = Segment(empty: TimeRange(start: .zero, end: target.start))
      return Row(
        mediaType: track.mediaType, languageCode: track.languageCode,
        segments: gap.targetRange.isEmpty ? [segment] : [gap, segment])
    }
    guard !rows.isEmpty else {
      throw MoonreelError(.invalidTimeline, "\(what): none of its tracks has media there.")
    }
    try insert(rows, lasting: range.duration, at: time, what)
  }

  /// Inserts copies of the segments in `range` of all tracks of `timeline` at `time`, keeping them in
  /// step; later content of every track moves by the range's length.
  ///
  /// To place a timeline as one nested piece instead, insert `.timeline(…)` into a track.
  ///
  /// - Throws: `MoonreelError` (`invalidTimeline`) for a range without length or outside the timeline, or
  ///   a negative time.
  public mutating func insert(
    _ range: TimeRange, of timeline: Timeline, at time: Time? = nil
  ) throws {
    let what = "Cannot insert \(range.text) of a timeline"
    try range.checkForEdit(what)
    guard range.end <= timeline.duration else {
      throw MoonreelError(
        .invalidTimeline,
        "\(what): it lasts \(timeline.duration.text). Choose a range inside it.")
    }
    let rows = timeline.tracks.map { track in
      Row(
        mediaType: track.mediaType, languageCode: track.languageCode,
        segments: track.segmentsCut(to: range))
    }
    try insert(rows.filter { !$0.segments.isEmpty }, lasting: range.duration, at: time, what)
  }

  /// The timeline with segments that know where a script made them: those that did not say were made at `place`,
  /// `"promo.lua:12"`.
  package func placed(_ place: String?) -> Timeline {
    var copy = self
    for track in copy.tracks.indices {
      for segment in copy.tracks[track].segments.indices
      where copy.tracks[track].segments[segment].place == nil {
        copy.tracks[track].segments[segment].place = place
      }
    }
    return copy
  }

  /// What is to be inserted into one track: segments from zero on.
  private struct Row {
    var mediaType: MediaType
    var languageCode: String?
    var segments: [Segment]
  }

  private mutating func insert(
    _ rows: [Row], lasting length: Time, at time: Time?, _ what: String
  ) throws {
    let start = time ?? duration
    guard start >= .zero else {
      throw MoonreelError(.invalidTimeline, "\(what) at \(start.text): timelines begin at zero.")
    }
    guard max(start, duration) + length <= .distantFuture else {
      throw MoonreelError(.invalidTimeline, "\(what): times may be at most 100 years.")
    }
    var taken: Set<TrackID> = []
    for row in rows {
      let id = track(for: row, excluding: taken)
      taken.insert(id)
      guard let index = tracks.firstIndex(where: { $0.id == id }) else { continue }
      tracks[index].place(row.segments, lasting: length, at: start)
    }
    for index in tracks.indices
    where !taken.contains(tracks[index].id) && start < tracks[index].duration {
      tracks[index].place([Segment(empty: TimeRange(start: start, duration: length))], at: start)
    }
  }

  /// The track that `row` goes to, made where none fits.
  private mutating func track(for row: Row, excluding taken: Set<TrackID>) -> TrackID {
    let fitting = tracks.filter { $0.mediaType == row.mediaType && !taken.contains($0.id) }
    if let match = fitting.first(where: { $0.languageCode == row.languageCode }) ?? fitting.first {
      return match.id
    }
    let id = addTrack(row.mediaType)
    tracks[tracks.count - 1].languageCode = row.languageCode
    return id
  }
}

extension Track {
  /// Places `new` segments, given from zero on, at `start`, followed by a gap up to `length` where
  /// something follows.
  fileprivate mutating func place(_ new: [Segment], lasting length: Time, at start: Time) {
    var new = new.map { $0.shifted(by: start) }
    numberInsertions(&new)
    let (end, wanted) = (new.last?.targetRange.end ?? start, start + length)
    if end < wanted, start < duration {
      new.append(Segment(empty: TimeRange(start: end, end: wanted)))
    }
    place(new, at: start)
  }
}
