// SPDX-License-Identifier: MIT

import MoonreelCore

extension GainFactor {
  /// What `gain` makes of `value`, whose clock says zero at `begin`, over `range`.
  init(
    _ name: String, for side: Side? = nil, over range: TimeRange, following value: Animated<Double>,
    from begin: Time,
    _ gain: @escaping @Sendable (Double) -> Double
  ) {
    let following: Following
    switch value {
    case .constant: following = .constant
    case .expression: following = .steps(breaks: [])
    case .keyframes(let animation):
      if animation.keys.contains(where: \.timing.isOfScript) {
        let keys = animation.keyTimes(before: range.end - begin).map { $0 + begin }
        following = .steps(breaks: keys.filter(range.contains))
      } else {
        following = .everySample
      }
    }
    self.init(name, for: side, over: range, following) { gain(try value.value(at: $0 - begin)) }
  }

  /// The gains of a volume and of decibels, where they change anything.
  static func volumes(
    _ volume: Animated<Double>, _ decibels: Animated<Double>, over range: TimeRange,
    from begin: Time = .zero
  ) -> [GainFactor] {
    var factors: [GainFactor] = []
    if volume.constant != 1 {
      factors.append(GainFactor("volume", over: range, following: volume, from: begin) { $0 })
    }
    if decibels.constant != 0 {
      factors.append(
        GainFactor("decibels", over: range, following: decibels, from: begin) {
          $0 <= -120 ? 0 : Decibels.gain(of: $0)
        })
    }
    return factors
  }

  /// The gains of both sides for a sound that `pan` places over `range`: one that is the same on both keeps its power, and
  /// its level in the middle. None where it is not moved.
  static func pan(
    _ pan: Animated<Double>, over range: TimeRange, from begin: Time
  ) -> [GainFactor] {
    guard pan.constant != 0 else { return [] }
    return Side.allCases.map { side in
      GainFactor("pan", for: side, over: range, following: pan, from: begin) { position in
        let angle = (min(1, max(-1, position)) + 1) * (.pi / 4)
        return 2.0.squareRoot()
          * (side == .left ? PortableMath.cos(angle) : PortableMath.sin(angle))
      }
    }
  }

  /// The gains of both sides for a sound of which `balance` makes one side quieter. None where it does not.
  static func balance(
    _ balance: Animated<Double>, over range: TimeRange, from begin: Time
  ) -> [GainFactor] {
    guard balance.constant != 0 else { return [] }
    return Side.allCases.map { side in
      GainFactor("balance", for: side, over: range, following: balance, from: begin) { position in
        min(1, max(0, side == .left ? 1 - position : 1 + position))
      }
    }
  }
}

extension TimingFunction {
  /// Whether asking for it runs code of a script, or of whoever uses the library.
  var isOfScript: Bool {
    if case .function = self { true } else { false }
  }
}
