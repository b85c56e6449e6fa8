// SPDX-License-Identifier: MIT

import MoonreelCore

/// The chapters of a film as one kind of file holds them.
struct ChapterList {
  /// In order of their starts.
  private(set) var chapters: [Chapter]
  /// What `container` does not hold of them, in full sentences.
  private(set) var losses: [String] = []

  /// The form in which `container` holds `given`.
  ///
  /// An MPEG-4 file has them as the samples of a track, one behind the other: each lasts until the next begins, and one
  /// without a title stands for what is before the first. libav's muxer leaves out those that have no title at all.
  init(_ given: [Chapter], in container: Container) {
    let traits = container.traits
    chapters = given.enumerated().sorted {
      ($0.element.range.start, $0.offset) < ($1.element.range.start, $1.offset)
    }.map(\.element)
    if let most = traits.mostChapters, chapters.count > most {
      losses.append(
        "A \(container.rawValue) file has a place for \(most) chapters: \(chapters.count - most) are left out."
      )
      chapters.removeLast(chapters.count - most)
    }
    if traits.isMPEG4 { join() }
    for index in chapters.indices { cutTitle(index, isMPEG4: traits.isMPEG4, container) }
  }

  /// Lets each chapter end where the next begins, and the first begin at zero.
  private mutating func join() {
    for index in chapters.indices.dropLast() {
      let (start, end) = (chapters[index].range.start, chapters[index + 1].range.start)
      chapters[index].range = TimeRange(start: start, end: end)
    }
    if let first = chapters.first, first.range.start > .zero {
      chapters.insert(
        Chapter(range: TimeRange(start: .zero, end: first.range.start), title: nil), at: 0)
    }
  }

  private mutating func cutTitle(_ index: Int, isMPEG4: Bool, _ container: Container) {
    var title = chapters[index].title ?? ""
    if title.utf8.count > Self.longestTitle {
      losses.append(
        "A \(container.rawValue) file has a place for \(Self.longestTitle) bytes of a chapter's title: the rest is cut off."
      )
      title = title.prefix(bytes: Self.longestTitle)
    }
    chapters[index].title = title.isEmpty && !isMPEG4 ? nil : title
  }

  /// What the length of a sample of text can say.
  private static let longestTitle = 65_535
}

extension String {
  /// As many whole characters of the beginning as fit into `count` bytes of UTF-8.
  func prefix(bytes count: Int) -> String {
    var (used, end) = (0, startIndex)
    while end < endIndex {
      let next = index(after: end)
      used += utf8.distance(from: end, to: next)
      if used > count { break }
      end = next
    }
    return String(self[..<end])
  }
}
