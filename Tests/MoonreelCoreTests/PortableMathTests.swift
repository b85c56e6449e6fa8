// SPDX-License-Identifier: MIT

import Glibc
import MoonreelCore
import Testing

/// How far apart two doubles are, in steps from one number to the next; equal infinities and NaNs are 0.
private func steps(_ a: Double, _ b: Double) -> UInt64 {
  if a.isNaN || b.isNaN { return a.isNaN && b.isNaN ? 0 : .max }
  func order(_ x: Double) -> Int64 {
    let bits = Int64(bitPattern: x.bitPattern)
    return bits < 0 ? Int64.min &- bits : bits
  }
  return order(a).subtractingReportingOverflow(order(b)).partialValue.magnitude
}

/// A function of one number, the C library's, and where they are compared.
struct MathCase: Sendable, CustomTestStringConvertible {
  var name: String
  var ours: @Sendable (Double) -> Double
  var libm: @Sendable (Double) -> Double
  var ranges: [ClosedRange<Double>]
  var testDescription: String { name }
}

private let cases: [MathCase] = [
  MathCase(
    name: "sin", ours: PortableMath.sin, libm: Glibc.sin,
    ranges: [-1...1, -10...10, -1e-7...1e-7, 0...1e5, -1e10...1e10, 1e14...1e18, 1e200...1e300]),
  MathCase(
    name: "cos", ours: PortableMath.cos, libm: Glibc.cos,
    ranges: [-1...1, -10...10, -1e-7...1e-7, 0...1e5, -1e10...1e10, 1e14...1e18, 1e200...1e300]),
  MathCase(
    name: "exp2", ours: PortableMath.exp2, libm: Glibc.exp2,
    ranges: [-1...1, -30...30, -1e-9...1e-9, -1022...1024, -1080...(-1020)]),
  MathCase(
    name: "exp", ours: PortableMath.exp, libm: Glibc.exp,
    ranges: [-1...1, -30...30, -1e-9...1e-9, -708...710, -750...(-700)]),
  MathCase(
    name: "log2", ours: PortableMath.log2, libm: Glibc.log2,
    ranges: [0...1, 0.99...1.01, 1...1000, 0x1p-1040...1e-300, 1e200...1e300]),
  MathCase(
    name: "log", ours: PortableMath.log, libm: Glibc.log,
    ranges: [0...1, 0.99...1.01, 1...1000, 0x1p-1040...1e-300, 1e200...1e300]),
]

@Suite struct PortableFunctions {
  @Test("At most 2 units from the C library", arguments: cases)
  func oneArgument(_ testCase: MathCase) {
    var dice = Dice(12)
    for range in testCase.ranges {
      var (worst, place) = (UInt64(0), 0.0)
      for _ in 0..<1_500 {
        let x = Double.random(in: range, using: &dice)
        let distance = steps(testCase.ours(x), testCase.libm(x))
        if distance > worst { (worst, place) = (distance, x) }
      }
      #expect(worst <= 2, "\(testCase.name)(\(place)) in \(range)")
    }
  }

  @Test("All magnitudes of double", arguments: cases)
  func anyBits(_ testCase: MathCase) {
    var dice = Dice(13)
    for _ in 0..<4_000 {
      let x = Double(bitPattern: dice.next())
      #expect(steps(testCase.ours(x), testCase.libm(x)) <= 2, "\(testCase.name)(\(x))")
    }
  }

  @Test func powers() {
    var dice = Dice(14)
    let ranges: [(ClosedRange<Double>, ClosedRange<Double>)] = [
      (0...1, 0...5), (0...1, -3...3), (0.9...1.1, -1e4...1e4), (1e-300...1e300, -1...1),
      (0.999999...1.000001, -1e8...1e8), (1...10, -400...400),
    ]
    for (bases, exponents) in ranges {
      for _ in 0..<1_500 {
        let (x, y) = (
          Double.random(in: bases, using: &dice), Double.random(in: exponents, using: &dice)
        )
        #expect(steps(PortableMath.pow(x, y), Glibc.pow(x, y)) <= 2, "pow(\(x), \(y))")
      }
    }
    for _ in 0..<2_000 {
      let (x, n) = (
        Double.random(in: -9...9, using: &dice), Double(Int.random(in: -9...9, using: &dice))
      )
      #expect(steps(PortableMath.pow(x, n), Glibc.pow(x, n)) <= 2, "pow(\(x), \(n))")
    }
  }

