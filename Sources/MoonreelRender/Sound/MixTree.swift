// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// Builds the nodes of a mix: what goes where.
struct MixTree {
  let timeline: Timeline
  let mix: AudioMix?
  let fallbackAlgorithm: TimePitchAlgorithm
  let format: MixFormat
  /// What the mix says of each track.
  private let parameters: [TrackID: AudioMixParameters]

  init(
    timeline: Timeline, mix: AudioMix?, fallbackAlgorithm: TimePitchAlgorithm, format: MixFormat
  ) {
    (self.timeline, self.mix, self.format) = (timeline, mix, format)
    self.fallbackAlgorithm = fallbackAlgorithm
    parameters = mix?.parametersByTrack ?? [:]
  }

  /// The sounds that go straight into the mix.
  var roots: [any SoundNode] { members(of: nil) }

  /// The effects of the whole mix.
  var masterLinks: [SoundChain.Link] { links(mix?.master?.effects ?? []) }

  /// The sounds that come together in `bus`: tracks in the order of the timeline, then buses, then what is sent. What is muted
  /// is among them where the bus is a key: it steers all the same.
  private func members(of bus: SoundBusID?, isKey: Bool = false) -> [any SoundNode] {
    var found: [any SoundNode] = []
    var sent: [any SoundNode] = []
    func collect(_ parameters: AudioMixParameters?, _ make: () -> any SoundNode) {
      if parameters?.output == bus, isKey || parameters?.reachesOutput != false {
        found.append(make())
      }
      guard let bus else { return }
      for send in parameters?.sends ?? [] where send.bus == bus && (isKey || send.isHeard) {
        sent.append(SendMixer(make(), gain: send.gain))
      }
    }
    for track in soundTracks { collect(parameters[track.id]) { node(of: track) } }
    for other in mix?.buses ?? [] { collect(other.parameters) { node(of: other, isKey: isKey) } }
    return found + sent
  }

  private var soundTracks: [Track] {
    timeline.tracks.filter { $0.mediaType == .audio && $0.isEnabled }
  }

  private func node(of track: Track) -> any SoundNode {
    let parameters = parameters[track.id]
    return TrackMixer(
      track: track, format: format,
      algorithm: parameters?.timePitchAlgorithm ?? mix?.master?.timePitchAlgorithm
        ?? fallbackAlgorithm,
      parameters: parameters, links: links(parameters?.effects ?? []))
  }

  private func node(of bus: SoundBus, isKey: Bool) -> any SoundNode {
    BusMixer(
      members(of: bus.id, isKey: isKey), bus.parameters, links: links(bus.parameters.effects),
      format: format,
      end: timeline.duration.value(timescale: Int64(format.sampleRate)))
  }

  private func links(_ effects: [SoundEffect]) -> [SoundChain.Link] {
    effects.filter(\.isEnabled).map { effect in
      SoundChain.Link(effect: effect, keys: effect.sideChains.map(key))
    }
  }

  /// A sound that steers another.
  private func key(_ reference: SoundReference) -> SoundChain.Read {
    let key: (any SoundNode)? =
      switch reference {
      case .layer: nil
      case .track(let id): soundTracks.first { $0.id == id }.map { node(of: $0) }
      case .bus(let id): mix?.buses.first { $0.id == id }.map { node(of: $0, isKey: true) }
      }
    let channelCount = format.layout.count
    return { start, count in
      try SoundSums.floats(channelCount, count) {
        try key?.add(to: &$0, from: start, frameCount: count)
      }
    }
  }
}
