// SPDX-License-Identifier: MIT

import MoonreelCore

/// Two frames or more in which nothing is shown, between two things that are; and an end that is longer than
/// all the rest, in which nothing is shown or heard.
///
/// A background that is not black says that a gap is meant, and in a composition inside another one what
/// lies below shows.
struct GapRule: Lint.Rule {
  /// What is shorter may be meant as an end.
  private static let shortestTail = Time(flicks: 2 * Time.flicksPerSecond)

  func findings(in subject: LintSubject) -> [Finding] {
    guard !subject.isNested, let items = subject.shownItems else { return [] }
    return gaps(items, subject) + (tail(items, subject).map { [$0] } ?? [])
  }

  private func tail(_ items: [ShownItem], _ subject: LintSubject) -> Finding? {
    let end = subject.range.end
    guard let last = items.max(by: { $0.range.end < $1.range.end }), last.range.end < end,
      subject.film.videoComposition.filter == nil
    else { return nil }
    let tail = TimeRange(start: last.range.end, end: end)
    guard tail.duration > Self.shortestTail, tail.duration > last.range.end,
      !subject.changesPictures(in: tail), !subject.hasSoundOrLetters(in: tail)
    else { return nil }
    return Finding(
      .gap, tail, place: last.place,
      "Nothing is shown or heard after \(tail.start.text), where \(last.label) ends; the film goes on "
        + "to \(end.text). Times are seconds; give the film a shorter duration, or none.")
  }

  private func gaps(_ items: [ShownItem], _ subject: LintSubject) -> [Finding] {
    subject.holes(between: items).filter { hole in
      subject.frames(in: hole.range).count > 1 && subject.isBlack(at: hole.range.start)
    }.map { hole in
      Finding(
        .gap, hole.range, place: hole.place,
        "Nothing is shown from \(hole.range.start.text) to \(hole.range.end.text), between "
          + "\(hole.before.label) and \(hole.after.label); close the gap, or give the film a "
          + "background that is not black.")
    }
  }
}

extension LintSubject {
  /// Whether an adjustment layer, whose effects may draw, is there in `range`.
  fileprivate func changesPictures(in range: TimeRange) -> Bool {
    layersInPlay.compactMap { stack?.layers[$0] }.contains {
      $0.source.isAdjustment && $0.timeRange.overlaps(range)
    }
  }

  /// Whether anything but pictures goes on in `range`.
  fileprivate func hasSoundOrLetters(in range: TimeRange) -> Bool {
    film.timeline.tracks.contains { track in
      track.mediaType != .video && track.isEnabled
        && track.segments.contains { !$0.isEmpty && $0.targetRange.overlaps(range) }
    }
  }

  /// Whether black is behind everything at `time`.
  fileprivate func isBlack(at time: Time) -> Bool {
    let color = film.videoComposition.instruction(at: time)?.backgroundColor ?? .black
    return color.alpha == 0 || (color.red, color.green, color.blue) == (0, 0, 0)
  }
}
