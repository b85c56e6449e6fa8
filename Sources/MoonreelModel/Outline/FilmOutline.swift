// SPDX-License-Identifier: MIT

import MoonreelCore

/// What lies where in a film, for those who draw its timeline: lanes of clips, from the bottom up.
///
/// Nothing is decoded or drawn. A film of layers has its layers, one of tracks its segments; what lies inside of
/// compositions that they show is not looked at.
package struct FilmOutline: Sendable {
  /// What lies in a lane.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Layers with pictures.
    case layers
    /// A track of pictures.
    case video
    /// Sound: a track of it, or layers that are only heard.
    case audio
    /// Captions beside the pictures.
    case captions
  }

  /// A row of clips that do not overlap.
  package struct Lane: Sendable {
    package var kind: Kind
    package var name: String
    package var clips: [Clip]
  }

  /// Something that is shown or heard for a while.
  package struct Clip: Sendable {
    /// Its number in the film, from 0.
    package var id: Int
    package var name: String
    package var range: TimeRange
    /// What it shows, in a word or two: `"file"`, `"image"`, `"composition"`, a generator's kind.
    package var source: String
    /// The file that it shows or plays.
    package var file: String?
    /// Where the script made it, `"promo.lua:12"`.
    package var place: String?
    /// The mean speed, where it is not the source's.
    package var speed: String?
    /// How it gives way to the clip after it, and when.
    package var transition: (name: String, range: TimeRange)?
    /// What moves of it.
    package var curves: [Curve] = []
    /// Its pictures and its sound alone.
    package var pictures: Piece?
    package var sound: Piece?
    /// The layer that it is, by position; `nil` for a segment.
    var layer: Int?
  }

  /// A stretch of a source.
  package struct Piece: Sendable {
    package var source: SegmentSource
    package var range: TimeRange
  }

  /// How a number of a layer moves.
  package struct Curve: Sendable {
    package var property: String
    /// The times of its keys, on the film's clock.
    package var keys: [Time]
    /// Times on the film's clock and values, evenly from the layer's beginning to its end.
    package var points: [(time: Time, value: Double)]
  }

  /// From the bottom up, sound after pictures.
  package let lanes: [Lane]
  let subject: LintSubject

  /// The outline of `film`.
  package init(_ film: ComposedTimeline) {
    let subject = LintSubject(film)
    self.subject = subject
    var builder = OutlineBuilder(subject)
    lanes = builder.lanes()
  }

  /// All clips, by number.
  package var clips: [Clip] { lanes.flatMap(\.clips).sorted { $0.id < $1.id } }
}

/// Puts the lanes together.
private struct OutlineBuilder {
  let subject: LintSubject
  private var nextID = 0

  init(_ subject: LintSubject) { self.subject = subject }

  mutating func lanes() -> [FilmOutline.Lane] {
    let pictures = subject.stack.map { layerLanes($0) } ?? tracks(.video, .video)
    let sounds = subject.stack.map { soundLanes($0) } ?? tracks(.audio, .audio)
    return pictures + sounds + captionLanes()
  }

  private mutating func makeID() -> Int {
    defer { nextID += 1 }
    return nextID
  }

  /// Each layer lies above all that it covers, and as low as can be.
  private mutating func layerLanes(_ stack: LayerStack) -> [FilmOutline.Lane] {
    let shown = subject.layersInPlay.filter { stack.layers[$0].source.isVisual }
      .sorted { (stack.layers[$0].level, $0) < (stack.layers[$1].level, $1) }
    return packed(shown, stack, .layers)
  }

  private mutating func soundLanes(_ stack: LayerStack) -> [FilmOutline.Lane] {
    let heard = subject.layersInPlay.filter {
      let layer = stack.layers[$0]
      return !layer.source.isVisual && layer.audio.isEnabled
    }
    return packed(heard, stack, .audio)
  }

  private mutating func packed(
    _ layers: [Int], _ stack: LayerStack, _ kind: FilmOutline.Kind
  ) -> [FilmOutline.Lane] {
    var lanes: [[FilmOutline.Clip]] = []
    for index in layers {
      let clip = clip(index, stack)
      let highest = lanes.lastIndex { lane in
        lane.contains { overlaps($0, clip) && !giveWay($0, clip, stack) }
      }
      let lane = highest.map { $0 + 1 } ?? 0
      if lane == lanes.count { lanes.append([]) }
      lanes[lane].append(clip)
    }
    let word = kind == .audio ? "sound" : "layers"
    return lanes.enumerated().map { index, clips in
      FilmOutline.Lane(
        kind: kind, name: "\(word) \(index + 1)",
        clips: clips.sorted { $0.range.start < $1.range.start })
    }
  }

