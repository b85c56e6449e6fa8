// SPDX-License-Identifier: MIT

import CKernels
import Glibc
import MoonreelCore
import MoonreelModel
import Testing

@testable import MoonreelRender

/// Tables and curves against plain ones in double precision.
struct LookupTests {
  private let check = ColorCheck()
  private typealias RGB = SIMD3<Double>

  static func table(
    _ shape: LookupTable.Shape, _ size: Int, low: SIMD3<Float> = .zero, high: SIMD3<Float> = .one
  ) throws -> LookupTable {
    var random = Seeded(UInt64(size))
    let count = shape == .cube ? size * size * size : size
    let colors = (0..<count).map { _ in
      SIMD3<Float>.random(in: -0.2...1.3, using: &random)
    }
    return try LookupTable(shape, size: size, colors: colors, low: low, high: high)
  }

  private static func place(_ value: Double, _ table: LookupTable, _ axis: Int) -> Double {
    let (low, high) = (Double(table.low[axis]), Double(table.high[axis]))
    return min(1, max(0, (value - low) / (high - low))) * Double(table.size - 1)
  }

  static func plainCurves(_ table: LookupTable, _ color: SIMD3<Double>) -> SIMD3<Double> {
    var result = RGB.zero
    for axis in 0..<3 {
      let place = place(color[axis], table, axis)
      let index = min(table.size - 2, Int(place))
      let (below, above) = (Double(table[index][axis]), Double(table[index + 1][axis]))
      result[axis] = below + (above - below) * (place - Double(index))
    }
    return result
  }

  /// Walks from the corner below the colour to the one above it, along the axis with the largest
  /// fraction first; each corner weighs what the fraction falls by.
  static func plainCube(_ table: LookupTable, _ color: SIMD3<Double>) -> SIMD3<Double> {
    var corner = [0, 0, 0]
    var fractions: [(axis: Int, share: Double)] = []
    for axis in 0..<3 {
      let place = place(color[axis], table, axis)
      corner[axis] = min(table.size - 2, Int(place))
      fractions.append((axis, place - Double(corner[axis])))
    }
    func entry() -> SIMD3<Double> {
      let index = (corner[2] * table.size + corner[1]) * table.size + corner[0]
      return SIMD3<Double>(table[index])
    }
    fractions.sort { $0.share > $1.share }
    var result = entry() * (1 - fractions[0].share)
    for (index, (axis, share)) in fractions.enumerated() {
      corner[axis] += 1
      result += entry() * (share - (index < 2 ? fractions[index + 1].share : 0))
    }
    return result
  }

  @Test(arguments: [2, 3, 17, 1025]) func curvesAreLinearBetweenEntries(_ size: Int) throws {
    // Rounding moves the place by an ulp of it, and the entries are far apart.
    let table = try Self.table(.curves, size)
    try check("curves", within: 1e-6 * Double(size + 8), { $0.lookedUp(in: table) }) {
      Self.plainCurves(table, $0)
    }
  }

  @Test(arguments: [2, 3, 4, 33, 129]) func cubesAreTetrahedra(_ size: Int) throws {
    let table = try Self.table(.cube, size)
    try check("cube", within: 1e-6 * Double(size + 8), { $0.lookedUp(in: table) }) {
      Self.plainCube(table, $0)
    }
  }

  @Test func domainsAreMapped() throws {
    let (low, high) = (SIMD3<Float>(-0.5, 0, 0.25), SIMD3<Float>(1.5, 1, 0.75))
    let (curves, cube) = (
      try Self.table(.curves, 5, low: low, high: high),
      try Self.table(.cube, 5, low: low, high: high)
    )
    try check("curves", within: 2e-5, { $0.lookedUp(in: curves) }) { Self.plainCurves(curves, $0) }
    try check("cube", within: 2e-5, { $0.lookedUp(in: cube) }) { Self.plainCube(cube, $0) }
    try check("half", within: 2e-5, { $0.lut(ColorLUT(tables: [curves, cube]), intensity: 0.25) }) {
      $0 * 0.75 + Self.plainCube(cube, Self.plainCurves(curves, $0)) * 0.25
    }
  }

  @Test func aTableThatChangesNothingChangesNothing() throws {
    let colors = (0..<27).map { index -> SIMD3<Float> in
      let (red, green, blue) = (Float(index % 3), Float(index / 3 % 3), Float(index / 9))
      return SIMD3(red, green, blue) / 2
    }
    let table = try LookupTable(.cube, size: 3, colors: colors)
    try check("identity", beyond: false, within: 1e-6, { $0.lookedUp(in: table) }) { $0 }
  }

