// SPDX-License-Identifier: MIT

import MoonreelCore

extension Composition {
  /// Adds a track for each layer that sounds.
  ///
  /// - Returns: the volumes of the tracks.
  func addSound(
    to timeline: inout Timeline, in whole: TimeRange, _ transitions: [LayerTransition]
  ) throws -> AudioMix {
    var mix = AudioMix()
    var tracks: [LayerID: TrackID] = [:]
    var begins: [TrackID: Time] = [:]
    let curves = crossFades(transitions)
    var loudnesses = ClipLoudnesses()
    var joins = SoundJoins()
    for (layer, isHeard) in mixedLayers(in: whole) {
      let sounds = try layer.audioSegments(in: whole)
      guard let first = sounds.first, let last = sounds.last else { continue }
      let track = timeline.addTrack(.audio)
      try timeline.updateTrack(track) { $0.title = layer.name ?? "layer \(layer.id)" }
      var segments: [Segment] = []
      for sound in sounds { segments.append(after: sound.targetRange.start, [sound]) }
      segments.extend(to: layer.timeRange.intersection(whole).end)
      try timeline.updateTrack(track) { try $0.setSegments(segments) }
      var parameters = AudioMixParameters(trackID: track)
      parameters.timePitchAlgorithm = layer.audio.pitch
      parameters.loudness = loudnesses.clip(
        layer.audio.loudness, playing: sounds, through: layer.audio.channelMatrix)
      let range = first.targetRange.union(last.targetRange)
      try parameters.setSound(layer.audio, over: range, from: layer.clock)
      try setVolume(of: layer, in: range, curves[layer.id] ?? [], &parameters)
      parameters.declick = layer.audio.declick
      if !isHeard { parameters.mute() }
      (tracks[layer.id], parameters.effects) = (track, layer.audio.chain)
      begins[track] = layer.clock
      joins.add(layer, playing: sounds, curves[layer.id] ?? [])
      mix.parameters.append(parameters)
    }
    for (index, ends) in joins.ends.enumerated() {
      (mix.parameters[index].joinedStart, mix.parameters[index].joinedEnd) = ends
    }
    for index in mix.parameters.indices {
      let begin = mix.parameters[index].trackID.flatMap { begins[$0] } ?? .zero
      mix.parameters[index].effects = mix.parameters[index].effects.map {
        $0.placed(at: begin) { track(of: $0, tracks) }
      }
    }
    mix.layerTracks = tracks
    return try withBuses(mix, in: whole) { track(of: $0, tracks) }
  }

  /// The track of layer `id`; one that does not exist, and is silent, where the layer does not sound. `nil` for layers of
  /// other compositions.
  private func track(of id: LayerID, _ tracks: [LayerID: TrackID]) -> TrackID? {
    tracks[id] ?? (contains(id) ? TrackID(0) : nil)
  }

  /// `mix` with the buses, and the volume and effects of the whole.
  private func withBuses(
    _ mix: AudioMix, in whole: TimeRange, _ track: (LayerID) -> TrackID?
  ) throws -> AudioMix {
    var mix = mix
    mix.buses = buses.map { bus in
      var bus = bus
      bus.parameters.effects = bus.parameters.effects.map { $0.placed(at: .zero, track) }
      return bus
    }
    var master = AudioMixParameters(trackID: nil)
    master.effects = audio.effects.map { $0.placed(at: .zero, track) }
    master.factors = GainFactor.volumes(audio.volume, audio.decibels, over: whole)
    for factor in master.factors { try factor.tryOut() }
    if !master.effects.isEmpty || !master.factors.isEmpty { mix.parameters.append(master) }
    try Fault.throwIfAny(SoundRoutes(mix).faults, "The sound of the composition is not valid")
    return mix
  }

  /// The layer's volume, fades and cross-fades over `range`: as ramps where all of it goes in straight lines,
  /// else as functions that are followed while the sound is mixed.
  private func setVolume(
    of layer: Layer, in range: TimeRange, _ curves: [FadeCurve],
    _ parameters: inout AudioMixParameters
  ) throws {
    let hasFades = layer.audio.fadeIn > .zero || layer.audio.fadeOut > .zero
    if layer.audio.volume.constant == 1, curves.isEmpty, !hasFades { return }
    let hasChain = !layer.audio.chain.isEmpty
    let isAsItIs = layer.audio.decibels.constant == 0
    if curves.isEmpty, isAsItIs, !hasChain || !hasFades, let times = layer.straightTimes(in: range)
    {
      for (start, end) in zip(times, times.dropFirst()) {
        parameters.addVolumeRamp(
          from: try layer.gain(at: start), to: try layer.gain(before: end),
          in: TimeRange(start: start, end: end))
      }
      return
    }
    var factors: [GainFactor] = []
    if let constant = layer.audio.volume.constant {
      parameters.setVolume(max(0, constant), at: range.start)
    } else {
      factors.append(layer.volumeFactor(over: range))
    }
    // What swells and dies away does so before an effect remembers it.
    let fades =
      (hasFades ? [layer.fadeFactor(over: range)] : []) + curves.map { $0.factor(over: range) }
    for factor in factors + fades { try factor.tryOut() }
    if hasChain { parameters.inputFactors = fades } else { factors += fades }
    parameters.factors += factors
  }

