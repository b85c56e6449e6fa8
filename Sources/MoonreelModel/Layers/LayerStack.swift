// SPDX-License-Identifier: MIT

import MoonreelCore

/// What the instructions of one lowered composition share: its layers and where their pictures come from.
final class LayerStack: Sendable {
  /// The composition's layers, by position.
  let layers: [Layer]
  /// The tracks that bring the layers' pictures, by position.
  let tracks: [Int: TrackID]
  /// The composition's size.
  let size: Size
  /// What lies behind all layers; `nil`: nothing.
  let background: Color?
  let motionBlur: MotionBlur?
  let frameRate: FrameRate
  /// The transfer by which layers are mixed as light; `nil`: as signals.
  let lightTransfer: ColorTags.Transfer?
  /// Draws instead of laying layers over each other.
  let compositor: (any LayerStackCompositor)?
  /// Layers that are not drawn themselves: other layers read them as mattes.
  let hidden: Set<Int>
  /// The captions that are written beside the film.
  let captionTracks: [CaptionTrack]
  /// The transitions between layers that are shown, in the order in which they are looked for.
  let activeTransitions: [ActiveTransition]
  /// The same by the positions of both layers that take part.
  private let transitions: [Int: [ActiveTransition]]

  /// A transition and when it happens.
  struct ActiveTransition: Sendable {
    let transition: LayerTransition
    let range: TimeRange
    let from: Int
    let to: Int
  }

  init(
    _ composition: Composition, tracks: [Int: TrackID], shown: [Int],
    _ transitions: [LayerTransition]
  ) {
    (layers, self.tracks) = (composition.layers, tracks)
    size = composition.size.size
    (background, motionBlur) = (composition.background, composition.motionBlur)
    frameRate = composition.frameRate
    lightTransfer = composition.workingSpace == .linear ? composition.color.transfer : nil
    compositor = composition.compositor
    captionTracks = composition.captionTracks
    hidden = Set(composition.layers.compactMap { $0.matte.map { $0.layer.rawValue - 1 } })
    let shown = Set(shown)
    activeTransitions = transitions.compactMap { transition in
      let (from, to) = (transition.from.rawValue - 1, transition.to.rawValue - 1)
      guard shown.contains(from), shown.contains(to) else { return nil }
      let range = composition.layers[from].timeRange
        .intersection(composition.layers[to].timeRange)
      return ActiveTransition(transition: transition, range: range, from: from, to: to)
    }
    var byLayer: [Int: [ActiveTransition]] = [:]
    for entry in activeTransitions {
      for layer in [entry.from, entry.to] { byLayer[layer, default: []].append(entry) }
    }
    self.transitions = byLayer
  }

  /// The transition that layer `index` takes part in at `time`.
  func transition(of index: Int, at time: Time) -> ActiveTransition? {
    transitions[index]?.first { $0.range.contains(time) }
  }
}
