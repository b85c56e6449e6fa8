// SPDX-License-Identifier: MIT

/// The exact line from target time to source time of a stretch that may be retimed, cut and mirrored.
///
/// A cut inside a stretch at 2/3 speed falls between two flicks of the source. Rounding it there would
/// change the speed of both halves; this line keeps the fraction, so that any number of cuts shows the
/// same source time at every target time as the uncut stretch:
///
///     source(t) = base + (fraction + (t − anchor) · slope) / unit
///
/// with all numbers whole, `0 ≤ fraction < unit`, and the three in lowest terms. Retiming multiplies the
/// terms; when they no longer fit in 64 bits (several unrelated speed changes on top of each other) the
/// line is drawn anew through its ends, rounded to the nearest flick.
public struct ExactMapping: Hashable, Sendable {
  /// The target time that `base` and `fraction` belong to.
  let anchor: Time
  /// Whole flicks of the source at the anchor.
  let base: Int64
  /// What is missing to the source time at the anchor, in units.
  let fraction: Int64
  /// Units of source a flick of target; negative where the source runs backwards.
  let slope: Int64
  /// Units in one flick.
  let unit: Int64

  private init(anchor: Time, base: Int64, fraction: Int64, slope: Int64, unit: Int64) {
    (self.anchor, self.base, self.fraction) = (anchor, base, fraction)
    (self.slope, self.unit) = (slope, unit)
  }

  /// The line through both ends of `mapping`, or through its ends crosswise where `isReversed`: the
  /// target's start then shows the source's end.
  public init(_ mapping: TimeMapping, isReversed: Bool = false) {
    let (length, target) = (mapping.source.duration.flicks, mapping.target.duration.flicks)
    let (slope, unit) = target > 0 ? Self.reduced(length, target) : (1, 1)
    self.init(
      anchor: mapping.target.start,
      base: (isReversed ? mapping.source.end : mapping.source.start).flicks,
      fraction: 0, slope: isReversed ? -slope : slope, unit: unit)
  }

  /// Source seconds per target second; negative where the source runs backwards.
  public var rate: Rational { Rational(slope, unit) }

  /// The source time shown at `time`, rounded once to the nearest flick; limited to ±100 years.
  public func sourceTime(at time: Time) -> Time {
    let (whole, rest) = position(at: time)
    let nearest = whole + (rest * 2 >= Int128(unit) ? 1 : 0)
    let (low, high) = (Int128(Time.distantPast.flicks), Int128(Time.distantFuture.flicks))
    return Time(flicks: Int64(min(max(nearest, low), high)))
  }

  /// The target time at which `sourceTime` is shown, rounded to the nearest flick; `nil` where the
  /// source stands still.
  public func targetTime(at sourceTime: Time) -> Time? {
    guard slope != 0 else { return nil }
    let distance = (Int128(sourceTime.flicks) - Int128(base)) * Int128(unit) - Int128(fraction)
    let divisor = Int128(slope.magnitude)
    let signed = slope < 0 ? -distance : distance
    let (quotient, remainder) = signed.quotientAndRemainder(dividingBy: divisor)
    let step: Int128 = remainder.magnitude * 2 >= divisor.magnitude ? remainder.signum() : 0
    let flicks = Int128(anchor.flicks) + quotient + step
    let (low, high) = (Int128(Time.distantPast.flicks), Int128(Time.distantFuture.flicks))
    return Time(flicks: Int64(min(max(flicks, low), high)))
  }

  /// The same line seen from a target that lies `offset` later.
  public func shifted(by offset: Time) -> ExactMapping {
    ExactMapping(
      anchor: anchor + offset, base: base, fraction: fraction, slope: slope, unit: unit)
  }

  /// The line after the target stretch `range` was stretched or squeezed to `duration`, its start
  /// staying in place.
  ///
  /// - Precondition: both have a length.
  public func retimed(_ range: TimeRange, to duration: Time) -> ExactMapping {
    precondition(!range.isEmpty && duration > .zero, "retiming needs two lengths")
    let (num, den) = Self.reduced(range.duration.flicks, duration.flicks)
    let start = anchored(at: range.start)
    let terms = [
      Int128(start.fraction) * Int128(den), Int128(slope) * Int128(num),
      Int128(unit) * Int128(den),
    ]
    let divisor = terms.reduce(0) { Self.greatestCommonDivisor($0, $1.magnitude) }
    let small = terms.compactMap { Int64(exactly: $0 / Int128(max(divisor, 1))) }
    guard small.count == 3 else { return redrawn(range, to: duration) }
    return ExactMapping(
      anchor: range.start, base: start.base, fraction: small[0], slope: small[1], unit: small[2])
  }

  /// The line after the target stretch `range` was turned round: what was shown at its end is shown at
  /// its start.
  public func mirrored(in range: TimeRange) -> ExactMapping {
    let end = anchored(at: range.end)
    return ExactMapping(
      anchor: range.start, base: end.base, fraction: end.fraction, slope: -slope, unit: unit)
  }

  /// Whether `self` and `other` show the same source time at every target time.
  public func isSameLine(as other: ExactMapping) -> Bool {
    slope == other.slope && unit == other.unit && self == other.anchored(at: anchor)
  }

  /// The same line, anchored at `time`.
  func anchored(at time: Time) -> ExactMapping {
    let (whole, rest) = position(at: time)
    guard let base = Int64(exactly: whole) else { return self }
    return ExactMapping(
      anchor: time, base: base, fraction: Int64(rest), slope: slope, unit: unit)
  }

  /// Whole flicks and remaining units of the source at `time`.
  private func position(at time: Time) -> (whole: Int128, rest: Int128) {
    let units = Int128(fraction) + Int128(time.flicks - anchor.flicks) * Int128(slope)
    var (whole, rest) = units.quotientAndRemainder(dividingBy: Int128(unit))
    if rest < 0 { (whole, rest) = (whole - 1, rest + Int128(unit)) }
    return (Int128(base) + whole, rest)
  }

  /// The retimed line through the rounded source times of both ends.
  private func redrawn(_ range: TimeRange, to duration: Time) -> ExactMapping {
    let (from, to) = (sourceTime(at: range.start), sourceTime(at: range.end))
    let source = TimeRange(start: min(from, to), end: max(from, to))
    let target = TimeRange(start: range.start, duration: duration)
    return ExactMapping(TimeMapping(source: source, target: target), isReversed: slope < 0)
  }

  private static func reduced(_ a: Int64, _ b: Int64) -> (Int64, Int64) {
    let divisor = greatestCommonDivisor(UInt128(a.magnitude), UInt128(b.magnitude))
    guard divisor > 1 else { return (a, b) }
    return (a / Int64(divisor), b / Int64(divisor))
  }

  private static func greatestCommonDivisor(_ a: UInt128, _ b: UInt128) -> UInt128 {
    var (a, b) = (a, b)
    while b != 0 { (a, b) = (b, a % b) }
    return a
  }
}
