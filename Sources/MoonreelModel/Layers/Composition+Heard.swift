// SPDX-License-Identifier: MIT

import MoonreelCore

extension Composition {
  /// The layers whose sound is mixed within `whole`, in order, and whether each is heard. Those that are not steer others,
  /// as side chains.
  func mixedLayers(in whole: TimeRange) -> [(layer: Layer, isHeard: Bool)] {
    let hasSolo = layersInPlay.contains { $0.audio.isSolo }
    let playing = layersInPlay.filter { $0.timeRange.overlaps(whole) }
    func isHeard(_ layer: Layer) -> Bool {
      layer.audio.isEnabled && (!hasSolo || layer.audio.isSolo)
    }
    guard playing.contains(where: { isHeard($0) && $0.source.audio != nil }) else { return [] }
    let heard = playing.filter(isHeard).flatMap(\.audio.effects)
    let keys = keys(of: heard + buses.flatMap(\.parameters.effects) + audio.effects)
    return playing.compactMap { layer in
      isHeard(layer) ? (layer, true) : keys.contains(layer.id) ? (layer, false) : nil
    }
  }

  /// The layers that steer `effects`, and those that steer effects of these.
  private func keys(of effects: [SoundEffect]) -> Set<LayerID> {
    var known: Set<LayerID> = []
    var waiting = effects
    while !waiting.isEmpty {
      let named = waiting.flatMap(\.sideChains).compactMap { key in
        if case .layer(let id) = key { id } else { nil }
      }
      let fresh = Set(named).subtracting(known)
      known.formUnion(fresh)
      waiting = layersInPlay.filter { fresh.contains($0.id) }.flatMap(\.audio.effects)
    }
    return known
  }
}
