// SPDX-License-Identifier: MIT

import MoonreelCore

/// The layers of a film, for those who hand them on to other programs.
package struct LayeredFilm: Sendable {
  /// How one layer gives way to another, and when.
  package struct Change: Sendable {
    package var transition: LayerTransition
    package var range: TimeRange
    /// The positions of the layers.
    package var from: Int
    package var to: Int
  }

  /// All layers, also those that take no part.
  package let layers: [Layer]
  /// The positions of the layers with pictures in rows from the bottom up; those of a row are in order of time, and
  /// overlap only where one gives way to the next.
  package let lanes: [[Int]]
  /// The positions of the layers that sound.
  package let heard: [Int]
  /// In the order in which they were made.
  package let changes: [Change]
  /// The layers that are not drawn themselves: others read them as mattes.
  package let hidden: Set<Int>
  /// What lies behind all layers; `nil`: nothing.
  package let background: Color?
  /// Whether something else than laying them over each other makes the pictures.
  package let hasCompositor: Bool
  /// Whether movement is blurred.
  package let hasMotionBlur: Bool
}

extension ComposedTimeline {
  /// The layers that it was made of; `nil` where it was made of tracks.
  package var layered: LayeredFilm? {
    let outline = FilmOutline(self)
    guard let stack = outline.subject.stack else { return nil }
    let changes = stack.activeTransitions.map {
      LayeredFilm.Change(transition: $0.transition, range: $0.range, from: $0.from, to: $0.to)
    }
    let inPlay = outline.subject.layersInPlay
    let hasSolo = inPlay.contains { stack.layers[$0].audio.isSolo }
    let heard = inPlay.filter {
      let layer = stack.layers[$0]
      return layer.audio.isEnabled && layer.source.audio != nil && (!hasSolo || layer.audio.isSolo)
    }
    return LayeredFilm(
      layers: stack.layers,
      lanes: outline.lanes.filter { $0.kind == .layers }.map { $0.clips.compactMap(\.layer) },
      heard: heard, changes: changes, hidden: stack.hidden, background: stack.background,
      hasCompositor: stack.compositor != nil, hasMotionBlur: stack.motionBlur != nil)
  }
}
