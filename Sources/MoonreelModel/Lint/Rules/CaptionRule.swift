// SPDX-License-Identifier: MIT

import MoonreelCore

/// Captions that nobody sees or can read: after the film's end, without letters or length, or shown for too
/// short a time.
///
/// What is wrong with many captions of one list is one finding, about the first of them.
struct CaptionRule: Lint.Rule {
  /// Letters a second that people can read (subtitlers' guidelines end at 17 to 25).
  static let readableRate = 25.0

  func findings(in subject: LintSubject) -> [Finding] {
    var seen: Set<Captions> = []
    return subject.captionUses.flatMap { use in
      let isNew = seen.insert(use.captions).inserted
      return [late(use)] + (isNew ? [empty(use), hasty(use)] : [])
    }.compactMap { $0 }
  }

  private func late(_ use: CaptionUse) -> Finding? {
    guard let end = use.end else { return nil }
    let found = use.captions.indices.filter { use.captions[$0].timeRange.start >= end }
    return finding(found, use) { caption in
      "begins at \(caption.timeRange.start.text), after the film has ended at \(end.text) of the "
        + "captions' clock; shift or clip the captions."
    }
  }

  private func empty(_ use: CaptionUse) -> Finding? {
    let found = use.captions.indices.filter {
      use.captions[$0].isBlank || use.captions[$0].timeRange.isEmpty
    }
    return finding(found, use) { caption in
      "\(caption.isBlank ? "has no letters" : "is shown for no time"); leave it out."
    }
  }

  private func hasty(_ use: CaptionUse) -> Finding? {
    let found = use.captions.indices.filter { index in
      let caption = use.captions[index]
      return !caption.timeRange.isEmpty && caption.lettersPerSecond > Self.readableRate
    }
    return finding(found, use) { caption in
      "is shown too short to be read: \(Int(limiting: caption.lettersPerSecond.rounded())) letters a second, and "
        + "\(Int(Self.readableRate)) are the most; show it longer, or shorten it."
    }
  }

  private func finding(
    _ found: [Int], _ use: CaptionUse, _ words: (Caption) -> String
  ) -> Finding? {
    guard let first = found.first else { return nil }
    let caption = use.captions[first]
    let name = caption.isBlank ? "" : " '\(caption.start)'"
    let rest = found.count - 1
    let more = rest > 0 ? " \(rest) more \(rest == 1 ? "is" : "are") like it." : ""
    return Finding(
      .caption, caption.timeRange, place: use.place,
      "Caption \(first + 1)\(name) \(words(caption))\(more)")
  }
}

/// Captions that a film shows or carries.
private struct CaptionUse {
  let captions: Captions
  let place: String?
  /// Where on the captions' clock the film ends; `nil` where it does not end them.
  let end: Time?
}

extension LintSubject {
  /// All captions of the film: those of its subtitle tracks and those in its pictures.
  fileprivate var captionUses: [CaptionUse] {
    let tracks =
      film.timeline.tracks(.subtitle) + (stack == nil ? film.timeline.tracks(.video) : [])
    return tracks.flatMap(\.segments).compactMap(use(of:))
      + layersInPlay.compactMap(use(of:))
  }

  private func use(of segment: Segment) -> CaptionUse? {
    guard case .custom(let source as any CaptionCarrier)? = segment.source else { return nil }
    let isLast = segment.targetRange.end >= film.duration && !segment.isReversed
    return CaptionUse(
      captions: source.captions, place: segment.place,
      end: isLast ? segment.sourceRange.end : nil)
  }

  private func use(of index: Int) -> CaptionUse? {
    guard let layer = stack?.layers[index],
      case .custom(let source as any CaptionCarrier)? = layer.source.video
    else { return nil }
    let timing = layer.timing
    let runs = timing.remap == nil && timing.frozenTime == nil && !timing.isReversed
    let isLast = layer.timeRange.end >= film.duration && layer.timeRange.start < film.duration
    let shown = shownRange(of: layer).end - layer.timeRange.start
    return CaptionUse(
      captions: source.captions, place: layer.place,
      end: runs && isLast ? timing.sourceRange(lasting: shown).end : nil)
  }
}

extension Caption {
  /// How fast it has to be read.
  fileprivate var lettersPerSecond: Double {
    Double(text.filter { !$0.isNewline }.count) / timeRange.duration.seconds
  }

  /// Its first letters on one line.
  fileprivate var start: String {
    let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
    return line.count > 30 ? line.prefix(27) + "..." : line
  }
}
