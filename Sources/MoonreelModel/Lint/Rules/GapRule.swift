// SPDX-License-Identifier: MIT

import MoonreelCore

/// Two frames or more in which nothing is shown, between two things that are.
///
/// A background that is not black says that the gap is meant, and in a composition inside another one what
/// lies below shows.
struct GapRule: Lint.Rule {
  func findings(in subject: LintSubject) -> [Finding] {
    guard !subject.isNested, let items = subject.shownItems else { return [] }
    return subject.holes(between: items).filter { hole in
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
  /// Whether black is behind everything at `time`.
  fileprivate func isBlack(at time: Time) -> Bool {
    let color = film.videoComposition.instruction(at: time)?.backgroundColor ?? .black
    return color.alpha == 0 || (color.red, color.green, color.blue) == (0, 0, 0)
  }
}
