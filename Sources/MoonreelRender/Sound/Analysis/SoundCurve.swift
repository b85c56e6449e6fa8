// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// A share, 0…1, that follows a sound over time: what pictures are moved by.
public struct SoundCurve: Sendable {
  /// How fast it follows.
  public struct Pace: Hashable, Sendable {
    /// Seconds in which it comes two thirds of the way up.
    public var attack: Double
    /// Seconds in which it comes two thirds of the way down; of a pulse, in which it is down.
    public var release: Double

    /// A pace, in seconds, 0 or more.
    public init(attack: Double, release: Double) {
      (self.attack, self.release) = (attack, release)
    }
  }

  private enum Shape: Sendable {
    /// One value for the middle of each hop.
    case hops([Float])
    /// Moments in order of time, and how high it jumps there.
    case pulses([(time: Time, height: Double)], Pace)
  }

  private let range: TimeRange
  private let shape: Shape

  /// Follows a quantity: 0 at `floor` decibels and below, 1 at `ceiling` and above.
  ///
  /// - Parameter ceiling: `nil`: the highest that the quantity gets, or `floor` + 6 where that is more.
  public init(
    following quantity: SoundQuantity, of features: SoundFeatures, floor: Double, ceiling: Double?,
    pace: Pace
  ) {
    range = features.range
    let decibels = features.values(of: quantity).map { $0 > 0 ? Decibels.of(gain: $0) : -1000 }
    let top = ceiling ?? max(floor + 6, decibels.max() ?? 0)
    func share(_ seconds: Double) -> Double {
      seconds > 0
        ? 1 - PortableMath.exp(-1 / (seconds * Double(SoundWalk.hopsPerSecond))) : 1
    }
    let (up, down) = (share(pace.attack), share(pace.release))
    var value = 0.0
    shape = .hops(
      decibels.map { level in
        let wanted = min(1, max(0, (level - floor) / (top - floor)))
        value += (wanted - value) * (wanted > value ? up : down)
        return Float(value)
      })
  }

  /// Jumps at each of `moments` to its height, and comes down, faster at first, within `pace.release`; `pace.attack` before it
  /// begins to rise.
  public init(
    pulsingAt moments: [(time: Time, height: Double)], of features: SoundFeatures, pace: Pace
  ) {
    (range, shape) = (features.range, .pulses(moments, pace))
  }

  /// Bytes that it takes.
  public var byteCount: Int {
    switch shape {
    case .hops(let values): values.count * MemoryLayout<Float>.stride
    case .pulses(let moments, _): moments.count * 16
    }
  }

  /// The share at `time` of the sound's clock; 0 outside of the sound. Takes the logarithm of the number of pulses.
  public func value(at time: Time) -> Double {
    guard range.contains(time) else { return 0 }
    switch shape {
    case .hops(let values): return Self.value(of: values, at: time - range.start)
    case .pulses(let moments, let pace): return Self.value(of: moments, pace, at: time)
    }
  }

  private static func value(of values: [Float], at place: Time) -> Double {
    let step = Time.flicksPerSecond / Int64(SoundWalk.hopsPerSecond)
    let shifted = max(0, place.flicks - step / 2)
    let index = Int(shifted / step)
    guard index + 1 < values.count else { return Double(values.last ?? 0) }
    let amount = Double(shifted % step) / Double(step)
    return Double(values[index]) * (1 - amount) + Double(values[index + 1]) * amount
  }

  private static func value(
    of moments: [(time: Time, height: Double)], _ pace: Pace, at time: Time
  ) -> Double {
    var (low, high) = (0, moments.count)
    while low < high {
      let middle = (low + high) / 2
      if moments[middle].time <= time { low = middle + 1 } else { high = middle }
    }
    var value = 0.0
    if low > 0 {
      let (last, height) = moments[low - 1]
      let passed = pace.release > 0 ? (time - last).seconds / pace.release : (time > last ? 1 : 0)
      if passed < 1 { value = height * (1 - passed) * (1 - passed) }
    }
    if low < moments.count, pace.attack > 0 {
      let (next, height) = moments[low]
      value = max(value, height * (1 - (next - time).seconds / pace.attack))
    }
    return value
  }
}
