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
    let heard = playing.filter(isHeard).flatMap(\.audio.chain)
    let keys = keys(of: heard + buses.flatMap(\.parameters.effects) + audio.effects)
    return playing.compactMap { layer in
      isHeard(layer) ? (layer, true) : keys.contains(layer.id) ? (layer, false) : nil
    }
  }

  /// The layers that steer `effects`, by themselves or in a bus, and those that steer effects of these.
  private func keys(of effects: [SoundEffect]) -> Set<LayerID> {
    var (known, knownBuses): (Set<LayerID>, Set<SoundBusID>) = ([], [])
    var waiting = effects.flatMap(\.sideChains)
    while let key = waiting.popLast() {
      switch key {
      case .layer(let id):
        guard known.insert(id).inserted else { continue }
        waiting += layersInPlay.filter { $0.id == id }.flatMap(\.audio.chain)
          .flatMap(\.sideChains)
      case .bus(let id):
        guard knownBuses.insert(id).inserted else { continue }
        waiting += layersInPlay.filter { $0.audio.feeds(id) }.map { .layer($0.id) }
        waiting += buses.filter { $0.parameters.feeds(id) }.map { .bus($0.id) }
      case .track: continue
      }
    }
    return known
  }
}

extension LayerAudio {
  /// Whether the sound comes into `bus`.
  fileprivate func feeds(_ bus: SoundBusID) -> Bool {
    output == bus || sends.contains { $0.bus == bus }
  }
}

extension AudioMixParameters {
  /// Whether the sound comes into `bus`, heard or as what steers others.
  func feeds(_ bus: SoundBusID) -> Bool { output == bus || sends.contains { $0.bus == bus } }
}
