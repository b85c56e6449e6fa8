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
      guard let segment = try layer.audioSegment(in: whole) else { continue }
      let track = timeline.addTrack(.audio)
      var segments: [Segment] = []
      segments.append(after: segment.targetRange.start, [segment])
      try timeline.updateTrack(track) { try $0.setSegments(segments) }
      var parameters = AudioMixParameters(trackID: track)
      parameters.timePitchAlgorithm = layer.audio.pitch
      try setVolume(
        of: layer, in: segment.targetRange, curves[layer.id] ?? [], &parameters)
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
    var times: Set<Time> = [range.start]
    func add(_ time: Time) { if range.contains(time) { times.insert(time) } }
    func addBend(_ bend: TimeRange) {
      let step = Time(flicks: Time.flicksPerSecond / 100)
      var time = max(bend.start, range.start)
      while time < min(bend.end, range.end) {
        add(time)
        time = time + step
      }
      add(bend.end)
    }
    for bend in bends { addBend(bend) }
    add(timeRange.start + audio.fadeIn)
    add(timeRange.end - audio.fadeOut)
    switch audio.volume {
    case .constant: break
    case .expression: addBend(range)
    case .keyframes(let animation):
      for (index, key) in animation.keys.enumerated() {
        add(compositionTime(key.time))
        guard index > 0 else { continue }
        if case .linear = key.timing, key.path == .linear { continue }
        addBend(
          TimeRange(
            start: compositionTime(animation.keys[index - 1].time), end: compositionTime(key.time)))
      }
      if animation.repeatMode != .none { addBend(range) }
    }
    // Where a fade meets a changing volume, their product bends.
    if audio.volume.constant == nil {
      addBend(TimeRange(start: timeRange.start, duration: audio.fadeIn))
      addBend(TimeRange(start: timeRange.end - audio.fadeOut, duration: audio.fadeOut))
    }
    return times.sorted()
  }
}
