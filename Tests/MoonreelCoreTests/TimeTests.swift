// SPDX-License-Identifier: MIT

import Testing

@testable import MoonreelCore

@Suite struct Times {
  @Test func sumsAreExactAndAssociative() {
    var dice = Dice(1)
    for _ in 0..<20_000 {
      let (a, b, c) = (dice.time(), dice.time(), dice.time())
      #expect((a + b) + c == a + (b + c))
      #expect(a + b == b + a)
      #expect((a + b) - b == a)
      #expect(a - b == -(b - a))
    }
  }

  @Test(
    "Hostile seconds are refused",
    arguments: [
      .nan, .infinity, -.infinity, 1e300, -1e300, 3_155_760_001, -3_155_760_000.5, 1e19,
      .greatestFiniteMagnitude,
    ] as [Double])
  func hostileSeconds(_ seconds: Double) {
    #expect(throws: MoonreelError.self) { try Time(seconds: seconds) }
    #expect(throws: MoonreelError.self) { try TimeRange(seconds: 0, seconds) }
  }

  @Test(
    "Hostile fractions are refused",
    arguments: [
      (1, 0), (1, -1), (1, .min), (.max, 1), (.min, 1), (.min, 2), (3_155_760_001, 1),
    ] as [(Int64, Int64)])
  func hostileFractions(_ value: Int64, _ timescale: Int64) {
    #expect(throws: MoonreelError.self) { try Time(value: value, timescale: timescale) }
  }

  @Test func theWholeRangeIsTaken() throws {
    #expect(try Time(seconds: 3_155_760_000) == .distantFuture)
    #expect(try Time(seconds: -3_155_760_000) == .distantPast)
    #expect(try Time(value: .max, timescale: .max) == Time(wholeSeconds: 1))
    #expect(try Time(value: .min, timescale: .max) == Time(flicks: -705_600_000))
    #expect(try Time(seconds: .leastNonzeroMagnitude) == .zero)
    #expect(try Time(seconds: -0.0) == .zero)
    #expect(Time.distantPast == -Time.distantFuture)
  }

  @Test func messagesNameTheValue() {
    #expect(
      refusal { _ = try Time(seconds: .nan) }
        == "Cannot use nan as a time: give a finite number of seconds.")
    #expect(
      refusal { _ = try Time(seconds: 1e300) }
        == "Cannot use 1e+300 s as a time: times lie within ±100 years.")
    #expect(
      refusal { _ = try Time(value: 7, timescale: 0) }
        == "Cannot make a time from 7/0: the timescale must be positive.")
    #expect(
      refusal { _ = try Time(value: 1 << 40, timescale: 2) }
        == "Cannot use 549755813888.0 s as a time: times lie within ±100 years.")
    #expect(
      refusal { _ = try Time(value: 1, timeBase: Rational(-1, 25)) }
        == "Cannot use -1/25 as a time base: it must be positive.")
  }

  @Test(
    "Seconds survive the way to and from Double",
    arguments: [0, 0.1, 1.0 / 3, 1.5, 1001.0 / 30000, 86_399.999, -7.25, 3_000_000_000.125])
  func secondsRoundTrip(_ seconds: Double) throws {
    let time = try Time(seconds: seconds)
    #expect(abs(time.seconds - seconds) <= max(seconds.ulp, 1 / 705_600_000 / 2))
    #expect(try Time(seconds: time.seconds) == time)
  }

  @Test(
    "All rounding modes",
    arguments: [
      (7, 2, [4, 3, 4, 3, 4]), (-7, 2, [-4, -4, -3, -3, -4]), (10, 4, [3, 2, 3, 2, 3]),
      (9, 4, [2, 2, 3, 2, 3]), (11, 4, [3, 2, 3, 2, 3]), (-9, 4, [-2, -3, -2, -2, -3]),
      (8, 4, [2, 2, 2, 2, 2]), (0, 5, [0, 0, 0, 0, 0]), (-1, 3, [0, -1, 0, 0, -1]),
      (7, -2, [-4, -4, -3, -3, -4]),
    ] as [(Int64, Int64, [Int64])])
  func rounding(_ numerator: Int64, _ denominator: Int64, _ expected: [Int64]) {
    let modes: [TimeRounding] = [.nearest, .down, .up, .towardZero, .awayFromZero]
    for (mode, result) in zip(modes, expected) {
      let time = Time(flicks: numerator).multiplied(by: 1, dividedBy: denominator, rounding: mode)
      #expect(time.flicks == result, "\(mode)")
    }
  }

  @Test func productsUse128Bits() {
    let day = Time(wholeSeconds: 86_400)
    #expect(day.multiplied(by: .max, dividedBy: .max) == day)
    #expect(day.multiplied(by: .max - 1, dividedBy: .max) == day)
    #expect(day.multiplied(by: 1_000_000_007, dividedBy: 1_000_000_007) == day)
    #expect(Time.distantFuture.multiplied(by: 2, dividedBy: 1) == .distantFuture)
    #expect(Time.distantFuture.multiplied(by: -2, dividedBy: 1) == .distantPast)
    #expect(Time.distantPast.multiplied(by: .max, dividedBy: 1) == .distantPast)
    #expect(Time.distantPast.multiplied(by: .max, dividedBy: -1) == .distantFuture)
    #expect(Time.distantFuture.multiplied(by: .min, dividedBy: 1) == .distantPast)
    #expect(day.scaled(by: Rational(1, 3)) == Time(wholeSeconds: 28_800))
  }

  @Test func scalingThereAndBackIsWithinAFlick() {
    var dice = Dice(2)
    for _ in 0..<5_000 {
      let time = Time(flicks: dice.time().flicks >> 8)
      let numerator = Int64.random(in: 1...1000, using: &dice)
      let denominator = Int64.random(in: 1...numerator, using: &dice)
      let there = time.multiplied(by: numerator, dividedBy: denominator)
      #expect(there.multiplied(by: denominator, dividedBy: numerator) == time)
    }
  }

  @Test(
    "Media time bases",
    arguments: [
      (512, 1, 15360, 23_520_000), (1, 1, 90000, 7840), (1024, 1, 48000, 15_052_800),
      (33, 1, 1000, 23_284_800), (1, 1, 1_000_000, 706), (-2, 1, 25, -56_448_000),
    ] as [(Int64, Int64, Int64, Int64)])
  func timeBases(_ value: Int64, _ num: Int64, _ den: Int64, _ flicks: Int64) throws {
    let base = Rational(num, den)
    let time = try Time(value: value, timeBase: base)
    #expect(time.flicks == flicks)
    #expect(time.value(timeBase: base) == value)
  }

  @Test func everyValueOfATimeBaseComesBack() throws {
    var dice = Dice(3)
    for den: Int64 in [600, 1000, 12288, 15360, 44100, 48000, 90000, 1_000_000, 27_000_000] {
      for _ in 0..<300 {
        let value = Int64.random(in: -1_000_000_000...1_000_000_000, using: &dice)
        let time = try Time(value: value, timeBase: Rational(1, den))
        #expect(time.value(timeBase: Rational(1, den)) == value, "\(value)/\(den)")
        #expect(time.value(timescale: den) == value, "\(value)/\(den)")
      }
    }
  }

  @Test(
    "Text",
    arguments: [
      (0, "0.000 s", "0.000 s"), (1, "0.000 s", "0.000000001 s"),
      (705_599_999, "1.000 s", "0.999999999 s"), (-352_800_000, "-0.500 s", "-0.500 s"),
      (23_543_520, "0.033 s", "0.033366667 s"), (1_128_960_000, "1.600 s", "1.600 s"),
      (-1, "0.000 s", "-0.000000001 s"),
    ] as [(Int64, String, String)])
  func text(_ flicks: Int64, _ short: String, _ precise: String) {
    #expect(Time(flicks: flicks).description == short)
    #expect(Time(flicks: flicks).preciseDescription == precise)
  }
}

