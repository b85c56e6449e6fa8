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
    let curves = crossFades(transitions)
    for layer in layersInPlay where layer.timeRange.overlaps(whole) {
      let sounds = try layer.audioSegments(in: whole)
      guard let first = sounds.first, let last = sounds.last else { continue }
      let track = timeline.addTrack(.audio)
      var segments: [Segment] = []
      for sound in sounds { segments.append(after: sound.targetRange.start, [sound]) }
      segments.extend(to: layer.timeRange.intersection(whole).end)
      try timeline.updateTrack(track) { try $0.setSegments(segments) }
      var parameters = AudioMixParameters(trackID: track)
      parameters.timePitchAlgorithm = layer.audio.pitch
      try setVolume(
        of: layer, in: first.targetRange.union(last.targetRange), curves[layer.id] ?? [],
        &parameters)
      mix.parameters.append(parameters)
    }
    return mix
  }

  /// The layer's volume, fades and cross-fades multiplied, as ramps over `range`.
  private func setVolume(
    of layer: Layer, in range: TimeRange, _ curves: [FadeCurve],
    _ parameters: inout AudioMixParameters
  ) throws {
    let isPlain = layer.audio.volume.constant == 1 && curves.isEmpty
    if isPlain, layer.audio.fadeIn == .zero, layer.audio.fadeOut == .zero { return }
    var times = layer.volumeTimes(in: range, curves.map(\.range))
    times.append(range.end)
    for (start, end) in zip(times, times.dropFirst()) {
      let (first, last) = (
        try gain(of: layer, at: start, curves), try gain(of: layer, at: end, curves)
      )
      parameters.addVolumeRamp(
        from: first, to: last, in: TimeRange(start: start, end: end))
    }
  }

  private func gain(of layer: Layer, at time: Time, _ curves: [FadeCurve]) throws -> Double {
    var gain = max(0, try layer.audio.volume.value(at: layer.localTime(time)))
    gain *= layer.fadeGain(at: time)
    for curve in curves { gain *= try curve.gain(at: time) }
    return gain
  }

  /// A transition's share in a layer's volume.
  private struct FadeCurve {
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
  func fadeGain(at time: Time) -> Double {
    var gain = 1.0
    let (since, left) = (time - timeRange.start, timeRange.end - time)
    if audio.fadeIn > .zero { gain = min(gain, Double(since.flicks) / Double(audio.fadeIn.flicks)) }
    if audio.fadeOut > .zero {
      gain = min(gain, Double(left.flicks) / Double(audio.fadeOut.flicks))
    }
    return max(0, gain)
  }

  /// The moments between which the volume goes straight, the first at the start of `range`: keys and ends
  /// of fades, and hundredths of a second wherever it bends.
  func volumeTimes(in range: TimeRange, _ bends: [TimeRange]) -> [Time] {
    var times = breakTimes(of: audio.volume, in: range).union([range.start])
    for bend in bends { times.formUnion(hundredths(of: bend, in: range)) }
    let (faded, fading) = (timeRange.start + audio.fadeIn, timeRange.end - audio.fadeOut)
    times.formUnion([faded, fading].filter(range.contains))
    // Where a fade meets a changing volume, their product bends.
    if audio.volume.constant == nil {
      for bend in [
        TimeRange(start: timeRange.start, end: faded), TimeRange(start: fading, end: timeRange.end),
      ] {
        times.formUnion(hundredths(of: bend, in: range))
      }
    }
    return times.sorted()
  }
}
