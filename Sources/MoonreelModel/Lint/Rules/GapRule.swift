// SPDX-License-Identifier: MIT

import MoonreelCore

/// Two frames or more in which nothing is shown, between two things that are; and an end that is longer than
/// all the rest, or a beginning that is ten times as long, in which nothing is shown or heard.
///
/// Two kinds of gaps are not reported: those over a background that is not black, which are intended, and those in a
/// composition inside another one, where what lies below is seen.
struct GapRule: Lint.Rule {
  /// Shorter stretches may be an intended end.
  private static let shortestTail = Time(flicks: 2 * Time.flicksPerSecond)
  /// How many times as long as all the rest a beginning without pictures has to be.
  private static let longestHead = 10.0

  func findings(in subject: LintSubject) -> [Finding] {
    guard !subject.isNested, let items = subject.shownItems else { return [] }
    return gaps(items, subject) + [head(items, subject), tail(items, subject)].compactMap(\.self)
  }

  private func head(_ items: [ShownItem], _ subject: LintSubject) -> Finding? {
    guard let first = items.first, first.range.start > .zero else { return nil }
    let head = TimeRange(start: .zero, end: first.range.start)
    let rest = subject.range.end - head.end
    guard head.duration.seconds > Self.longestHead * rest.seconds, isIdle(in: head, subject) else {
      return nil
    }
    return Finding(
      .gap, head, place: first.place,
      "Nothing is shown or heard until \(head.end.text), where \(first.label) begins. Times are "
        + "seconds; let it begin earlier.")
  }

  /// Whether nothing but pictures could be shown or heard in `range`.
  private func isIdle(in range: TimeRange, _ subject: LintSubject) -> Bool {
    subject.film.videoComposition.filter == nil && !subject.changesPictures(in: range)
      && !subject.hasSoundOrLetters(in: range)
  }

  private func tail(_ items: [ShownItem], _ subject: LintSubject) -> Finding? {
    let end = subject.range.end
    guard let last = items.max(by: { $0.range.end < $1.range.end }), last.range.end < end else {
      return nil
    }
    let tail = TimeRange(start: last.range.end, end: end)
    guard tail.duration > Self.shortestTail, tail.duration > last.range.end,
      isIdle(in: tail, subject)
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
