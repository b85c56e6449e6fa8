// SPDX-License-Identifier: MIT

import MoonreelCore

/// Keys that lie so far beyond the end of their layer, and of the composition, that their times were probably
/// not meant in seconds.
///
/// Two kinds of late keys are not reported. A layer that was cut short keeps the keys after the cut; these lie within
/// the composition or not far after its end. And a far key may only set how fast something goes: of a rotation, a
/// time remap, or a position that moves visibly in any case.
struct KeyTimeRule: Lint.Rule {
  /// How many times the layer's length a key may be late.
  private static let farthest = 10.0
  /// The same for the second key: where it is not reached, the value has moved very little.
  private static let farthestSecond = 3.0

  func findings(in subject: LintSubject) -> [Finding] {
    guard let stack = subject.stack else { return [] }
    return subject.layersInPlay.flatMap { index in
      let layer = stack.layers[index]
      return layer.movingValues(in: stack.size).compactMap {
        finding(layer, $0.name, $0.times, subject)
      }
    }
  }

  private func finding(
    _ layer: Layer, _ name: String, _ times: [Time], _ subject: LintSubject
  ) -> Finding? {
    let end = layer.localTime(layer.timeRange.end)
    let last = max(end, layer.localTime(subject.range.end))
    let found = times.indices.first { index in
      let share = index < 2 ? Self.farthestSecond : Self.farthest
      return times[index] > last && times[index].seconds > share * end.seconds
    }
    guard let found else { return nil }
    return Finding(
      .units, layer.timeRange, place: layer.place,
      "Key \(found + 1) of '\(name)' of \(layer.label) lies at \(times[found].text), the layer ends at "
        + "\(end.text) of its clock; times are seconds.")
  }
}

extension Layer {
  /// The values that go from key to key once, by the names that scripts give them, with their keys' times.
  fileprivate func movingValues(in size: Size) -> [(name: String, times: [Time])] {
    let drifts =
      drifts(transform.x, along: size.width) || drifts(transform.y, along: size.height)
    let pairs =
      (drifts
        ? [] : Self.pair("position", "x", transform.x?.keyTimes, "y", transform.y?.keyTimes))
      + Self.pair(
        "scale", "scale_x", transform.scaleX.keyTimes, "scale_y", transform.scaleY.keyTimes)
      + Self.pair("skew", "skew_x", transform.skewX.keyTimes, "skew_y", transform.skewY.keyTimes)
      + Self.pair(
        "anchor", "anchor_x", transform.anchorX.keyTimes, "anchor_y", transform.anchorY.keyTimes)
    let single = [
      ("opacity", opacity.keyTimes), ("path_progress", transform.pathProgress.keyTimes),
      ("crop", crop?.keyTimes), ("volume", audio.volume.keyTimes),
    ]
    let parameters = effects.flatMap { effect in
      effect.parameters.sorted { $0.key < $1.key }.map {
        ("\(effect.name).\($0.key)", $0.value.keyTimes)
      }
    }
    return (pairs + single + parameters).compactMap { name, times in
      times.map { (name: name, times: $0) }
    }
  }

  /// Whether a coordinate changes by more than a fiftieth of a `side` of the frame while the layer is there.
  private func drifts(_ place: Animated<RelativeLength>?, along side: Double) -> Bool {
    guard let place, let from = try? place.value(at: clockOffset),
      let to = try? place.value(at: localTime(timeRange.end))
    else { return false }
    return abs(to.resolved(in: side) - from.resolved(in: side)) > side / 50
  }

  /// Two values under their common name where their keys lie at the same times.
  private static func pair(
    _ both: String, _ first: String, _ firstTimes: [Time]?, _ second: String,
    _ secondTimes: [Time]?
  ) -> [(String, [Time]?)] {
    firstTimes == secondTimes
      ? [(both, firstTimes)] : [(first, firstTimes), (second, secondTimes)]
  }
}

extension Animated {
  /// The times of its keys where there are several and they do not repeat; else `nil`.
  fileprivate var keyTimes: [Time]? {
    guard case .keyframes(let animation) = self, animation.repeatMode == .none,
      animation.keys.count > 1
    else { return nil }
    return animation.keys.map(\.time)
  }
}
