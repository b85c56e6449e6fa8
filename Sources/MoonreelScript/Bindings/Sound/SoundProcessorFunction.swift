// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia
import MoonreelModel
import MoonreelRender

/// `mr.sound_processor(kind, options)`: effects for sound that are no kernels.
struct SoundProcessorFunction {
  /// The host lives longer: it owns Lua, and Lua holds the function.
  unowned let host: ScriptHost

  /// What there is.
  private enum Kind: String, CaseIterable {
    case pitchShift = "pitch_shift"
    case convolution
    case noiseReduction = "noise_reduction"
  }

  func make(_ call: Call) throws -> SoundEffectHandle {
    let kind: Kind = try call[0].choice()
    let effect =
      switch kind {
      case .pitchShift: try pitchShift(call[1], kind.rawValue)
      case .convolution: try convolution(call[1], kind.rawValue)
      case .noiseReduction: try noiseReduction(call[1], kind.rawValue)
      }
    return SoundEffectHandle(effect)
  }

  /// The option `name`, a number that may move. Times of keyframes are seconds.
  private func moving(
    _ options: Options, _ name: String, _ range: ClosedRange<Double>, _ usual: Double
  ) throws -> Animated<Double> {
    try options[name].ifGiven {
      try $0.animatedNumber(KeyframeClock(length: nil, rate: nil), range)
    } ?? .constant(usual)
  }

  private func pitchShift(_ argument: Argument, _ name: String) throws -> SoundEffect {
    let options = try argument.options(["semitones", "keep_formants"], owner: name)
    let semitones = try moving(options, "semitones", -24...24, 0)
    let keepsFormants = try options["keep_formants"].ifGiven { try $0.boolean() } ?? false
    return SoundEffect(
      name,
      .steered(numbers: [semitones]) { format, number in
        try PitchShifter(format, keepsFormants: keepsFormants) { try number(0, $0) }
      }, tail: try Time(seconds: 0.1),
      latency: try Time(seconds: PitchShifter.latency))
  }

  private func noiseReduction(_ argument: Argument, _ name: String) throws -> SoundEffect {
    let options = try argument.options(["reduction", "threshold"], owner: name)
    let numbers = [
      try moving(options, "reduction", 0...60, 18), try moving(options, "threshold", 0...40, 6),
    ]
    return SoundEffect(
      name,
      .steered(numbers: numbers) { format, number in
        try NoiseReducer(format) { (try number(0, $0), try number(1, $0)) }
      }, latency: try Time(seconds: NoiseReducer.latency))
  }

  private func convolution(_ argument: Argument, _ name: String) throws -> SoundEffect {
    let options = try argument.options(["impulse", "mix", "dry"], owner: name)
    let numbers = [try moving(options, "mix", 0...4, 0.3), try moving(options, "dry", 0...4, 1)]
    let room = try options["impulse"].ifGiven { try response($0) } ?? .hall
    var effect = SoundEffect(
      name,
      .steered(numbers: numbers) { format, number in
        Convolver(format, response: try room.planes(format)) {
          (try number(0, $0), try number(1, $0))
        }
      }, tail: room.duration)
    // The echoes of both halves add up to those of the whole.
    effect.takesOver = true
    return effect
  }

  /// The room that a file holds.
  private func response(_ argument: Argument) throws -> Room {
    let rule = "the path of a file with an impulse response, or an asset"
    let handle: AssetHandle
    switch argument.value {
    case .string: handle = try argument.naming { try host.asset(at: try argument.string()) }
    case .object(let asset as AssetHandle): handle = asset
    default: throw argument.expected(rule)
    }
    guard let track = handle.file?.tracks.first(where: { $0.audio != nil }) else {
      throw argument.expected("\(rule) that has sound")
    }
    return Room(
      duration: min(Room.longest, track.timeRange.duration),
      source: .file(track, host.gate, host.warnings))
  }
}

/// An impulse response.
private struct Room: Sendable {
  enum Source: Sendable {
    /// Noise that dies away.
    case noise
    case file(AssetTrack, FileGate, WarningLog)
  }

  /// How much of a file is used.
  static let longest = Time(wholeSeconds: 10)
  /// A large, plain hall.
  static let hall = Room(duration: Time(wholeSeconds: 2), source: .noise)

  var duration: Time
  var source: Source

  /// The response, a plane for each channel of `format`.
  func planes(_ format: SoundFormat) throws -> [[Float]] {
    let count = Int(limiting: duration.seconds * Double(format.sampleRate))
    switch source {
    case .file(let track, let gate, let warnings):
      let reader = try AudioReader(
        track: track, sampleRate: format.sampleRate, layout: format.layout, gate: gate,
        warnings: warnings)
      let start = track.timeRange.start.value(timescale: Int64(format.sampleRate))
      return try reader.read(from: start, frameCount: count).channels
    case .noise:
      return Convolver.hall(format, frameCount: count)
    }
  }
}
