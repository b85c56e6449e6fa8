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
  /// What does not belong to one layer and is lost.
  var losses: [Loss] = []

  /// What `film` shows and plays.
  ///
  /// - Throws: what an expression throws.
  init(_ film: ComposedTimeline) throws {
    if let layered = film.layered {
      self.init(film, layered)
    } else {
      self = try TrackFilm(film).content()
    }
  }

  /// A film of `layers`, without rows.
  init(_ film: ComposedTimeline, layers: [Layer]) {
    size = film.videoComposition.renderSize
    rate = film.videoComposition.frameRate
    duration = film.duration
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
    if layered.hasCompositor {
      losses.append(Loss(.lost, "the film", "its compositor draws the layers in a way of its own"))
    }
    if layered.hasMotionBlur {
      losses.append(Loss(.lost, "the film", "its motion blur is Moonreel's"))
    }
    losses += Self.losses(of: film)
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

  /// What happens to the whole picture or the whole mix.
  static func losses(of film: ComposedTimeline) -> [Loss] {
    var losses: [Loss] = []
    if film.videoComposition.filter != nil {
      losses.append(
        Loss(.lost, "the film", "the function that changes every picture is Moonreel's"))
    }
    if let master = film.audioMix.master, !master.isNeutral {
      losses.append(
        Loss(.lost, "the film", "what happens to the whole mix (its volume or effects)"))
    }
    if !film.timeline.tracks(.subtitle).isEmpty {
      losses.append(
        Loss(
          .lost, "the film",
          "captions have no place in this file; export them as an .srt of their own"))
    }
    return losses
  }
}