  /// A transition's share in a layer's volume.
  struct FadeCurve {
    let range: TimeRange
    let transition: LayerTransition
    let isLeaving: Bool

    func gain(at time: Time) throws -> Double {
      if time <= range.start { return isLeaving ? 1 : transition.crossFade.gains(at: 0).to }
      if time >= range.end { return isLeaving ? transition.crossFade.gains(at: 1).from : 1 }
      let passed = Double((time - range.start).flicks) / Double(range.duration.flicks)
      let gains = transition.crossFade.gains(at: try transition.timing.value(at: passed))
      return isLeaving ? gains.from : gains.to
    }

    func factor(over whole: TimeRange) -> GainFactor {
      let following: GainFactor.Following =
        transition.timing.isOfScript ? .steps(breaks: [range.start, range.end]) : .everySample
      return GainFactor("cross-fade", over: whole, following) { try gain(at: $0) }
    }
  }

  /// The shares of `transitions` in the volumes of their layers.
  private func crossFades(_ transitions: [LayerTransition]) -> [LayerID: [FadeCurve]] {
    var curves: [LayerID: [FadeCurve]] = [:]
    for transition in transitions where transition.crossFade != .none {
      let range = self[transition.from].timeRange.intersection(self[transition.to].timeRange)
      for id in [transition.from, transition.to] {
        curves[id, default: []].append(
          FadeCurve(range: range, transition: transition, isLeaving: id == transition.from))
      }
    }
    return curves
  }
}

extension Layer {
  /// The gain of the fades at `time` of the composition.
  func fadeGain(at time: Time) -> Double { audio.fadeGain(at: time, in: soundRange) }

  /// Volume and fades at `time` of the composition.
  fileprivate func gain(at time: Time) throws -> Double {
    max(0, try audio.volume.value(at: localTime(time))) * fadeGain(at: time)
  }

  /// What the gain comes to just before `time`, where a held key, or a second one there, may let it jump.
  fileprivate func gain(before time: Time) throws -> Double {
    let local = localTime(time)
    guard case .keyframes(let animation) = audio.volume,
      let index = animation.keys.firstIndex(where: { $0.time == local }), index > 0
    else { return try gain(at: time) }
    let isHeld = if case .hold = animation.keys[index].timing { true } else { false }
    return max(0, animation.keys[isHeld ? index - 1 : index].value) * fadeGain(at: time)
  }

  /// The moments of `range`, its ends included, between which volume and fades together go in straight lines;
  /// `nil` where they do not.
  fileprivate func straightTimes(in range: TimeRange) -> [Time]? {
    var times: Set<Time> = [range.start, range.end]
    if audio.volume.constant != nil {
      guard audio.fadesStraight else { return nil }
      let (faded, fading) = (
        soundRange.start + audio.fadeIn, soundRange.end - audio.fadeOut
      )
      guard faded <= fading else { return nil }
      times.formUnion([faded, fading].filter(range.contains))
    } else {
      guard audio.fadeIn == .zero, audio.fadeOut == .zero, let keys = straightKeys else {
        return nil
      }
      times.formUnion(keys.map { compositionTime($0) }.filter(range.contains))
    }
    return times.sorted()
  }

  /// The times of the volume's keys where it goes straight from each to the next, or holds.
  private var straightKeys: [Time]? {
    guard case .keyframes(let animation) = audio.volume, animation.repeatMode == .none else {
      return nil
    }
    let isStraight = animation.keys.dropFirst().allSatisfy { key in
      switch key.timing {
      case .linear: key.path == .linear
      case .hold: true
      case .eased, .bezier, .steps, .spring, .function: false
      }
    }
    return isStraight ? animation.keys.map(\.time) : nil
  }

  /// When its clock says zero.
  var clock: Time { compositionTime(.zero) }

  /// The volume as a function of the composition's time.
  fileprivate func volumeFactor(over range: TimeRange) -> GainFactor {
    GainFactor("volume", over: range, following: audio.volume, from: clock) { $0 }
  }

  /// The fades as a function of the composition's time.
  fileprivate func fadeFactor(over range: TimeRange) -> GainFactor {
    let (audio, whole) = (audio, soundRange)
    return GainFactor("fades", over: range) { audio.fadeGain(at: $0, in: whole) }
  }
}

extension LayerAudio {
  /// The gain of the fades at `time` of a layer over `whole`.
  fileprivate func fadeGain(at time: Time, in whole: TimeRange) -> Double {
    var gain = 1.0
    let (since, left) = (time - whole.start, whole.end - time)
    if fadeIn > .zero {
      gain = fadeInCurve.gain(at: Double(since.flicks) / Double(fadeIn.flicks))
    }
    if fadeOut > .zero {
      gain = min(gain, fadeOutCurve.gain(at: Double(left.flicks) / Double(fadeOut.flicks)))
    }
    return max(0, gain)
  }

  /// Whether its fades go in straight lines.
  fileprivate var fadesStraight: Bool {
    (fadeIn == .zero || fadeInCurve == .tri) && (fadeOut == .zero || fadeOutCurve == .tri)
  }
}
