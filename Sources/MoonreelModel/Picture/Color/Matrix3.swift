// SPDX-License-Identifier: MIT

import MoonreelCore

/// A 3 × 3 matrix of colour, in double precision.
public struct Matrix3: Hashable, Sendable {
  /// The rows.
  public var rows: [SIMD3<Double>]

  /// Changes nothing.
  public static let identity = Matrix3([SIMD3(1, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 0, 1)])

  /// The matrix with these three rows.
  public init(_ rows: [SIMD3<Double>]) {
    precondition(rows.count == 3, "a colour matrix has 3 rows")
    self.rows = rows
  }

  /// Scales the three components.
  static func diagonal(_ factors: SIMD3<Double>) -> Matrix3 {
    Matrix3([SIMD3(factors.x, 0, 0), SIMD3(0, factors.y, 0), SIMD3(0, 0, factors.z)])
  }

  /// The matrix times a column.
  public static func * (matrix: Matrix3, column: SIMD3<Double>) -> SIMD3<Double> {
    func row(_ index: Int) -> Double {
      let products = matrix.rows[index] * column
      return products.x + products.y + products.z
    }
    return SIMD3(row(0), row(1), row(2))
  }

  /// First the right one, then the left one.
  public static func * (first: Matrix3, second: Matrix3) -> Matrix3 {
    Matrix3(
      (0..<3).map { row in
        let parts = first.rows[row]
        return second.rows[0] * parts.x + second.rows[1] * parts.y + second.rows[2] * parts.z
      })
  }

  /// The way back.
  ///
  /// - Precondition: the matrix flattens nothing.
  public var inverted: Matrix3 {
    func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
      SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
    }
    let columns = [
      cross(rows[1], rows[2]), cross(rows[2], rows[0]), cross(rows[0], rows[1]),
    ]
    let products = rows[0] * columns[0]
    let determinant = products.x + products.y + products.z
    precondition(determinant != 0, "the colour matrix has no inverse")
    return Matrix3(
      (0..<3).map { row in
        SIMD3(columns[0][row], columns[1][row], columns[2][row]) / determinant
      })
  }

  /// The coefficients row by row, rounded.
  var floats: [Float] { rows.flatMap { [Float($0.x), Float($0.y), Float($0.z)] } }

  /// Adapts colours seen under the white `from` to the white `to` (Bradford; Lindbloom, "Chromatic
  /// Adaptation", and ICC.1:2010 Annex E).
  static func bradford(from: WhitePoint, to: WhitePoint) -> Matrix3 {
    let cones = Matrix3([
      SIMD3(0.8951, 0.2664, -0.1614), SIMD3(-0.7502, 1.7135, 0.0367),
      SIMD3(0.0389, -0.0685, 1.0296),
    ])
    return cones.inverted * diagonal((cones * to.xyz) / (cones * from.xyz)) * cones
  }
}

/// A chromaticity in CIE 1931 (x, y).
struct WhitePoint: Hashable {
  var x: Double
  var y: Double

  static let d65 = WhitePoint(x: 0.3127, y: 0.3290)

  /// X, Y and Z at Y = 1.
  var xyz: SIMD3<Double> { SIMD3(x / y, 1, (1 - x - y) / y) }

  /// A black body of `kelvin` (Krystek 1985), moved by `tint` / 3000 across the locus, towards green
  /// above 0.
  static func blackBody(kelvin: Double, tint: Double) -> WhitePoint {
    let here = locus(kelvin)
    let (before, after) = (locus(kelvin - 1), locus(kelvin + 1))
    let along = SIMD2(after.x - before.x, after.y - before.y)
    let length = (along.x * along.x + along.y * along.y).squareRoot()
    // As the temperature rises u and v fall; a quarter turn from there points to green.
    let across = SIMD2(along.y, -along.x) / length
    let (u, v) = (here.x + across.x * tint / 3000, here.y + across.y * tint / 3000)
    let scale = 2 * u - 8 * v + 4
    return WhitePoint(x: 3 * u / scale, y: 2 * v / scale)
  }

  /// CIE 1960 (u, v) of a black body, 1000…15000 K.
  private static func locus(_ t: Double) -> SIMD2<Double> {
    let u =
      (0.860117757 + 1.54118254e-4 * t + 1.28641212e-7 * t * t)
      / (1 + 8.42420235e-4 * t + 7.08145163e-7 * t * t)
    let v =
      (0.317398726 + 4.22806245e-5 * t + 4.20481691e-8 * t * t)
      / (1 - 2.89741816e-5 * t + 1.61456053e-7 * t * t)
    return SIMD2(u, v)
  }
}
