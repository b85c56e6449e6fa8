// SPDX-License-Identifier: MIT

import MoonreelCore

/// Volumes above 1: sound that was recorded near full scale then exceeds it. What the mix really reaches is
/// known only by mixing it.
struct ClippingRule: Lint.Rule {
  func findings(in subject: LintSubject) throws -> [Finding] {
    guard let stack = subject.stack else { return trackFindings(subject) }
    return try subject.layersInPlay.compactMap { index in
      let layer = stack.layers[index]
      guard layer.source.audio != nil, layer.audio.isEnabled, layer.timing.frozenTime == nil else {
        return nil
      }
      return try finding(layer, subject)
    }
  }

  private func finding(_ layer: Layer, _ subject: LintSubject) throws -> Finding? {
    let times = subject.sampleTimes(in: subject.shownRange(of: layer))
    var loudest: (time: Time, volume: Double) = (.zero, 1)
    for time in layer.audio.volume.constant == nil ? times : Array(times.prefix(1)) {
      let volume = try layer.audio.volume.value(at: layer.localTime(time))
      if volume > loudest.volume { loudest = (time, volume) }
    }
    guard loudest.volume > 1 else { return nil }
    return finding(layer.label, loudest.volume, layer.timeRange, place: layer.place)
  }

  private func trackFindings(_ subject: LintSubject) -> [Finding] {
    subject.film.audioMix.parameters.compactMap { parameters in
      let ramps = parameters.volumeRamps(in: subject.range)
      guard let loudest = ramps.max(by: { $0.peak < $1.peak }), loudest.peak > 1 else { return nil }
      let track = parameters.trackID.flatMap { subject.film.timeline[$0] }
      let segment = track?.segments.first {
        !$0.isEmpty && $0.targetRange.overlaps(loudest.timeRange)
      }
      if track != nil, segment == nil { return nil }
      return finding(
        track.map { "track \($0.id)" } ?? "the whole mix", loudest.peak, loudest.timeRange,
        place: segment?.place)
    }
  }

  private func finding(
    _ label: String, _ volume: Double, _ range: TimeRange, place: String?
  ) -> Finding {
    Finding(
      .clipping, range, place: place,
      "\(label.sentenceStart) plays at up to \(Self.text(volume)) times its volume: sound that is near "
        + "full scale will clip. Measure the mix with --audio, or stay at 1 and below.")
  }

  /// Two decimals at most.
  private static func text(_ volume: Double) -> String { "\((volume * 100).rounded() / 100)" }
}

extension Lint {
  /// The finding for a mix of `film` that was measured to reach `peak`, a magnitude with 1 as full scale,
  /// at `time`; `nil` where it stays within full scale.
  ///
  /// Its place is that of the loudest layer, or of the first segment, that sounds then.
  public static func clipping(peak: Double, at time: Time, in film: ComposedTimeline) -> Finding? {
    guard peak > 1 else { return nil }
    let tenths = Int(limiting: (Decibels.of(gain: peak) * 10).rounded(.up))
    let share = (100 / peak).rounded(.down) / 100
    return Finding(
      .clipping, TimeRange(start: time, duration: .zero),
      place: LintSubject(film).soundPlace(at: time),
      "The sound exceeds full scale by \(tenths / 10).\(tenths % 10) dB at \(time.text); integer formats "
        + "cut it off there. Play it at \(share) times its volume, or less.")
  }
}

extension LintSubject {
  /// Where the script made what sounds at `time`.
  fileprivate func soundPlace(at time: Time) -> String? {
    guard let stack else {
      let tracks = film.timeline.tracks(.audio).filter(\.isEnabled)
      return tracks.lazy.compactMap { $0.segment(at: time)?.place }.first
    }
    let sounding = layersInPlay.map { stack.layers[$0] }.filter {
      $0.source.audio != nil && $0.audio.isEnabled && $0.timeRange.contains(time)
    }
    return sounding.max { $0.loudness(at: time) < $1.loudness(at: time) }?.place
  }
}

extension Layer {
  /// Its volume at `time` of the composition; 1 where that cannot be said.
  fileprivate func loudness(at time: Time) -> Double {
    (try? audio.volume.value(at: localTime(time))) ?? 1
  }
}

extension ValueRamp<Double> {
  /// Its greatest value.
  fileprivate var peak: Double { Swift.max(start, end) }
}
