// SPDX-License-Identifier: MIT

import MoonreelCore

/// Captions that nobody sees or can read: before the film's beginning or after its end, without letters or
/// length, or shown for too short a time; words with times far outside of their caption; and names of
/// languages where a tag is wanted.
///
/// What is wrong with many captions of one list is one finding, about the first of them.
struct CaptionRule: Lint.Rule {
  /// Letters a second that people can read (subtitlers' guidelines end at 17 to 25).
  static let readableRate = 25.0

  func findings(in subject: LintSubject) -> [Finding] {
    var seen: Set<Captions> = []
    return subject.captionUses.flatMap { use in
      let isNew = seen.insert(use.captions).inserted
      return [late(use)]
        + (isNew ? [early(use), empty(use), hasty(use), mistimed(use), misnamed(use)] : [])
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

  /// Where some are before the beginning, an excerpt may be meant.
  private func early(_ use: CaptionUse) -> Finding? {
    guard use.captions.items.allSatisfy({ $0.timeRange.end <= .zero }) else { return nil }
    return finding(Array(use.captions.indices), use) { caption in
      "ends at \(caption.timeRange.end.text), before the film begins; shift the captions less."
    }
  }

  private func mistimed(_ use: CaptionUse) -> Finding? {
    let found = use.captions.indices.filter { use.captions[$0].hasStrayWords }
    return finding(found, use) { caption in
      "lasts from \(caption.timeRange.start.text) to \(caption.timeRange.end.text), and its words are "
        + "said from \((caption.timeRange.start + (caption.wordStarts.first ?? .zero)).text) on. Times "
        + "are seconds of the captions' clock."
    }
  }

  private func misnamed(_ use: CaptionUse) -> Finding? {
    guard let language = use.language, !LanguageCode.isTag(language) else { return nil }
    return Finding(
      .caption, nil, place: use.place,
      "The captions' language is '\(language)', which is no tag that players know; write one such as "
        + "'en' or 'pt-BR'.")
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
  /// The language that they are noted as; `nil`: none, or they are part of the pictures.
  var language: String?
  /// Where on the captions' clock the film ends; `nil` where it does not end them.
  let end: Time?
}

extension LintSubject {
  /// All captions of the film: those of its subtitle tracks and those in its pictures.
  fileprivate var captionUses: [CaptionUse] {
    guard let stack else {
      return (film.timeline.tracks(.subtitle) + film.timeline.tracks(.video)).flatMap { track in
        track.segments.compactMap { use(of: $0, language: track.extendedLanguageTag) }
      }
    }
    let tracks = stack.captionTracks.filter { !$0.captions.items.isEmpty }
    return tracks.map { track in
      CaptionUse(
        captions: track.captions, place: track.place, language: track.captions.language,
        end: film.duration)
    } + layersInPlay.compactMap(use(of:))
  }

  private func use(of segment: Segment, language: String?) -> CaptionUse? {
    guard case .custom(let source as any CaptionCarrier)? = segment.source else { return nil }
    let isLast = segment.targetRange.end >= film.duration && !segment.isReversed
    return CaptionUse(
      captions: source.captions, place: segment.place, language: language,
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

  /// When its words begin, where that is known, counted from its start.
  fileprivate var wordStarts: [Time] { spans.compactMap(\.start) }

  /// Whether all words that have a time are said outside of its own, and one of them far from it: a caption
  /// that was cut may keep words of a moment before and after.
  fileprivate var hasStrayWords: Bool {
    let far = Time(flicks: 5 * Time.flicksPerSecond)
    let starts = wordStarts
    let isOutside = starts.allSatisfy { $0 < .zero || $0 > timeRange.duration }
    return isOutside && starts.contains { $0 < .zero - far || $0 > timeRange.duration + far }
  }

  /// Its first letters on one line.
  fileprivate var start: String {
    let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
    return line.count > 30 ? line.prefix(27) + "..." : line
  }
}
