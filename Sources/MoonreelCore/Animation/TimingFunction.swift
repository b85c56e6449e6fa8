// SPDX-License-Identifier: MIT

/// How much of a change has happened when a share of its time has passed.
///
/// Every function gives exactly 0 at 0 and 1 at 1 (`hold` and the steps by their own rule) and is computed
/// with ``PortableMath``, so that a keyframe has the same value on every machine.
///
/// For example: `TimingFunction.eased(.sine, .inOut).value(at: 0.25)` is 0.146….
public enum TimingFunction: Sendable {
  /// In step with time.
  case linear
  /// Nothing until the end, then all of it.
  case hold
  /// One of Robert Penner's equations.
  case eased(Family, Direction)
  /// A cubic Bézier curve from (0, 0) to (1, 1), as in CSS Easing Functions Level 1.
  case bezier(CubicBezier)
  /// Equal steps, as in CSS Easing Functions Level 1.
  case steps(Int, StepPosition)
  /// A spring that settles at the end.
  case spring(Spring)
  /// Anything else: shares of the time to shares of the change.
  case function(@Sendable (Double) throws -> Double)

  /// The shape of one of Penner's equations.
  public enum Family: String, Hashable, Sendable, CaseIterable {
    case quad, cubic, quart, quint, sine, circ, expo, elastic, back, bounce
  }

  /// Which end of the change is slow.
  public enum Direction: String, Hashable, Sendable, CaseIterable {
    /// The beginning.
    case `in`
    /// The end.
    case out
    /// Both.
    case inOut
    /// The middle: the first half eases out, the second in.
    case outIn
  }

  /// Where the jumps of steps are.
  public enum StepPosition: String, Hashable, Sendable, CaseIterable {
    case jumpStart, jumpEnd, jumpNone, jumpBoth
  }

  /// The share of the change at `progress`, a share of the time that is limited to 0…1.
  ///
  /// Elastic, back, spring and some Bézier curves leave 0…1 on the way.
  ///
  /// - Throws: what a function of the user's throws.
  public func value(at progress: Double) throws -> Double {
    let p = min(1, max(0, progress))
    switch self {
    case .linear: return p
    case .hold: return p < 1 ? 0 : 1
    case .eased(let family, let direction): return family.value(at: p, direction)
    case .bezier(let curve): return curve.value(at: p)
    case .steps(let count, let position): return Self.step(p, count, position)
    case .spring(let spring): return spring.value(at: p)
    case .function(let function): return try function(p)
    }
  }

  private static func step(_ p: Double, _ count: Int, _ position: StepPosition) -> Double {
    let jumps =
      switch position {
      case .jumpStart, .jumpEnd: count
      case .jumpNone: count - 1
      case .jumpBoth: count + 1
      }
    guard jumps > 0 else { return p < 1 ? 0 : 1 }
    let starts = position == .jumpStart || position == .jumpBoth
    let step = (p * Double(count)).rounded(.down) + (starts ? 1 : 0)
    return min(1, max(0, step / Double(jumps)))
  }
}

extension TimingFunction {
  /// The function called `name`: `linear`, `hold`, or a direction and a family, such as `inOutSine`.
  public init?(name: String) {
    guard let found = Self.named.first(where: { $0.name == name }) else { return nil }
    self = found.function
  }

  /// All functions that have a name, with it.
  public static let named: [(name: String, function: TimingFunction)] =
    [("linear", .linear), ("hold", .hold)]
    + Direction.allCases.flatMap { direction in
      Family.allCases.map { family in
        let first = family.rawValue.prefix(1).uppercased() + family.rawValue.dropFirst()
        return (direction.rawValue + first, TimingFunction.eased(family, direction))
      }
    }
}
