// SPDX-License-Identifier: MIT

import MoonreelCore

extension Track {
  /// Refuses a piece that cannot be inserted.
  func checkInsertion(of range: TimeRange, source: SegmentSource?, at time: Time) throws {
    let what = "insert \(range.text) of \(source.map { "'\($0.name)'" } ?? "nothing")"
    let place = "into \(mediaType.rawValue) track \(id)"
    guard time >= .zero else {
      throw MoonreelError(
        .invalidTimeline, "Cannot \(what) \(place) at \(time.text): tracks begin at zero.")
    }
    guard !range.isEmpty else {
      throw MoonreelError(.invalidTimeline, "Cannot \(what) \(place): the range has no length.")
    }
    guard let source else { return }
    guard source.carries(mediaType) else {
      throw MoonreelError(
        .invalidTimeline, "Cannot \(what) \(place): the source carries no \(mediaType.rawValue).")
    }
    try source.check(range, what: what)
  }

  /// Refuses ranges without length and before zero.
  func checkEditRange(_ range: TimeRange, _ verb: String) throws {
    try range.checkForEdit("Cannot \(verb) \(range.text) in track \(id)")
  }

  /// Refuses ranges that go on after the track's end.
  func checkInside(_ range: TimeRange, _ verb: String) throws {
    guard range.end <= duration else {
      throw MoonreelError(
        .invalidTimeline,
        "Cannot \(verb) \(range.text) in track \(id): the track ends at \(duration.text).")
    }
  }

  /// Refuses durations that cannot be played.
  func checkRetiming(_ range: TimeRange, to duration: Time) throws {
    guard duration > .zero else {
      throw MoonreelError(
        .invalidTimeline,
        "Cannot retime \(range.text) to \(duration.text): the new duration must be positive.")
    }
    try checkLength(after: self.duration + (duration - range.duration))
  }

  /// Refuses tracks longer than times go.
  func checkLength(after end: Time) throws {
    guard end <= .distantFuture else {
      throw MoonreelError(
        .invalidTimeline, "Cannot make track \(id) that long: times may be at most 100 years.")
    }
  }
}

extension SegmentSource {
  /// Refuses ranges that begin before or end after what the source has.
  ///
  /// The streams of one file seldom begin and end together, and `{ 0, asset.duration }` of any of them
  /// must do: up to half a second beyond a stream's ends is let pass, not before the file's zero. The
  /// nearest frame, or silence, fills it. One unit of the stream's time base (at least a millisecond)
  /// passes besides: containers round their durations by as much.
  func check(_ range: TimeRange, what: String) throws {
    try Nesting(self).check(what)
    guard let available = availableRange else {
      guard range.start >= .zero else {
        throw MoonreelError(.invalidTimeline, "Cannot \(what): the source begins at zero.")
      }
      return
    }
    let (slack, grace) = (roundingSlack, streamGrace)
    let first = min(available.start, max(.zero, available.start - grace))
    guard range.start >= first - slack, range.end <= available.end + grace + slack,
      range.start < available.end
    else {
      throw MoonreelError(
        .invalidTimeline,
        "Cannot \(what): its \(mediaName) lasts from \(available.start.text) to "
          + "\(available.end.text). Choose a range inside it.")
    }
  }

  /// The part of `range` that the source fills: its own media, and at either end up to half a second
  /// more; `nil` where it has nothing there.
  func part(of range: TimeRange) -> TimeRange? {
    guard let available = availableRange else { return range }
    guard !range.intersection(available).isEmpty else { return nil }
    let reach = TimeRange(start: available.start - streamGrace, end: available.end + streamGrace)
    return TimeRange(
      start: range.start < reach.start ? available.start : range.start,
      end: range.end > reach.end ? available.end : range.end)
  }

  private var mediaName: String {
    switch self {
    case .asset(let track): track.mediaType.rawValue
    case .timeline, .composed: "content"
    case .custom(let source): source.mediaType.rawValue
    }
  }

  private var streamGrace: Time {
    guard case .asset = self else { return .zero }
    return Time(flicks: Time.flicksPerSecond / 2)
  }

  private var roundingSlack: Time {
    guard case .asset(let track) = self else { return .zero }
    let unit = Time(flicks: Time.flicksPerSecond).scaled(by: track.timeBase, rounding: .up)
    let millisecond = Time(flicks: Time.flicksPerSecond / 1000)
    return min(max(unit, millisecond), Time(flicks: Time.flicksPerSecond / 50))
  }
}

extension TimeRange {
  /// Refuses ranges without length and before zero, where `whole` begins.
  func checkForEdit(_ attempt: String, of whole: String = "timelines begin") throws {
    guard start >= .zero else {
      throw MoonreelError(.invalidTimeline, "\(attempt): \(whole) at zero.")
    }
    guard !isEmpty else {
      throw MoonreelError(.invalidTimeline, "\(attempt): the range has no length.")
    }
  }

  /// Both ends with as many decimals as they need.
  var text: String { "[\(start.text), \(end.text))" }
}

extension Time {
  /// Seconds with as many decimals as they need, at least three.
  var text: String { preciseDescription }
}
