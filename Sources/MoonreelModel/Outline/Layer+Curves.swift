// SPDX-License-Identifier: MIT

import MoonreelCore

extension Layer {
  /// How many points a curve has.
  private static let pointCount: Int64 = 48

  /// Its numbers that move from key to key, with their values over `range` of a composition of `size`.
  func curves(within range: TimeRange, in size: Size) -> [FilmOutline.Curve] {
    properties(in: size).compactMap { property in
      guard !property.keys.isEmpty, range.duration > .zero else { return nil }
      let points = (0...Self.pointCount).compactMap { step -> (Time, Double)? in
        let time =
          range.start + range.duration.multiplied(by: step, dividedBy: Self.pointCount)
        return (try? property.value(localTime(time))).map { (time, $0) }
      }
      return FilmOutline.Curve(
        property: property.name, keys: property.keys.map(compositionTime), points: points)
    }
  }

  /// Every number of it that is not what it is without being set, at `time` of the composition.
  ///
  /// - Throws: what an expression throws.
  func values(at time: Time, in size: Size) throws -> [(name: String, text: String)] {
    var values: [(String, String)] = []
    for property in properties(in: size) {
      let value = try property.value(localTime(time))
      guard !property.keys.isEmpty || value != property.usual else { continue }
      values.append((property.name, "\((value * 1000).rounded() / 1000)"))
    }
    if let blending {
      values.append(("blend", blending.name))
    } else if blendMode != .normal {
      values.append(("blend", blendMode.rawValue))
    }
    for effect in effects where effect.isEnabled {
      let parameters = try effect.parameters.sorted { $0.key < $1.key }.compactMap {
        entry -> String? in
        guard case .number(let number) = try entry.value.value(at: localTime(time)) else {
          return nil
        }
        return "\(entry.key) \((number * 1000).rounded() / 1000)"
      }
      values.append((effect.name, parameters.joined(separator: ", ")))
    }
    return values
  }

  /// What is not as it is without being set of how it looks, and how that moves.
  ///
  /// - Throws: what an expression throws.
  func tracedValues(at time: Time, in size: Size) throws -> [FrameTrace.Value] {
    let local = localTime(time)
    return try properties(in: size).compactMap { property in
      let (value, motion) = (try property.value(local), property.motion(local))
      guard !property.isHeard, motion != .constant || value != property.usual else { return nil }
      return FrameTrace.Value(property.name, FrameTrace.text(value), motion)
    }
  }

  /// A number that may move.
  private struct Property {
    var name: String
    var usual: Double?
    /// Whether it says how the layer sounds.
    var isHeard = false
    /// On the layer's clock.
    var keys: [Time]
    var value: (Time) throws -> Double
    var motion: (Time) -> ValueMotion
  }

  private func properties(in size: Size) -> [Property] {
    let numbers: [(String, Animated<Double>, Double?)] = [
      ("opacity", opacity, 1), ("scale_x", transform.scaleX, 1), ("scale_y", transform.scaleY, 1),
      ("rotation", transform.rotation, 0), ("skew_x", transform.skewX, 0),
      ("skew_y", transform.skewY, 0), ("path_progress", transform.pathProgress, 0),
    ]
    let heard: [(String, Animated<Double>, Double?)] = [
      ("volume", audio.volume, 1), ("volume_db", audio.decibels, 0), ("pan", audio.pan, 0),
      ("balance", audio.balance, 0),
    ]
    let lengths = [("x", transform.x, size.width), ("y", transform.y, size.height)]
    return (numbers.map { ($0, false) } + heard.map { ($0, true) }).map { row, isHeard in
      let (name, number, usual) = row
      return Property(
        name: name, usual: usual, isHeard: isHeard, keys: number.keyTimes,
        value: { try number.value(at: $0) }, motion: { number.motion(at: $0) })
    }
      + lengths.compactMap { name, length, whole in
        length.map { length in
          Property(
            name: name, usual: nil, keys: length.keyTimes,
            value: { try length.value(at: $0).resolved(in: whole) },
            motion: { length.motion(at: $0) })
        }
      }
  }
}

extension Animated {
  /// The times of its keys; none where it does not move from key to key.
  fileprivate var keyTimes: [Time] {
    if case .keyframes(let animation) = self, animation.keys.count > 1 {
      animation.keys.map(\.time)
    } else {
      []
    }
  }
}

extension FilmOutline {
  /// A layer as it is at one time.
  package struct ShownLayer: Sendable {
    package var name: String
    package var source: String
    package var place: String?
    /// What of it is not as it is without being set, in order.
    package var values: [(name: String, text: String)]
  }

  /// The layers that are there at `time`, from top to bottom; for a film of tracks, its segments.
  ///
  /// - Throws: what an expression throws.
  package func layers(at time: Time) throws -> [ShownLayer] {
    let shown = lanes.reversed().flatMap { lane in
      lane.clips.filter { $0.range.contains(time) }
    }
    return try shown.map { clip in
      var values: [(name: String, text: String)] = []
      if let index = clip.layer, let stack = subject.stack {
        values = try stack.layers[index].values(at: time, in: stack.size)
      } else if let speed = clip.speed {
        values = [("speed", speed)]
      }
      return ShownLayer(
        name: clip.name, source: clip.source, place: clip.place, values: values)
    }
  }
}
