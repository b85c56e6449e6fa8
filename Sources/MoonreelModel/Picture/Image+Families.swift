// SPDX-License-Identifier: MIT

import MoonreelCore

extension Image {
  /// A picture made from the coordinates of its pixels alone.
  public enum Pattern: Hashable, Sendable {
    /// Colours changing along the line from `from` to `to`, held beyond both ends, everywhere.
    /// Interpolated on premultiplied values.
    case linearGradient(from: Point, to: Point, stops: [GradientStop])
    /// Colours changing from `center` outwards to `radius`, held beyond, everywhere.
    case radialGradient(center: Point, radius: Double, stops: [GradientStop])
    /// Squares of `side` pixels in two colours, the first at the origin, everywhere.
    case checker(side: Double, Color, Color)
    /// Gray values 0…1, one a pixel, a hash of pixel and `seed`, everywhere.
    case noise(seed: UInt32)
    /// A test card over `size`: bars, ramp, grid, circle, and a sweep at `phase` (0…1) that moves.
    case testCard(size: Size, phase: Double)

    /// The rectangle outside which it is transparent; `nil` for the whole plane.
    var extent: Rect? {
      switch self {
      case .linearGradient, .radialGradient, .checker, .noise: nil
      case .testCard(let size, _): Rect(origin: .zero, size: size)
      }
    }

    /// What it takes in memory beyond any other picture.
    var byteEstimate: Int {
      switch self {
      case .linearGradient(_, _, let stops), .radialGradient(_, _, let stops):
        stops.count * MemoryLayout<GradientStop>.stride
      case .checker, .noise, .testCard: 0
      }
    }
  }

  /// A change of the straight components of single pixels.
  public enum Adjustment: Sendable {
    /// A linear map.
    case matrix(ColorMatrix)
    /// Red, green and blue through a polynomial: coefficients of 1, x, x², x³ for each.
    case polynomial(red: [Float], green: [Float], blue: [Float])
    /// Red, green and blue raised to a power; negative values stay as they are.
    case gamma(Float)
    /// Colours looked up in a table.
    case lookup(LookupTable)

    /// Outside which rectangle a picture with this extent is transparent then; `nil` for the whole plane.
    func extent(of extent: Rect?) -> Rect? {
      switch self {
      case .matrix(let matrix):
        matrix.coefficients[15...19].allSatisfy({ $0 == 0 }) || matrix.coefficients[19] == 0
          ? extent : nil
      case .polynomial, .gamma, .lookup: extent
      }
    }

    /// What it takes in memory beyond any other picture, tables left out.
    var byteEstimate: Int {
      switch self {
      case .matrix, .polynomial: 128
      case .gamma, .lookup: 0
      }
    }
  }

  /// The picture that `pattern` describes.
  public convenience init(_ pattern: Pattern) { self.init(.pattern(pattern)) }
}
