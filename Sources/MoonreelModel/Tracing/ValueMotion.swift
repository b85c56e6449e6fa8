// SPDX-License-Identifier: MIT

import MoonreelCore

/// How a value comes to be what it is at a moment.
package enum ValueMotion: Hashable, Sendable {
  /// It stays the same.
  case constant
  /// A function of time says it.
  case expression
  /// It lies between two keys, counted from 1; one of them where it is held before the first or after the last. Times are
  /// those of the keys. `place` is where the script gives them, if that is known.
  case keyframes(from: Key?, to: Key?, place: String?)

  /// A key by its number, from 1, and its time on the layer's clock.
  package struct Key: Hashable, Sendable {
    package var number: Int
    package var time: Time
  }
}

extension Animated {
  /// How the value at `time` comes about.
  func motion(at time: Time) -> ValueMotion {
    switch self {
    case .constant: return .constant
    case .expression: return .expression
    case .keyframes(let animation):
      guard animation.keys.count > 1 else { return .constant }
      let next = animation.nextKey(at: time)
      func key(_ index: Int) -> ValueMotion.Key? {
        animation.keys.indices.contains(index)
          ? ValueMotion.Key(number: index + 1, time: animation.keys[index].time) : nil
      }
      return .keyframes(from: key(next - 1), to: key(next), place: animation.place)
    }
  }
}
