// SPDX-License-Identifier: MIT

import MoonreelCore

/// Moving values that leave their range and are held at its limit: an easing that overshoots, a curve that
/// swings out, or keys of an effect's parameter beyond what the effect declares.
struct OutOfRangeRule: Lint.Rule {
  /// What is less than this share of a range beyond it is not worth a word.
  private static let tolerance = 1e-3

  /// A number that moves and how far it may.
  private struct Moving {
    let name: String
    let animation: Animated<Double>
    let range: ClosedRange<Double>
  }

  func findings(in subject: LintSubject) throws -> [Finding] {
    guard let stack = subject.stack else { return [] }
    return try subject.layersInPlay.flatMap { index in
      let layer = stack.layers[index]
      let times = subject.sampleTimes(in: subject.shownRange(of: layer))
      return try moving(layer).filter { $0.animation.constant == nil }.compactMap {
        try finding(layer, $0, times)
      } + parameters(layer, times)
    }
  }

  private func moving(_ layer: Layer) -> [Moving] {
    var values = [
      Moving(name: "volume", animation: layer.audio.volume, range: 0...(.greatestFiniteMagnitude))
    ]
    if layer.source.isVisual {
      values.append(Moving(name: "opacity", animation: layer.opacity, range: 0...1))
    }
    if layer.transform.motionPath != nil {
      let progress = layer.transform.pathProgress
      values.append(Moving(name: "path_progress", animation: progress, range: 0...1))
    }
    return values
  }

  private func finding(_ layer: Layer, _ moving: Moving, _ times: [Time]) throws -> Finding? {
    let values = try times.map {
      (time: $0, value: try moving.animation.value(at: layer.localTime($0)))
    }
    return excursion(layer, moving.name, moving.range, values)
  }

  /// The findings of parameters of effects, which may be constant and out of range all the same.
  private func parameters(_ layer: Layer, _ times: [Time]) throws -> [Finding] {
    try layer.effects.filter(\.isEnabled).flatMap { effect in
      try effect.parameters.sorted { $0.key < $1.key }.compactMap { name, animation in
        guard let range = effect.parameterRanges[name] else { return nil }
        let values = try times.compactMap { time -> (time: Time, value: Double)? in
          guard case .number(let value) = try animation.value(at: layer.localTime(time)) else {
            return nil
          }
          return (time, value)
        }
        return excursion(layer, "\(effect.name).\(name)", range, values)
      }
    }
  }

  /// The finding for the value that lies farthest outside of `range`; `nil` where all lie inside.
  private func excursion(
    _ layer: Layer, _ name: String, _ range: ClosedRange<Double>,
    _ values: [(time: Time, value: Double)]
  ) -> Finding? {
    func beyond(_ value: Double) -> Double {
      max(range.lowerBound - value, value - range.upperBound)
    }
    let span = range.upperBound - range.lowerBound
    let slack = Self.tolerance * (span.isFinite && span < 1e9 ? span : 1)
    let outside = values.filter { beyond($0.value) > slack }
    guard let first = outside.first, let last = outside.last,
      let worst = outside.max(by: { beyond($0.value) < beyond($1.value) })
    else { return nil }
    let isAbove = worst.value > range.upperBound
    let limit = isAbove ? range.upperBound : range.lowerBound
    return Finding(
      .outOfRange, TimeRange(start: first.time, end: last.time), place: layer.place,
      "'\(name)' of \(layer.label) reaches \(Self.text(worst.value)) at \(worst.time.text), "
        + "\(isAbove ? "above" : "below") \(Self.text(limit)), where it is held. Use an easing that "
        + "does not overshoot, or other values.")
  }

  /// Up to three decimals.
  private static func text(_ number: Double) -> String {
    let rounded = (number * 1000).rounded() / 1000
    return rounded == rounded.rounded() && abs(rounded) < 1e9
      ? "\(Int(rounded))" : "\(rounded)"
  }
}
