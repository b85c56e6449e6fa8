// SPDX-License-Identifier: MIT

import Testing

@testable import MoonreelCore

@Suite struct FrameRates {
  @Test(
    "No drift over a million frames and back",
    arguments: [(24000, 1001), (30000, 1001), (60000, 1001), (25, 1), (120, 1)] as [(Int64, Int64)])
  func noDrift(_ numerator: Int64, _ denominator: Int64) throws {
    try check(numerator, denominator, over: 1_000_000)
  }

  @Test(
    "No drift at other rates",
    arguments: [
      (24, 1), (30, 1), (50, 1), (60, 1), (240, 1), (1, 10), (120_000, 1001), (999, 7),
      (1_000_000, 3), (1, 3600),
    ] as [(Int64, Int64)])
  func noDriftElsewhere(_ numerator: Int64, _ denominator: Int64) throws {
    try check(numerator, denominator, over: 20_000)
  }

  private func check(_ numerator: Int64, _ denominator: Int64, over count: Int64) throws {
    let rate = try FrameRate(numerator, denominator)
    var wrong = 0
    for index in 0...count {
      let time = rate.time(ofFrame: index)
      if rate.frame(at: time) != index { wrong += 1 }
      if index & 15 == 0, rate.frame(at: time - Time(flicks: 1)) != index - 1 { wrong += 1 }
    }
    #expect(wrong == 0)
    // So many frames last exactly as long as they should, to half a flick.
    let exact = Int128(705_600_000) * Int128(count) * Int128(denominator) * 2
    let found = Int128(rate.time(ofFrame: count).flicks) * Int128(numerator) * 2
    #expect(abs(found - exact) <= Int128(numerator))
  }

  @Test func framesFarFromZeroAndBeforeIt() throws {
    for (numerator, denominator) in [(30000, 1001), (60, 1), (999, 7)] as [(Int64, Int64)] {
      let rate = try FrameRate(numerator, denominator)
      var dice = Dice(4)
      for _ in 0..<2_000 {
        let index = Int64.random(in: -10_000_000_000...10_000_000_000, using: &dice)
        #expect(rate.frame(at: rate.time(ofFrame: index)) == index)
      }
    }
    let rate = try FrameRate(30000, 1001)
    #expect(rate.time(ofFrame: .max) == .distantFuture)
    #expect(rate.time(ofFrame: .min) == .distantPast)
  }

  @Test(
    "Numbers that people write",
    arguments: [
      (29.97, 30000, 1001), (23.976, 24000, 1001), (23.98, 24000, 1001), (59.94, 60000, 1001),
      (119.88, 120_000, 1001), (47.952, 48000, 1001), (30000.0 / 1001, 30000, 1001), (25, 25, 1),
      (24, 24, 1), (12.5, 25, 2), (0.1, 1, 10), (240, 240, 1), (14.985, 2997, 200), (29.5, 59, 2),
      (1e6, 1_000_000, 1),
    ] as [(Double, Int64, Int64)])
  func numbers(_ number: Double, _ numerator: Int64, _ denominator: Int64) throws {
    #expect(try FrameRate(number).framesPerSecond == Rational(numerator, denominator))
  }

  @Test(
    "Text",
    arguments: [
      ("25", "25"), ("29.97", "30000/1001"), ("30000/1001", "30000/1001"), ("0.1", "1/10"),
      ("60/2", "30"), ("240", "240"),
    ])
  func text(_ text: String, _ expected: String) throws {
    #expect(try FrameRate(text: text).description == expected)
  }

  @Test(
    "Texts that are no rates",
    arguments: [
      "", "fast", "25/", "/25", "1/2/3", "0", "-30", "30/0", "0/30", "-30/-1", "nan", "inf", "1e9",
      "1/3601", "9223372036854775807/1", " 25", "25 fps", "0x1p4/1",
    ])
  func refused(_ text: String) {
    #expect(throws: MoonreelError.self) { try FrameRate(text: text) }
  }

  @Test(
    "Hostile numbers",
    arguments: [.nan, .infinity, -.infinity, 0, -25, 1e300, 1e-300, 1e6 + 1] as [Double])
  func hostile(_ number: Double) {
    #expect(throws: MoonreelError.self) { try FrameRate(number) }
  }

  @Test func framesOfADuration() throws {
    let rate = try FrameRate(30)
    let frame = rate.frameDuration
    #expect(rate.frameCount(in: .zero) == 0)
    #expect(rate.frameCount(in: -frame) == 0)
    #expect(rate.frameCount(in: Time(flicks: 1)) == 1)
    #expect(rate.frameCount(in: frame) == 1)
    #expect(rate.frameCount(in: frame + Time(flicks: 1)) == 2)
    #expect(rate.frameCount(in: Time(wholeSeconds: 10)) == 300)
  }
}

@Suite struct Rationals {
  @Test func lowestTermsAndSigns() {
    #expect(Rational(6, -4) == Rational(-3, 2))
    #expect(Rational(0, 7) == Rational(0, 1))
    #expect(Rational(6, 4).description == "3/2")
    #expect(Rational(-8, 4).description == "-2")
  }

  @Test func extremesDoNotTrap() {
    #expect(Rational(.min, .min) == .one)
    #expect(Rational(.min, -1).numerator == .max)
    #expect(Rational(.max, .max) == .one)
    #expect(Rational(1, .min).denominator == .max)
    #expect(Rational(.min, 2).numerator == .min / 2)
  }
}