@Suite struct TimeRanges {
  static func r(_ from: Int64, _ to: Int64) -> TimeRange {
    TimeRange(start: Time(wholeSeconds: from), end: Time(wholeSeconds: to))
  }

  @Test func halfOpen() {
    let range = Self.r(1, 3)
    #expect(range.contains(Time(wholeSeconds: 1)))
    #expect(!range.contains(Time(wholeSeconds: 3)))
    #expect(range.contains(Time(wholeSeconds: 3) - Time(flicks: 1)))
    #expect(!Self.r(2, 2).contains(Time(wholeSeconds: 2)))
    #expect(range.contains(Self.r(1, 3)))
    #expect(range.contains(Self.r(3, 3)))
    #expect(!range.contains(Self.r(2, 4)))
  }

  @Test(
    "Intersection, union, overlap",
    arguments: [
      (r(0, 2), r(1, 3), r(1, 2), r(0, 3), true), (r(0, 1), r(1, 2), r(1, 1), r(0, 2), false),
      (r(0, 1), r(5, 6), r(5, 5), r(0, 6), false), (r(0, 9), r(4, 5), r(4, 5), r(0, 9), true),
      (r(0, 9), r(4, 4), r(4, 4), r(0, 9), false),
    ])
  func setOperations(
    _ a: TimeRange, _ b: TimeRange, _ common: TimeRange, _ all: TimeRange, _ meet: Bool
  ) {
    for (x, y) in [(a, b), (b, a)] {
      #expect(x.intersection(y) == common)
      #expect(x.union(y) == all)
      #expect(x.overlaps(y) == meet)
    }
  }

  @Test func endsInTheWrongOrderAreRefused() {
    #expect(
      refusal { _ = try TimeRange(seconds: 2, 1) }
        == "Cannot use 2.000 s to 1.000 s as a range: the end lies before the start.")
    #expect(refusal { _ = try TimeRange(seconds: 1, 1) } == nil)
  }

  @Test func allOfTimeHasNoOverflow() {
    #expect(TimeRange.all.end == .distantFuture)
    #expect(TimeRange.all.intersection(Self.r(1, 2)) == Self.r(1, 2))
    #expect(
      Self.r(1, 2).shifted(by: .distantFuture).contains(.distantFuture + Time(wholeSeconds: 1)))
  }
}

@Suite struct RangeMappings {
  static func r(_ from: Int64, _ to: Int64) -> TimeRange { TimeRanges.r(from, to) }
  static func t(_ seconds: Int64) -> Time { Time(wholeSeconds: seconds) }

  @Test(
    "Clamping and folding into [10, 13)",
    arguments: [(9, 10, 12), (10, 10, 10), (12, 12, 12), (13, 13, 10), (20, 13, 11), (-1, 10, 11)]
      as [(Int64, Int64, Int64)])
  func clampAndFold(_ seconds: Int64, _ clamped: Int64, _ folded: Int64) {
    let range = Self.r(10, 13)
    #expect(range.clamp(Self.t(seconds)) == Self.t(clamped))
    #expect(range.fold(Self.t(seconds)) == Self.t(folded))
    #expect(Self.r(4, 4).fold(Self.t(seconds)) == Self.t(4))
  }

  @Test func rangesMapToRanges() {
    #expect(Self.r(0, 10).map(Self.r(2, 4), to: Self.r(100, 150)) == Self.r(110, 120))
    #expect(Self.r(0, 10).map(Self.r(-2, 12), to: Self.r(0, 5)) == Self.r(-1, 6))
  }
}
