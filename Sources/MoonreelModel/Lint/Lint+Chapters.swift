// SPDX-License-Identifier: MIT

import MoonreelCore

extension Lint {
  /// What is found wrong with the chapters of a file that lasts until `end`: those that begin when it is over,
  /// and those that begin before another one has ended.
  ///
  /// What is wrong with several of them in the same way is one finding, about the first.
  public static func findings(in chapters: [Chapter], until end: Time) -> [Finding] {
    let late = chapters.filter { $0.range.start >= end }
    let ordered = chapters.enumerated().sorted {
      ($0.element.range.start, $0.offset) < ($1.element.range.start, $1.offset)
    }.map(\.element)
    let overlapping = zip(ordered, ordered.dropFirst()).first { $0.range.overlaps($1.range) }
    return [
      late.first.map { chapter in
        Finding(
          .chapter, chapter.range, place: nil,
          "\(chapter.label) begins at \(chapter.range.start.text), and the film ends at \(end.text)."
            + "\(more(late.count)) Times are seconds.")
      },
      overlapping.map { first, second in
        Finding(
          .chapter, first.range.intersection(second.range), place: nil,
          "\(second.label) begins at \(second.range.start.text), before \(first.label.sentenceRest) "
            + "has ended at \(first.range.end.text). Let each end where the next begins.")
      },
    ].compactMap(\.self)
  }

  private static func more(_ count: Int) -> String {
    switch count {
    case 1: ""
    case 2: " 1 more is like it."
    default: " \(count - 1) more are like it."
    }
  }
}

extension Chapter {
  /// What findings call it.
  fileprivate var label: String { title.map { "Chapter '\($0)'" } ?? "A chapter" }
}

extension String {
  /// The text with a small letter at its start.
  fileprivate var sentenceRest: String { prefix(1).lowercased() + dropFirst() }
}
