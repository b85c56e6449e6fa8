// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel
import MoonreelRender

/// What was measured of a sound, in a script.
final class SoundDataHandle: Handle {
  override class var typeName: String { "sound data" }
  override class var article: String { "sound data" }
  override var cost: Int { 512 + features.byteCount }
  override var description: String { "sound data of \(features.range.duration)" }
  let features: SoundFeatures

  init(_ features: SoundFeatures) { self.features = features }

  /// Silence has so many decibels in scripts.
  private static let silence = -120.0

  static var binding: TypeBinding {
    TypeBinding(SoundDataHandle.self) { type in
      addRhythm(&type)
      addQuantity("level", &type) { _ in .level }
      addQuantity("peak", &type) { _ in .peak }
      addQuantity("band", &type, ["low", "high"]) { call in
        let range = SpectrumBands.lowest...SpectrumBands.highest
        return .band(low: try call[1].number(range), high: try call[2].number(range))
      }
      addBands("bands", &type) { $0 }
      addBands("bands_db", &type, decibels)
      type.method("follow", ["options?"]) { handle, call in
        .object(try SoundCurveHandle.make(of: handle, call))
      }
    }
  }

  private static func addRhythm(_ type: inout TypeBuilder<SoundDataHandle>) {
    type.property("range") { .range($0.features.range) }
    type.property("duration") { .seconds($0.features.range.duration) }
    type.property("channels") { .count($0.features.channelCount) }
    type.property("tempo") { .some($0.features.rhythm.tempo) { .number($0.beatsPerMinute) } }
    type.property("tempo_confidence") {
      .number($0.features.rhythm.tempo?.confidence ?? 0)
    }
    type.absence("tempo") { _ in "nothing in the sound comes again evenly" }
    type.property("beats") { .list($0.features.rhythm.beats.map { .seconds($0.time) }) }
    type.property("beat_confidences") {
      .list($0.features.rhythm.beats.map { .number($0.confidence) })
    }
    type.property("onsets") { .list($0.features.rhythm.onsets.map { .seconds($0.time) }) }
    type.property("onset_strengths") {
      .list($0.features.rhythm.onsets.map { .number($0.strength) })
    }
    type.method("bars", ["beats?", "first?"]) { handle, call in
      let beats = try call[0].ifGiven { try $0.integer(1...64) } ?? SoundMoments.usualBar
      let first = try call[1].ifGiven { try $0.integer(1...beats) }
      return .list(handle.features.rhythm.bars(of: beats, first: first).map { .seconds($0) })
    }
    type.method("nearest", ["time", "kind?"]) { handle, call in
      let time = try call[0].time(nil)
      let moments = try call[1].ifGiven { try $0.choice(SoundMoments.self) } ?? .beats
      let all = moments.times(of: handle.features.rhythm, every: 1)
      return .some(all.min { abs(($0 - time).flicks) < abs(($1 - time).flicks) }, LuaValue.seconds)
    }
  }

  /// A method (time, …) that gives a factor, and one that gives decibels.
  private static func addQuantity(
    _ name: String, _ type: inout TypeBuilder<SoundDataHandle>, _ parameters: [String] = [],
    _ kind: @escaping (Call) throws -> SoundQuantity.Kind
  ) {
    func add(_ name: String, _ convert: @escaping (Double) -> Double) {
      type.method(name, ["time"] + parameters) { handle, call in
        let time = try call[0].time(nil)
        let quantity = try SoundQuantity(try kind(call))
        return .number(convert(handle.features.value(of: quantity, at: time)))
      }
    }
    add(name) { $0 }
    add("\(name)_db", decibels)
  }

  private static func decibels(_ factor: Double) -> Double {
    factor > 0 ? max(silence, Decibels.of(gain: factor)) : silence
  }

  /// A method (time, count) that gives a list from low to high.
  private static func addBands(
    _ name: String, _ type: inout TypeBuilder<SoundDataHandle>,
    _ convert: @escaping (Double) -> Double
  ) {
    type.method(name, ["time", "count?"]) { handle, call in
      let time = try call[0].time(nil)
      let count = try call[1].ifGiven { try $0.integer(1...SpectrumBands.count) }
      let bands = handle.features.bands(at: time, count: count ?? SpectrumBands.count)
      return .list(bands.map { .number(convert($0)) })
    }
  }
}

/// Moments of a sound that pictures are cut or moved by.
enum SoundMoments: String, CaseIterable {
  case beats, bars, onsets

  /// Beats of a bar.
  static let usualBar = 4

  /// Every so many of them, on the sound's clock.
  func times(of rhythm: SoundRhythm, every step: Int) -> [Time] {
    let all =
      switch self {
      case .beats: rhythm.beats.map(\.time)
      case .bars: rhythm.bars(of: Self.usualBar, first: nil)
      case .onsets: rhythm.onsets.map(\.time)
      }
    return stride(from: 0, to: all.count, by: step).map { all[$0] }
  }
}