  @Test func levelsGiveTheSameBits() throws {
    for (op, table) in [
      (MR_TABLE_1D, try Self.table(.curves, 19)), (MR_TABLE_3D, try Self.table(.cube, 9)),
    ] {
      let scale = Float(table.size - 1)
      var encoded = mr_table(
        values: table.entries, size: Int32(table.size), low: (0, 0, 0), scale: (scale, scale, scale)
      )
      for width in KernelTests.widths {
        var wanted: [[UInt32]]?
        for kernels in kernelLevels() {
          let bench = KernelBench(registers: 6)
          var random = Seeded(UInt64(width))
          let special: [Float] = [0, -0.0, .nan, .infinity, -.infinity, 1e30, 1, 0.5]
          for register in 3..<6 {
            for lane in bench[register].indices {
              bench[register][lane] =
                lane % 5 == 4
                ? special.randomElement(using: &random)!
                : Float.random(in: -0.2...1.2, using: &random)
            }
          }
          let isKept = bench.run(
            kernel(kernels, op), out: [0, 1, 2], in: [3, 4, 5], data: &encoded, width: width)
          #expect(isKept)
          let bits = (0..<3).map { bench.bits($0, width) }
          #expect(wanted == nil || wanted == bits, "\(op) \(width)")
          #expect(!bits.joined().contains(0x7fc0_0000))
          wanted = bits
        }
      }
    }
  }

  @Test func curvesGoThroughTheirPoints() throws {
    let bent = Curve([.init(0, 0.1), .init(0.25, 0.2), .init(0.5, 0.7), .init(1, 0.7)])
    for point in bent.points { #expect(bent.value(at: point.input) == point.output) }
    #expect(bent.value(at: -1) == 0.1 && bent.value(at: 7) == 0.7)
    var last = 0.0
    for step in 0...1000 {
      let value = bent.value(at: Double(step) / 1000)
      #expect(value >= last - 1e-12 && value <= 0.7 + 1e-12, "rises at \(step)")
      last = value
    }
    // Between equally far points of a line, the curve is the line.
    let line = Curve([.init(0, 0), .init(0.5, 0.25), .init(1, 0.5)])
    for step in 0...10 {
      #expect(abs(line.value(at: Double(step) / 10) - Double(step) / 20) < 1e-12)
    }
    // By hand: slopes 1, 1.5 (the mean of 1 and 2), 2; the middle of the first piece is
    // (0 + 0.5) / 2 + 0.5 · (1 − 1.5) / 8.
    let hand = Curve([.init(0, 0), .init(0.5, 0.5), .init(1, 1.5)])
    #expect(abs(hand.value(at: 0.25) - 0.21875) < 1e-12)
  }

  @Test func curvesOfChannelsComeBeforeTheMaster() throws {
    let (red, all) = (Curve([.init(0, 0.2), .init(1, 0.9)]), Curve([.init(0, 1), .init(1, 0)]))
    try check("curves", { $0.curves(master: all, red: red) }) { color in
      let limited = color.limited
      return RGB(1 - (0.2 + 0.7 * limited.x), 1 - limited.y, 1 - limited.z)
    }
  }

  @Test func gradientsAreMappedByLuma() throws {
    let stops: [Image.GradientStop] = [
      .init(0, Color(0.1, 0, 0.3)), .init(0.5, Color(0.9, 0.2, 0.2)), .init(1, Color(1, 1, 0.8)),
    ]
    try check("gradient", { $0.gradientMapped(stops) }) { color in
      let luma = min(1, max(0, color.luma))
      let (low, high) =
        luma < 0.5 ? (stops[0].color, stops[1].color) : (stops[1].color, stops[2].color)
      let share = luma < 0.5 ? luma * 2 : luma * 2 - 1
      func mix(_ a: Double, _ b: Double) -> Double { a * (1 - share) + b * share }
      return RGB(mix(low.red, high.red), mix(low.green, high.green), mix(low.blue, high.blue))
    }
  }

  @Test func impossibleTablesAreRefused() {
    let black = SIMD3<Float>.zero
    #expect(throws: MoonreelError.self) { try LookupTable(.curves, size: 1, colors: [black]) }
    #expect(throws: MoonreelError.self) { try LookupTable(.cube, size: 130, colors: []) }
    #expect(throws: MoonreelError.self) {
      try LookupTable(.curves, size: 3, colors: [black, black])
    }
    #expect(throws: MoonreelError.self) {
      try LookupTable(.curves, size: 2, colors: [black, black], low: .one, high: .one)
    }
  }
}
