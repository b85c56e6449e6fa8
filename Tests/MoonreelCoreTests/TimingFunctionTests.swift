// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import MoonreelCore

/// Easings against formulas written down independently, and the laws that all of them keep.
@Suite struct TimingFunctionTests {
  /// The slow beginnings as easings.net lists them, in the machine's own mathematics.
  private static let rising: [TimingFunction.Family: @Sendable (Double) -> Double] = [
    .quad: { pow($0, 2) }, .cubic: { pow($0, 3) }, .quart: { pow($0, 4) }, .quint: { pow($0, 5) },
    .sine: { 1 - cos($0 * Double.pi / 2) }, .circ: { 1 - sqrt(1 - pow($0, 2)) },
    .expo: { pow(2, 10 * $0 - 10) },
    .elastic: { -pow(2, 10 * $0 - 10) * sin(($0 * 10 - 10.75) * (2 * Double.pi / 3)) },
    .back: { 2.70158 * pow($0, 3) - 1.70158 * pow($0, 2) },
  ]

  private static let both: [TimingFunction.Family: @Sendable (Double) -> Double] = [
    .back: { p in
      let c = 1.70158 * 1.525
      return p < 0.5
        ? pow(2 * p, 2) * ((c + 1) * 2 * p - c) / 2
        : (pow(2 * p - 2, 2) * ((c + 1) * (p * 2 - 2) + c) + 2) / 2
    },
    .elastic: { p in
      let c = 2 * Double.pi / 4.5
      return p < 0.5
        ? -(pow(2, 20 * p - 10) * sin((20 * p - 11.125) * c)) / 2
        : pow(2, -20 * p + 10) * sin((20 * p - 11.125) * c) / 2 + 1
    },
    .sine: { -(cos(Double.pi * $0) - 1) / 2 },
  ]

  private static let shares = (1..<50).map { Double($0) / 50 }

  @Test(arguments: TimingFunction.named.map(\.name)) func everyOneBeginsAndEnds(_ name: String)
    throws
  {
    let function = try #require(TimingFunction(name: name))
    #expect(try function.value(at: 0) == 0)
    #expect(try function.value(at: 1) == 1)
    #expect(try function.value(at: -3) == 0)
    #expect(try function.value(at: 7) == 1)
    let values = try Self.shares.map { try function.value(at: $0) }
    #expect(values.allSatisfy { $0.isFinite && $0 > -0.6 && $0 < 1.6 })
  }

  @Test(arguments: rising.keys.sorted { $0.rawValue < $1.rawValue })
  func theFormulasAreRight(_ family: TimingFunction.Family) throws {
    let rising = try #require(Self.rising[family])
    for p in Self.shares {
      #expect(abs(family.value(at: p, .in) - rising(p)) < 1e-12, "in \(family) at \(p)")
      #expect(abs(family.value(at: p, .out) - (1 - rising(1 - p))) < 1e-12, "out \(family) at \(p)")
      if let both = Self.both[family] {
        #expect(abs(family.value(at: p, .inOut) - both(p)) < 1e-12, "in-out \(family) at \(p)")
      }
    }
  }

  @Test(arguments: TimingFunction.Family.allCases)
  func inOutIsSymmetricAndMeetsInTheMiddle(_ family: TimingFunction.Family) {
    for direction in [TimingFunction.Direction.inOut, .outIn] {
      for p in Self.shares {
        let sum = family.value(at: p, direction) + family.value(at: 1 - p, direction)
        #expect(abs(sum - 1) < 1e-12, "\(direction) \(family) at \(p)")
      }
    }
  }

  @Test("a bounce touches the floor where Penner's does") func bounces() {
    for (p, height) in [(1 / 2.75, 1.0), (2 / 2.75, 1.0), (2.5 / 2.75, 1.0), (1.5 / 2.75, 0.75)] {
      #expect(abs(TimingFunction.Family.bounce.value(at: p, .out) - height) < 1e-9)
    }
  }

  @Test("Bezier timings are those of CSS") func bezier() throws {
    let ease = try CubicBezier(0.25, 0.1, 0.25, 1)
    for (x, y) in [(0.25, 0.40851), (0.5, 0.80240), (0.75, 0.96046)] {
      #expect(abs(ease.value(at: x) - y) < 1e-5)
    }
    // The point of the curve's parameter s has x(s) and y(s).
    for (a, b, c, d) in [(0.0, 1.0, 1.0, 0.0), (1, 0, 0, 1), (0.3, -2, 0.7, 3)] {
      let curve = try CubicBezier(a, b, c, d)
      for s in Self.shares {
        func at(_ p: Double, _ q: Double) -> Double {
          3 * (1 - s) * (1 - s) * s * p + 3 * (1 - s) * s * s * q + s * s * s
        }
        #expect(abs(curve.value(at: at(a, c)) - at(b, d)) < 1e-6, "\(a) \(b) \(c) \(d) at \(s)")
      }
    }
    #expect(throws: MoonreelError.self) { try CubicBezier(1.5, 0, 0, 1) }
    #expect(throws: MoonreelError.self) { try CubicBezier(.nan, 0, 0, 1) }
  }

  @Test("steps jump where CSS says") func steps() throws {
    func values(_ count: Int, _ position: TimingFunction.StepPosition) throws -> [Double] {
      try [0, 0.24, 0.26, 0.51, 0.76, 1].map {
        try TimingFunction.steps(count, position).value(at: $0)
      }
    }
    #expect(try values(4, .jumpEnd) == [0, 0, 0.25, 0.5, 0.75, 1])
    #expect(try values(4, .jumpStart) == [0.25, 0.25, 0.5, 0.75, 1, 1])
    #expect(try values(2, .jumpNone) == [0, 0, 0, 1, 1, 1])
    #expect(try values(1, .jumpBoth) == [0.5, 0.5, 0.5, 0.5, 0.5, 1])
  }

  @Test(
    "springs obey their equation",
    arguments: [(1.0, 100.0, 10.0), (2, 50, 3), (1, 25, 10), (1, 9, 20)])
  func springs(_ mass: Double, _ stiffness: Double, _ damping: Double) throws {
    let spring = try Spring(mass: mass, stiffness: stiffness, damping: damping)
    let (step, settling) = (1e-4, spring.settlingDuration)
    for p in [0.05, 0.1, 0.3, 0.6] {
      let (before, now, after) = (
        spring.value(at: p - step), spring.value(at: p), spring.value(at: p + step)
      )
      let h = step * settling
      let speed = (after - before) / (2 * h)
      let acceleration = (after - 2 * now + before) / (h * h)
      let force = mass * acceleration + damping * speed + stiffness * (now - 1)
      #expect(abs(force) < stiffness * 1e-4, "at \(p)")
    }
    #expect(abs(spring.value(at: 0.999_999) - 1) < 1.1e-3)
    #expect(spring.value(at: 1) == 1)
  }

  @Test func springsThatNeverSettleAreRefused() {
    #expect(throws: MoonreelError.self) { try Spring(damping: 0) }
    #expect(throws: MoonreelError.self) { try Spring(mass: -1) }
    #expect(throws: MoonreelError.self) { try Spring(stiffness: .infinity) }
  }
}
