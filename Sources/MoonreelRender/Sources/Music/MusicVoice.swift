// SPDX-License-Identifier: MIT

import CKernels

/// An instrument of the band: how it sounds, how loud, how far back in the room.
enum MusicVoice: Sendable {
  case pad, bass, pluck, bell, kick, brush, hat

  /// How much of it the room gives back.
  var send: Float {
    switch self {
    case .pad: 0.5
    case .bass, .kick: 0.04
    case .pluck: 0.55
    case .bell: 0.8
    case .brush: 0.35
    case .hat: 0.15
    }
  }

  /// Adds samples `first ..< first + count` of an event to `left` and `right`; sample 0 is its onset.
  func add(
    _ event: MusicScore.Event, seconds: Double, rate: Double, first: Int64, count: Int,
    _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>
  ) {
    if var note = note(event, length: seconds * rate, rate: rate) {
      mr_synth_add_note(left, right, count, first, &note)
    } else if var drum = drum(event, rate: rate) {
      mr_synth_add_drum(left, right, count, first, &drum)
    }
  }

  /// How long an event sounds, at most, in seconds.
  func seconds(_ event: MusicScore.Event, secondsPerBeat: Double) -> Double {
    switch self {
    case .kick: 0.35
    case .brush: 0.22
    case .hat: 0.07
    case .pad, .bass, .pluck, .bell: event.beats * secondsPerBeat
    }
  }

  private func note(_ event: MusicScore.Event, length: Double, rate: Double) -> mr_synth_note? {
    let tuple: (attack: Double, power: Int32, level: Double, spread: Double, harmonics: [Double])
    switch self {
    case .pad: tuple = (0.35, 1, 0.055, 0.0022, [1, 0.35, 0.2, 0.08, 0.05, 0.02])
    case .bass: tuple = (0.008, 2, 0.13, 0, [1, 0.45, 0.18, 0.06, 0, 0])
    case .pluck: tuple = (0.003, 4, 0.1, 0.0006, [1, 0.5, 0.12, 0.2, 0.05, 0.03])
    case .bell: tuple = (0.002, 5, 0.07, 0.0004, [1, 0, 0.25, 0, 0, 0.12])
    case .kick, .brush, .hat: return nil
    }
    let level = tuple.level * event.strength
    let step = Self.frequency(event.pitch) / rate
    var note = mr_synth_note()
    (note.step, note.spread) = (step, tuple.spread)
    (note.attack, note.length) = (Int64(tuple.attack * rate), Int64(length))
    note.power = tuple.power
    (note.left, note.right) = (level * (1 - event.pan), level * (1 + event.pan))
    // What lies beyond the band would come back as other tones.
    let audible = tuple.harmonics.enumerated().map { step * Double($0 + 1) < 0.45 ? $1 : 0 }
    note.harmonics = (
      audible[0], audible[1], audible[2], audible[3], audible[4], audible[5]
    )
    return note
  }

  private func drum(_ event: MusicScore.Event, rate: Double) -> mr_synth_drum? {
    var drum = mr_synth_drum()
    switch self {
    case .kick: (drum.low, drum.high, drum.tone, drum.noise) = (46 / rate, 190 / rate, 0.28, 0.01)
    case .brush: (drum.low, drum.high, drum.tone, drum.noise) = (185 / rate, 250 / rate, 0.05, 0.12)
    case .hat: (drum.tone, drum.noise) = (0, 0.07)
    case .pad, .bass, .pluck, .bell: return nil
    }
    drum.length = Int64(seconds(event, secondsPerBeat: 0) * rate)
    drum.left = event.strength * (1 - event.pan)
    drum.right = event.strength * (1 + event.pan)
    drum.seed = UInt64(event.beat * 4)
    return drum
  }

  /// Hertz of a pitch in semitones, equal temperament from A = 440 Hz.
  static func frequency(_ pitch: Int) -> Double {
    // 2^(k/12), k = 0 … 11.
    let ratios = [
      1, 1.0594630943592953, 1.1224620483093730, 1.1892071150027210, 1.2599210498948732,
      1.3348398541700344, 1.4142135623730951, 1.4983070768766815, 1.5874010519681994,
      1.6817928305074290, 1.7817974362806785, 1.8877486253633868,
    ]
    let steps = pitch - 69 + 1200
    return 440 * ratios[steps % 12]
      * Double(sign: .plus, exponent: steps / 12 - 100, significand: 1)
  }
}
