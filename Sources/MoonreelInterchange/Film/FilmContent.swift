// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// A film as rows of layers, whether a script made it of layers or of tracks: what the other programs are told of.
struct FilmContent {
  /// Things one after the other; they overlap only where one gives way to the next.
  struct Row {
    var name: String
    /// The positions of the layers, in order of time.
    var layers: [Int]
    var isEnabled = true
  }

  /// One layer that gives way to another.
  struct Change {
    var name: String
    var range: TimeRange
    var from: Int
    var to: Int
    var crossFade: CrossFade
  }

  var size: PixelSize
  var rate: FrameRate
  var duration: Time
  /// What lies behind everything; `nil`: nothing.
  var background: Color?
  /// All layers; where they were made of tracks, one for each segment.
  var layers: [Layer]
  /// Rows of pictures from the bottom up.
  var pictures: [Row]
  /// Rows of sounds.
  var sounds: [Row]
  var changes: [Change] = []
  /// The positions of the layers that are heard; `nil`: those whose sound is enabled.
  private(set) var heard: Set<Int>?
  /// What does not belong to one layer and is lost.
  private(set) var losses: [Loss] = []
  /// Where the script made the composition; `nil`: there is none, or it is unknown.
  private let compositionPlace: ScriptPlace?

  /// The line of the script that made the whole: its composition, or without one the first that it shows.
  var place: ScriptPlace? {
    compositionPlace ?? layers.lazy.compactMap(\.scriptPlace).first
  }

  /// What `film` shows and plays.
  ///
  /// - Parameter isNested: whether it lies in another, where nothing is behind the pictures of other programs.
  /// - Throws: what an expression throws.
  init(_ film: ComposedTimeline, isNested: Bool = false) throws {
    if let layered = film.layered {
      self.init(film, layered)
    } else {
      self = try TrackFilm(film).content()
    }
    noteWhole(film)
    noteBackground(isNested: isNested)
  }

  /// A film of `layers`, without rows.
  init(_ film: ComposedTimeline, layers: [Layer]) {
    size = film.videoComposition.renderSize
    rate = film.videoComposition.frameRate
    duration = film.duration
    compositionPlace = film.videoComposition.place.flatMap { ScriptPlace($0) }
    self.layers = layers
    (pictures, sounds) = ([], [])
  }

  private init(_ film: ComposedTimeline, _ layered: LayeredFilm) {
    self.init(film, layers: layered.layers)
    background = layered.background
    changes = layered.changes.map {
      Change(
        name: $0.transition.name, range: $0.range, from: $0.from, to: $0.to,
        crossFade: $0.transition.crossFade)
    }
    pictures = layered.lanes.map { lane in lane.filter { !layered.hidden.contains($0) } }
      .filter { !$0.isEmpty }.enumerated().map {
        Row(name: "V\($0.offset + 1)", layers: $0.element)
      }
    sounds = soundRows(layered.heard)
    heard = Set(layered.heard)
    if layered.hasCompositor {
      lose(.lost, "its compositor draws the layers in a way of its own")
    }
    if layered.hasMotionBlur { lose(.lost, "its motion blur is Moonreel's") }
  }

  /// The sounds of the layers `heard` in as few rows as can be; what a composition inside plays goes with its
  /// pictures.
  private func soundRows(_ heard: [Int]) -> [Row] {
    var rows: [[Int]] = []
    let ordered = heard.filter { !isNested($0) && layers[$0].timing.frozenTime == nil }
      .sorted { (layers[$0].timeRange.start, $0) < (layers[$1].timeRange.start, $1) }
    for index in ordered {
      let row = rows.firstIndex { row in
        row.allSatisfy {
          !layers[$0].timeRange.overlaps(layers[index].timeRange) || fade($0, index)
        }
      }
      if let row { rows[row].append(index) } else { rows.append([index]) }
    }
    return rows.enumerated().map { Row(name: "A\($0.offset + 1)", layers: $0.element) }
  }

  private func isNested(_ index: Int) -> Bool {
    if case .composition = layers[index].source { true } else { false }
  }

  private func fade(_ one: Int, _ other: Int) -> Bool {
    changes.contains {
      ($0.from, $0.to) == (one, other) && $0.crossFade != .none
    }
  }

  // MARK: Losses

  /// What messages call the whole.
  static let subject = "the film"

  /// Notes `loss`, which belongs to a part of the film that is no layer for others.
  mutating func lose(_ loss: Loss) { losses.append(loss) }

  /// Notes that something that belongs to no layer is lost, which `place` made, or else the whole.
  mutating func lose(
    _ outcome: Loss.Outcome, _ reason: String, over range: TimeRange? = nil,
    at place: ScriptPlace? = nil
  ) {
    lose(
      Loss(outcome, Self.subject, reason, timeRange: range, place: place ?? self.place))
  }

  /// Notes what happens to the whole picture or the whole mix.
  private mutating func noteWhole(_ film: ComposedTimeline) {
    let video = film.videoComposition
    if video.filter != nil {
      lose(.lost, "the function that changes every picture is Moonreel's")
    }
    if let master = film.audioMix.master, !master.isNeutral {
      lose(.lost, "what happens to the whole mix (its volume or effects)")
    }
    if video.color != .bt709 {
      lose(.lost, "its colours are not those of BT.709, and nobody is told; set them there")
    }
    if video.workingSpace == .linear {
      lose(.approximated, "its layers are mixed as light, those of others as signals")
    }
    if video.sourceTrackIDForFrameTiming != nil {
      lose(.approximated, "its frames follow the times of one track, those of others a rate")
    }
    let beside: [(type: MediaType, reason: String)] = [
      (.subtitle, "captions have no place in this file; export them as an .srt of their own"),
      (.metadata, "timed metadata has no place in this file"),
    ]
    for (type, reason) in beside {
      let tracks = film.timeline.tracks(type)
      guard !tracks.isEmpty else { continue }
      let places = tracks.flatMap(\.segments).lazy.compactMap {
        $0.place.flatMap { ScriptPlace($0) }
      }
      lose(.lost, reason, at: places.first)
    }
  }

  /// Notes a background that others do not show: theirs is black, and nothing where the film lies in another.
  private mutating func noteBackground(isNested: Bool) {
    guard let background, background.alpha > 0, isNested || background != .black else { return }
    let theirs = isNested ? "nothing" : "black"
    lose(
      .lost,
      "its background '\(background.hexadecimalText)' is Moonreel's alone; others show \(theirs)")
  }
}
