// SPDX-License-Identifier: MIT

import MoonreelCore

/// A movement of the letters, words or lines of a title, one after the other.
///
/// Each unit has a stretch of time of its own: the first begins at ``delay``, every next ``stagger`` later.
/// An animator that enters leads each from ``state`` to where it belongs, one that leaves leads it there.
public struct TextAnimator: Sendable {
  /// What moves as a whole.
  public enum Unit: String, Hashable, Sendable, CaseIterable {
    /// What a reader takes for one letter, its marks included.
    case character
    case word, line
  }

  /// Who begins.
  public enum Order: String, Hashable, Sendable, CaseIterable {
    /// The first that is read.
    case forward
    /// The last.
    case reverse
    /// Those in the middle.
    case center
    /// The first and the last together.
    case edges
    /// Anyone, as the seed says.
    case random
  }

  /// How a unit differs from where and what it is at rest.
  public struct State: Hashable, Sendable {
    /// Pixels by which it is moved.
    public var offset = Point.zero
    /// Factors about its middle.
    public var scale = Size(1, 1)
    /// Degrees clockwise about its middle.
    public var rotation = 0.0
    /// Degrees by which upright lines lean to the right downwards, and level ones down to the right, about
    /// its middle; below 90 either way.
    public var skew = Point.zero
    /// 0…1.
    public var opacity = 1.0
    /// The standard deviation of a blur, in pixels, 0…``Shadow/largestBlur``.
    public var blur = 0.0
    /// The colour that it takes on; `nil`: its own.
    public var color: Color?
    /// Pixels added to the distance from each unit of a line to the next.
    public var tracking = 0.0

    /// No difference.
    public init() {}
  }

  /// What moves as a whole.
  public var unit = Unit.character
  /// Where each unit comes from, or goes.
  public var state: State
  /// Whether units leave; else they enter.
  public var isLeaving: Bool
  /// When the first begins, on the source's clock.
  public var delay = Time.zero
  /// How long each takes.
  public var duration: Time
  /// How much later every next begins.
  public var stagger: Time
  /// From the first's beginning to the last's, whatever their number, instead of ``stagger``; `nil`: that.
  public var spread: Time?
  /// How a unit's way follows its time.
  public var timing = TimingFunction.linear
  /// Who begins.
  public var order = Order.forward
  /// Chooses the random order.
  public var seed: UInt32 = 0
  /// Which units show ``state`` and how much of it, instead of the times; ``order`` and ``timing`` hold.
  /// `nil`: the times.
  public var selector: RangeSelector?
  /// How each unit differs at a time of the source's clock, by its number from 0 in reading order and how
  /// many there are, instead of ``state`` and the times; `nil`: those.
  public var expression: (@Sendable (Time, Int, Int) throws -> State)?

  /// An animator of letters in the order in which they are read.
  public init(_ state: State, isLeaving: Bool = false, duration: Time, stagger: Time) {
    (self.state, self.isLeaving) = (state, isLeaving)
    (self.duration, self.stagger) = (duration, stagger)
  }

  /// An animator that asks `expression` for each unit's state at every time.
  public init(
    unit: Unit, expression: @escaping @Sendable (Time, Int, Int) throws -> State
  ) {
    self.init(State(), duration: .zero, stagger: .zero)
    (self.unit, self.expression) = (unit, expression)
  }

  /// How many units begin before each of `count`; several may begin together.
  public func ranks(count: Int) -> [Int] {
    switch order {
    case .forward: return Array(0..<count)
    case .reverse: return Array((0..<count).reversed())
    case .center: return (0..<count).map { abs(2 * $0 - (count - 1)) / 2 }
    case .edges: return (0..<count).map { min($0, count - 1 - $0) }
    case .random:
      let keys = (0..<count).map { index in
        (SplitMix64.mixed(UInt64(seed) << 32 | UInt64(index)), index)
      }.sorted { $0 < $1 }
      var ranks = [Int](repeating: 0, count: count)
      for (rank, key) in keys.enumerated() { ranks[key.1] = rank }
      return ranks
    }
  }

  /// How each unit differs at `time`, by the units' `ranks`; `nil` for those at rest.
  ///
  /// - Throws: what a function of the user's throws.
  public func states(ranks: [Int], at time: Time) throws -> [State?] {
    if let expression {
      return try ranks.indices.map { index in
        let state = try expression(time, index, ranks.count)
        return state == State() ? nil : state
      }
    }
    let last = ranks.max() ?? 0
    if let selector {
      let amounts = try selector.amounts(count: last + 1, at: time)
      return try ranks.map { rank in
        let amount = try timing.value(at: amounts[rank])
        return amount == 0 ? nil : state.part(amount)
      }
    }
    return try ranks.map { rank in
      let amount = try amount(rank: rank, of: last, at: time)
      return amount == 0 ? nil : state.part(amount)
    }
  }

  /// How much of ``state`` the unit of `rank` shows at `time`, the last unit's rank being `last`: 0 at rest,
  /// 1 all; easings may lead beyond.
  ///
  /// - Throws: what a function of the user's throws.
  public func amount(rank: Int, of last: Int, at time: Time) throws -> Double {
    let later =
      spread.map { $0.multiplied(by: Int64(rank), dividedBy: Int64(max(1, last))) }
      ?? stagger.multiplied(by: Int64(rank), dividedBy: 1)
    let start = delay + later
    if time <= start { return isLeaving ? 0 : 1 }
    if time >= start + duration { return isLeaving ? 1 : 0 }
    let share = Double((time - start).flicks) / Double(duration.flicks)
    let eased = try timing.value(at: share)
    return isLeaving ? eased : 1 - eased
  }
}

extension TextAnimator.State {
  /// This state as far as `amount` says: 0 is no difference.
  public func part(_ amount: Double) -> TextAnimator.State {
    func mix(_ rest: Double, _ there: Double) -> Double { rest + (there - rest) * amount }
    var state = TextAnimator.State()
    state.offset = Point(offset.x * amount, offset.y * amount)
    state.scale = Size(mix(1, scale.width), mix(1, scale.height))
    state.rotation = rotation * amount
    state.skew = Point(skew.x * amount, skew.y * amount)
    state.opacity = min(1, max(0, mix(1, opacity)))
    state.blur = min(Shadow.largestBlur, max(0, blur * amount))
    state.color = color
    state.color?.alpha *= min(1, max(0, amount))
    state.tracking = tracking * amount
    return state
  }

  /// The map of a unit whose middle is `middle`.
  public func transform(about middle: Point) -> AffineTransform {
    AffineTransform(scaleX: scale.width, y: scale.height)
      .followed(by: AffineTransform(skewXDegrees: skew.x, yDegrees: skew.y))
      .followed(by: AffineTransform(rotationDegrees: rotation)).about(middle)
      .followed(by: AffineTransform(translationX: offset.x, y: offset.y))
  }
}
