// SPDX-License-Identifier: MIT

/// A mass on a damped spring, let go at 0 and pulled to 1 (the damped harmonic oscillator).
///
/// As a timing function its time is scaled so that it has settled, to a thousandth, when the stretch ends:
/// mass, stiffness and damping decide how often it swings, the stretch how fast.
public struct Spring: Hashable, Sendable {
  /// Kilograms, above 0.
  public let mass: Double
  /// Newtons a metre, above 0.
  public let stiffness: Double
  /// Newton seconds a metre, above 0.
  public let damping: Double

  /// Undamped angular frequency, radians a second.
  private var frequency: Double { (stiffness / mass).squareRoot() }
  /// 1 is critically damped; less swings.
  public var dampingRatio: Double { damping / (2 * (stiffness * mass).squareRoot()) }

  /// - Throws: `MoonreelError` (`invalidArgument`) where a number is not positive, or the spring would
  ///   swing some hundred times before it settles.
  public init(mass: Double = 1, stiffness: Double = 100, damping: Double = 10) throws {
    (self.mass, self.stiffness, self.damping) = (mass, stiffness, damping)
    let isPositive = [mass, stiffness, damping].allSatisfy { $0.isFinite && $0 > 0 }
    guard isPositive, (0.005...1000).contains(dampingRatio) else {
      throw MoonreelError(
        .invalidArgument,
        "a spring needs a mass, a stiffness and a damping above 0 whose ratio, "
          + "damping / (2 * sqrt(stiffness * mass)), is from 0.005 to 1000")
    }
  }

  /// Seconds until it stays within a thousandth of its rest.
  public var settlingDuration: Double {
    let (ratio, frequency) = (dampingRatio, frequency)
    let decay =
      ratio > 1 ? frequency * (ratio - (ratio * ratio - 1).squareRoot()) : frequency * ratio
    // Near the critical ratio the exponential has a factor that grows with time.
    let margin = abs(ratio - 1) < 0.2 ? 9.3 : 7.0
    return margin / decay
  }

  /// The position when `progress` (0…1) of the settling time has passed.
  public func value(at progress: Double) -> Double {
    if progress <= 0 { return 0 }
    if progress >= 1 { return 1 }
    return 1 - distance(at: progress * settlingDuration)
  }

  /// The distance from rest after `seconds`, from 1.
  private func distance(at seconds: Double) -> Double {
    let (ratio, frequency) = (dampingRatio, frequency)
    let decay = PortableMath.exp(-ratio * frequency * seconds)
    if ratio < 1 {
      let damped = frequency * (1 - ratio * ratio).squareRoot()
      let angle = damped * seconds
      return decay
        * (PortableMath.cos(angle) + ratio * frequency / damped * PortableMath.sin(angle))
    }
    if ratio == 1 { return decay * (1 + frequency * seconds) }
    let root = (ratio * ratio - 1).squareRoot()
    let (slow, fast) = (frequency * (ratio - root), frequency * (ratio + root))
    let (slowly, quickly) = (PortableMath.exp(-slow * seconds), PortableMath.exp(-fast * seconds))
    return (fast * slowly - slow * quickly) / (fast - slow)
  }
}
