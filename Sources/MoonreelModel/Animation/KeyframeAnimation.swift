// SPDX-License-Identifier: MIT

import MoonreelCore

/// What happens after the last key of an animation.
public enum RepeatMode: String, Hashable, Sendable, CaseIterable {
  /// The last value is held.
  case none
  /// From the first key on again.
  case loop
  /// Backwards to the first key, then forwards again.
  case pingPong
}

/// A value that goes from key to key; held before the first and, unless it repeats, after the last. Two keys at one
/// time are a jump: up to that time the value goes to the first of them, from then on it is the second's.
public struct KeyframeAnimation<Value: Interpolatable>: Sendable {
  /// The keys in order of time, at most two at one time; at least one.
  public let keys: [Keyframe<Value>]
  /// What happens after the last key.
  public let repeatMode: RepeatMode
  /// Where the script gives the keys, `"promo.lua:12"`; `nil`: nobody asked.
  package var place: String?

  /// - Throws: `MoonreelError` (`invalidArgument`) where there is no key, three have the same time, one is
  ///   out of order, or a value is not finite.
  public init(_ keys: [Keyframe<Value>], repeats repeatMode: RepeatMode = .none) throws {
    guard !keys.isEmpty else {
      throw MoonreelError(.invalidArgument, "an animation needs at least one keyframe")
    }
    for (index, key) in keys.enumerated() {
      guard key.value.isFinite else {
        throw MoonreelError(
          .invalidArgument, "keyframe \(index + 1), at \(key.time), is not a finite value")
      }
      guard index > 0 else { continue }
      let before = keys[index - 1].time
      guard index < 2 || key.time != keys[index - 2].time || key.time != before else {
        throw MoonreelError(
          .invalidArgument,
          "keyframes \(index - 1) to \(index + 1) are all at \(key.time); two at one time are a jump, from "
            + "the first's value to the second's, and a third is never seen")
      }
      guard key.time >= before else {
        throw MoonreelError(
          .invalidArgument,
          "keyframe \(index + 1), at \(key.time), comes before keyframe \(index), at \(before); put "
            + "them in order of time")
      }
    }
    (self.keys, self.repeatMode) = (keys, repeatMode)
  }

  /// The animation `offset` later.
  func shifted(by offset: Time) -> KeyframeAnimation {
    KeyframeAnimation(
      moved: keys.map { key in
        var key = key
        key.time = key.time + offset
        return key
      }, repeatMode, place)
  }

  private init(moved keys: [Keyframe<Value>], _ repeatMode: RepeatMode, _ place: String?) {
    (self.keys, self.repeatMode, self.place) = (keys, repeatMode, place)
  }

  /// The value at `time`. Takes the logarithm of the number of keys.
  ///
  /// - Throws: what a timing function of the user's throws.
  public func value(at time: Time) throws -> Value {
    let (next, time) = (nextKey(at: time), folded(time))
    guard next > 0 else { return keys[0].value }
    guard next < keys.count else { return keys[keys.count - 1].value }
    let (start, end) = (keys[next - 1], keys[next])
    let share = Self.share(time, start.time, end.time)
    let amount = try end.timing.value(at: share)
    switch end.path {
    case .linear: return start.value.interpolated(to: end.value, amount)
    case .catmullRom: return curve(to: next, amount)
    }
  }

  /// The index of the first key after `time`; how many keys there are where none is.
  func nextKey(at time: Time) -> Int {
    let time = folded(time)
    return keys.partitioningIndex { $0.time > time }
  }

  /// `time` within the keys, where they repeat.
  private func folded(_ time: Time) -> Time {
    let (first, last) = (keys[0].time, keys[keys.count - 1].time)
    guard repeatMode != .none, time >= last, last > first else { return time }
    let (passed, length) = ((time - first).flicks, (last - first).flicks)
    let (rounds, rest) = passed.quotientAndRemainder(dividingBy: length)
    let isBackwards = repeatMode == .pingPong && rounds % 2 == 1
    return first + Time(flicks: isBackwards ? length - rest : rest)
  }

  private static func share(_ time: Time, _ start: Time, _ end: Time) -> Double {
    Double((time - start).flicks) / Double((end - start).flicks)
  }

  /// The Catmull-Rom curve from the key before `next` to it, its knots at the keys' times, by the pyramid
  /// of Barry and Goldman (SIGGRAPH 1988). Beyond the first and the last key, and beyond jumps, the curve goes on
  /// straight.
  private func curve(to next: Int, _ amount: Double) -> Value {
    let (p1, p2) = (keys[next - 1], keys[next])
    let (t1, t2) = (0.0, Double((p2.time - p1.time).flicks))
    var (p0, t0) = (p1.value.interpolated(to: p2.value, -1), -t2)
    if next >= 2, keys[next - 2].time < p1.time {
      (p0, t0) = (keys[next - 2].value, Double((keys[next - 2].time - p1.time).flicks))
    }
    var (p3, t3) = (p1.value.interpolated(to: p2.value, 2), 2 * t2)
    if next + 1 < keys.count, keys[next + 1].time > p2.time {
      (p3, t3) = (keys[next + 1].value, Double((keys[next + 1].time - p1.time).flicks))
    }
    let t = amount * t2
    func mix(_ a: Value, _ b: Value, _ from: Double, _ to: Double) -> Value {
      a.interpolated(to: b, (t - from) / (to - from))
    }
    let (a1, a2) = (mix(p0, p1.value, t0, t1), mix(p1.value, p2.value, t1, t2))
    let a3 = mix(p2.value, p3, t2, t3)
    return mix(mix(a1, a2, t0, t2), mix(a2, a3, t1, t3), t1, t2)
  }
}
