// SPDX-License-Identifier: MIT

import MoonreelCore

/// Parts of a mix. What is left out is still heard by what it steers: music that ducks under a voice does so in its own stem.
extension AudioMix {
  /// One file of a set that adds up to the mix: what comes into it from one track or bus.
  public struct Stem: Sendable {
    /// The bus's name, the layer's, or `track 2`.
    public var name: String
    /// The mix with nothing else, without the effects and volume of the whole.
    public var mix: AudioMix
  }

  /// The mix without `muted`, as if they were turned off at a desk; none of their sends is heard either.
  ///
  /// - Throws: `MoonreelError` (`invalidArgument`) where one is not in the mix.
  public func muting(_ muted: [SoundReference], of timeline: Timeline) throws -> AudioMix {
    let muted = Set(try muted.map { try resolved($0, timeline) })
    return keepingWays(of: timeline) { from, _ in !muted.contains(from) }
  }

  /// The mix with nothing but `chosen`: what comes together in them, and the ways that they go.
  ///
  /// - Throws: `MoonreelError` (`invalidArgument`) where one is not in the mix.
  public func soloing(_ chosen: [SoundReference], of timeline: Timeline) throws -> AudioMix {
    let chosen = Set(try chosen.map { try resolved($0, timeline) })
    let ways = ways(in: timeline)
    let before = Self.reached(from: chosen, ways.map { ($0.to, $0.from) })
    let after = Self.reached(from: chosen, ways.map { ($0.from, $0.to) })
    return keepingWays(of: timeline) { from, to in
      after.contains(from) || to.map(before.contains) ?? false
    }
  }

  /// What goes straight into the mix, each for itself, in the order of tracks and then of buses.
  public func stems(of timeline: Timeline) -> [Stem] {
    ways(in: timeline).filter { $0.to == nil }.map { way in
      var mix = keepingWays(of: timeline) { from, to in to != nil || from == way.from }
      if let index = mix.parameters.firstIndex(where: { $0.trackID == nil }) {
        let pitch = mix.parameters[index].timePitchAlgorithm
        mix.parameters[index] = AudioMixParameters(trackID: nil)
        mix.parameters[index].timePitchAlgorithm = pitch
      }
      return Stem(name: name(of: way.from, timeline), mix: mix)
    }
  }

  private func name(of sound: SoundReference, _ timeline: Timeline) -> String {
    switch sound {
    case .bus(let id): buses.first { $0.id == id }?.name ?? "bus \(id.value)"
    case .track(let id): timeline[id]?.title ?? "track \(id)"
    case .layer(let id): "layer \(id)"
    }
  }

  /// `sound` as a track or bus of the mix.
  private func resolved(_ sound: SoundReference, _ timeline: Timeline) throws -> SoundReference {
    switch sound {
    case .layer(let id):
      if let track = layerTracks[id] { return .track(track) }
    case .track(let id):
      if timeline[id]?.mediaType == .audio { return sound }
    case .bus(let id):
      if buses.contains(where: { $0.id == id }) { return sound }
    }
    throw MoonreelError(.invalidArgument, "There is no sound of it in the mix.")
  }

  private typealias Way = (from: SoundReference, to: SoundReference?)

  /// Where sounds go; to the mix itself where `to` is nil.
  private func ways(in timeline: Timeline) -> [Way] {
    func ways(_ from: SoundReference, _ parameters: AudioMixParameters?) -> [Way] {
      let output: [Way] =
        parameters?.reachesOutput == false
        ? [] : [(from, parameters?.output.map(SoundReference.bus))]
      let sends = parameters?.sends.filter(\.isHeard) ?? []
      return output + sends.map { (from, SoundReference.bus($0.bus)) }
    }
    let tracks = timeline.tracks(.audio).filter { $0.isEnabled && !$0.segments.isEmpty }
    let known = parametersByTrack
    return tracks.flatMap { ways(.track($0.id), known[$0.id]) }
      + buses.flatMap { ways(.bus($0.id), $0.parameters) }
  }

  /// `begin` and what can be reached from there.
  private static func reached(
    from begin: Set<SoundReference>, _ ways: [(from: SoundReference?, to: SoundReference?)]
  ) -> Set<SoundReference> {
    var known = begin
    while true {
      let next = ways.compactMap { way in way.from.flatMap { known.contains($0) ? way.to : nil } }
      guard !known.isSuperset(of: next) else { return known }
      known.formUnion(next)
    }
  }

  /// The mix with those ways only that `isKept` names.
  private func keepingWays(
    of timeline: Timeline, _ isKept: (SoundReference, SoundReference?) -> Bool
  ) -> AudioMix {
    var mix = self
    func keep(_ parameters: inout AudioMixParameters, _ from: SoundReference) {
      if !isKept(from, parameters.output.map(SoundReference.bus)) {
        parameters.reachesOutput = false
      }
      for index in parameters.sends.indices
      where !isKept(from, .bus(parameters.sends[index].bus)) {
        parameters.sends[index].isHeard = false
      }
    }
    let known = parametersByTrack
    for track in timeline.tracks(.audio) where known[track.id] == nil {
      mix.parameters.append(AudioMixParameters(trackID: track.id))
    }
    for index in mix.parameters.indices {
      guard let id = mix.parameters[index].trackID else { continue }
      keep(&mix.parameters[index], .track(id))
    }
    for index in mix.buses.indices {
      keep(&mix.buses[index].parameters, .bus(mix.buses[index].id))
    }
    return mix
  }
}
