// SPDX-License-Identifier: MIT

import MoonreelCore

/// Which sounds of a mix are needed for which.
struct SoundRoutes {
  private let mix: AudioMix

  init(_ mix: AudioMix) { self.mix = mix }

  /// What is wrong with outputs, sends and side chains: that they lead nowhere, or in a circle.
  var faults: [Fault] {
    var faults: [Fault] = []
    let known = Set(mix.buses.map(\.id))
    for (name, parameters) in entries {
      let wanted = [parameters.output].compactMap { $0 } + parameters.sends.map(\.bus)
      let keys = parameters.effects.flatMap(\.sideChains)
      let hasAll = keys.allSatisfy { key in
        switch key {
        // A track that is not there is silent.
        case .track: true
        case .bus(let id): known.contains(id)
        case .layer: false
        }
      }
      if !wanted.allSatisfy(known.contains) || !hasAll {
        faults.append(
          Fault(
            .unknownTrack, nil, "\(name) goes to, or listens to, a sound that is not in the mix."))
      }
    }
    if faults.isEmpty, let name = circle { faults.append(Self.circular(name)) }
    return faults
  }

  private static func circular(_ name: String) -> Fault {
    Fault(
      .invalidValue, nil,
      "\(name) listens to itself: follow where its sound goes, by outputs, sends and side chains, and take one away."
    )
  }

  private var entries: [(name: String, parameters: AudioMixParameters)] {
    mix.parameters.map { entry in
      (entry.trackID.map { "The mix of track \($0)" } ?? "The whole mix", entry)
    } + mix.buses.map { ("The bus '\($0.name)'", $0.parameters) }
  }

  /// The name of a bus or track that needs itself.
  private var circle: String? {
    var done: Set<SoundReference> = []
    for reference in mix.buses.map({ SoundReference.bus($0.id) })
      + mix.parameters.compactMap({ $0.trackID.map(SoundReference.track) })
    {
      if let found = circle(from: reference, through: [], &done) { return name(of: found) }
    }
    return nil
  }

  private func circle(
    from reference: SoundReference, through way: [SoundReference],
    _ done: inout Set<SoundReference>
  ) -> SoundReference? {
    if way.contains(reference) { return reference }
    guard !done.contains(reference) else { return nil }
    for next in needs(of: reference) {
      if let found = circle(from: next, through: way + [reference], &done) { return found }
    }
    done.insert(reference)
    return nil
  }

  /// The sounds that must be there for `reference` to be.
  private func needs(of reference: SoundReference) -> [SoundReference] {
    switch reference {
    case .layer: return []
    case .track(let id):
      return mix.parameters(for: id)?.effects.flatMap(\.sideChains) ?? []
    case .bus(let id):
      let tracks = mix.parameters.filter { $0.feeds(id) }.compactMap {
        $0.trackID.map(SoundReference.track)
      }
      let buses = mix.buses.filter { $0.parameters.feeds(id) }.map { SoundReference.bus($0.id) }
      let own = mix.buses.first { $0.id == id }?.parameters.effects.flatMap(\.sideChains) ?? []
      return tracks + buses + own
    }
  }

  private func name(of reference: SoundReference) -> String {
    switch reference {
    case .layer(let id): "Layer \(id.rawValue)"
    case .track(let id): "Track \(id)"
    case .bus(let id): "The bus '\(mix.buses.first { $0.id == id }?.name ?? "")'"
    }
  }
}