  @Test func angles() {
    var dice = Dice(15)
    for scale in [1, 1e-300, 1e-8, 1e8, 1e300, 0x1p-1060] {
      for _ in 0..<1_500 {
        let x = Double.random(in: -1...1, using: &dice)
        let y = Double.random(in: -1...1, using: &dice) * scale
        #expect(
          steps(PortableMath.atan2(y, x), Glibc.atan2(y, x)) <= 2, "atan2(\(y), \(x))")
        #expect(
          steps(PortableMath.atan2(x, y), Glibc.atan2(x, y)) <= 2, "atan2(\(x), \(y))")
      }
    }
  }

  static let special: [Double] = [
    0, -0.0, 1, -1, 2, -2, 3, -3, 0.5, -0.5, 1.5, -1.5, .infinity, -.infinity, .nan,
    .leastNonzeroMagnitude, -.leastNonzeroMagnitude, .leastNormalMagnitude,
    .greatestFiniteMagnitude, -.greatestFiniteMagnitude, 1e15, 9_007_199_254_740_992,
    -9_007_199_254_740_991, 1024, -1075, -1074, 1e9, 2_147_483_648, -2_147_483_647.5,
  ]

  @Test("Special values are IEEE 754's", arguments: special)
  func specialValues(_ x: Double) {
    for testCase in cases {
      let (ours, libm) = (testCase.ours(x), testCase.libm(x))
      #expect(steps(ours, libm) <= 1, "\(testCase.name)(\(x)): \(ours), libm \(libm)")
      if ours == 0 { #expect(ours.sign == libm.sign, "\(testCase.name)(\(x))") }
    }
    for y in Self.special {
      for (name, ours, libm) in [
        ("pow", PortableMath.pow(x, y), Glibc.pow(x, y)),
        ("atan2", PortableMath.atan2(x, y), Glibc.atan2(x, y)),
      ] {
        #expect(steps(ours, libm) <= 1, "\(name)(\(x), \(y)): \(ours), libm \(libm)")
        if ours == 0 { #expect(ours.sign == libm.sign, "\(name)(\(x), \(y))") }
      }
    }
  }

  /// Results worked out with exact integer arithmetic: they hold on every machine.
  @Test func theseBitsNeverChange() {
    #expect(PortableMath.sin(1.0) == 0x1.aed548f090ceep-1)
    #expect(PortableMath.cos(1.0) == 0x1.14a280fb5068cp-1)
    #expect(PortableMath.exp2(0.5) == 0x1.6a09e667f3bcdp+0)
    #expect(PortableMath.exp(1.0) == 0x1.5bf0a8b145769p+1)
    #expect(PortableMath.log2(10.0) == 0x1.a934f0979a371p+1)
    #expect(PortableMath.log(2.0) == 0x1.62e42fefa39efp-1)
    #expect(PortableMath.pow(2.0, 0.5) == 0x1.6a09e667f3bcdp+0)
    #expect(PortableMath.pow(10.0, 3.0) == 1000)
    #expect(PortableMath.atan2(1.0, 1.0) == .pi / 4)
    #expect(PortableMath.atan2(0.0, -1.0) == .pi)
  }

  @Test func floatsAreTheRoundedDoubles() {
    var dice = Dice(16)
    for _ in 0..<2_000 {
      let x = Float.random(in: -20...20, using: &dice)
      #expect(PortableMath.sin(x) == Float(Glibc.sin(Double(x))))
      #expect(PortableMath.cos(x) == Float(Glibc.cos(Double(x))))
      #expect(PortableMath.exp2(x) == Float(Glibc.exp2(Double(x))))
      #expect(PortableMath.exp(x) == Float(Glibc.exp(Double(x))))
      #expect(PortableMath.log2(abs(x)) == Float(Glibc.log2(Double(abs(x)))))
      #expect(PortableMath.log(abs(x)) == Float(Glibc.log(Double(abs(x)))))
      #expect(PortableMath.pow(abs(x), 2.2) == Float(Glibc.pow(Double(abs(x)), Double(Float(2.2)))))
      #expect(PortableMath.atan2(x, 3) == Float(Glibc.atan2(Double(x), 3)))
    }
  }

  @Test func degreesAreExactAtRightAnglesAndCloseElsewhere() {
    for quarter in -9...9 {
      let (sine, cosine) = Trigonometry.sineAndCosine(degrees: Double(quarter) * 90)
      let index = ((quarter % 4) + 4) % 4
      #expect((sine, cosine) == [(0, 1), (1, 0), (0, -1), (-1, 0)][index])
    }
    var dice = Dice(17)
    for _ in 0..<3_000 {
      let degrees = Double.random(in: -44...44, using: &dice)
      let (sine, cosine) = Trigonometry.sineAndCosine(degrees: degrees)
      // The product of degrees and pi/180 is itself rounded: another unit.
      let radians = degrees * (.pi / 180)
      #expect(abs(sine - Glibc.sin(radians)) <= 2 * max(sine.ulp, radians.ulp), "\(degrees)")
      #expect(abs(cosine - Glibc.cos(radians)) <= 2 * cosine.ulp, "\(degrees)")
    }
    #expect(Trigonometry.sineAndCosine(degrees: .infinity).sine.isNaN)
    #expect(Trigonometry.sineAndCosine(degrees: 30).sine == 0.5)
    #expect(Trigonometry.sineAndCosine(degrees: -300).cosine == 0.5)
    #expect(Trigonometry.sineAndCosine(degrees: 45 + 360e6).sine == 0x1.6a09e667f3bcdp-1)
  }
}