  private func overlaps(_ one: FilmOutline.Clip, _ other: FilmOutline.Clip) -> Bool {
    !one.range.intersection(other.range).isEmpty
  }

  /// Whether they overlap because one gives way to the other.
  private func giveWay(
    _ one: FilmOutline.Clip, _ other: FilmOutline.Clip, _ stack: LayerStack
  ) -> Bool {
    stack.activeTransitions.contains {
      ($0.from, $0.to) == (one.layer, other.layer) || ($0.from, $0.to) == (other.layer, one.layer)
    }
  }

  private mutating func clip(_ index: Int, _ stack: LayerStack) -> FilmOutline.Clip {
    let layer = stack.layers[index]
    let source = layer.source.video ?? layer.source.audio
    let active = stack.activeTransitions.first { $0.from == index }
    return FilmOutline.Clip(
      id: makeID(), name: layer.name ?? source?.name ?? layer.source.word,
      range: subject.shownRange(of: layer), source: layer.source.word, file: source?.file,
      place: layer.place, transition: active.map { ($0.transition.name, $0.range) },
      curves: layer.curves(within: subject.shownRange(of: layer), in: stack.size),
      pictures: layer.piece(of: layer.source.video), sound: layer.piece(of: layer.source.audio),
      layer: index)
  }

  private mutating func tracks(_ type: MediaType, _ kind: FilmOutline.Kind) -> [FilmOutline.Lane] {
    subject.film.timeline.tracks(type).map { track in
      let clips = track.segments.filter { !$0.isEmpty }.map { segment in
        let speed = segment.speedText
        return FilmOutline.Clip(
          id: makeID(), name: segment.source?.name ?? "", range: segment.targetRange,
          source: segment.source?.word ?? "", file: segment.source?.file, place: segment.place,
          speed: speed == "1" && !segment.isReversed
            ? nil : (segment.isReversed ? "-" : "") + speed,
          pictures: type == .video ? segment.piece : nil,
          sound: type == .audio ? segment.piece : nil)
      }
      return FilmOutline.Lane(
        kind: kind, name: track.title ?? "track \(track.id)", clips: clips)
    }
  }

  private mutating func captionLanes() -> [FilmOutline.Lane] {
    subject.film.timeline.tracks(.subtitle).map { track in
      let clips = track.segments.flatMap { captions(of: $0) }
      return FilmOutline.Lane(
        kind: .captions, name: track.title ?? track.extendedLanguageTag ?? "captions", clips: clips)
    }
  }

  private mutating func captions(of segment: Segment) -> [FilmOutline.Clip] {
    guard case .custom(let source as any CaptionCarrier)? = segment.source else { return [] }
    return source.captions.items.compactMap { caption in
      guard let start = segment.targetTime(at: caption.timeRange.start),
        let end = segment.targetTime(at: caption.timeRange.end)
      else { return nil }
      let range = TimeRange(start: min(start, end), end: max(start, end))
        .intersection(segment.targetRange)
      return FilmOutline.Clip(
        id: makeID(), name: caption.text, range: range, source: "caption", place: segment.place)
    }
  }
}

extension Layer {
  /// What it shows or plays of `source`.
  fileprivate func piece(of source: SegmentSource?) -> FilmOutline.Piece? {
    source.map {
      FilmOutline.Piece(source: $0, range: timing.sourceRange(lasting: timeRange.duration))
    }
  }
}

extension Segment {
  fileprivate var piece: FilmOutline.Piece? {
    source.map { FilmOutline.Piece(source: $0, range: sourceRange) }
  }
}

extension LayerSource {
  /// What it is, in a word or two.
  var word: String {
    switch self {
    case .media(let video, let audio): (video ?? audio)?.word ?? "nothing"
    case .image: "image"
    case .composition: "composition"
    case .adjustment: "adjustment"
    }
  }
}

extension SegmentSource {
  /// What it is, in a word or two.
  var word: String {
    switch self {
    case .asset(let track): track.video?.isStillImage == true ? "still" : "file"
    case .timeline: "timeline"
    case .composed: "composition"
    case .custom: name
    }
  }

  /// The path of the file that it is a stream of.
  var file: String? {
    if case .asset(let track) = self { track.path } else { nil }
  }
}
