// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// A colour of a canvas: premultiplied, in steps of 8 bits.
struct ColumnColor: Equatable {
  var red: UInt8
  var green: UInt8
  var blue: UInt8
  var alpha: UInt8

  /// Nothing.
  static let transparent = ColumnColor([0, 0, 0, 0])

  /// Red, green, blue and alpha, premultiplied.
  private init(_ parts: [Double]) {
    let bytes = parts.map { UInt8(min(255, max(0, ($0 * 255).rounded()))) }
    (red, green, blue, alpha) = (bytes[0], bytes[1], bytes[2], bytes[3])
  }

  /// From `low`, where nothing is covered, to `color` over it, where all is: 257 colours.
  static func coverages(_ color: Color, over low: Color) -> [ColumnColor] {
    let (top, bottom) = (premultiplied(color), premultiplied(low))
    return (0...256).map { step in
      let share = Double(step) / 256
      let rest = 1 - top[3] * share
      return ColumnColor(zip(top, bottom).map { $0 * share + $1 * rest })
    }
  }

  /// Along `colors`, spread evenly over `range` of 256 values: 256 colours.
  static func gradient(_ colors: [Color], over range: ClosedRange<Double>) -> [ColumnColor] {
    let stops = colors.map(premultiplied)
    return (0..<256).map { value in
      let width = max(1e-9, range.upperBound - range.lowerBound)
      let share = min(1, max(0, (Double(value) - range.lowerBound) / width))
      let place = share * Double(stops.count - 1)
      let first = min(stops.count - 1, Int(place))
      let (one, other) = (stops[first], stops[min(stops.count - 1, first + 1)])
      return ColumnColor(zip(one, other).map { $0 + ($1 - $0) * (place - Double(first)) })
    }
  }

  private static func premultiplied(_ color: Color) -> [Double] {
    [color.red * color.alpha, color.green * color.alpha, color.blue * color.alpha, color.alpha]
  }
}

/// What the words of a canvas say.
enum ColumnInk: Equatable {
  /// Blue, green, red, alpha.
  case colors
  /// Luma, both differences of colours, alpha, as these tags have them.
  case codes(ColorTags)

  /// How it lies in memory; what is opaque has no alpha.
  func format(isOpaque: Bool) -> PixelFormat {
    switch self {
    case .colors:
      PixelFormat(
        family: .rgb, packing: .packed(order: isOpaque ? "bgrx" : "bgra"), bitDepth: 8,
        hasAlpha: !isOpaque)
    case .codes:
      PixelFormat(
        family: .yuv, packing: .packed(order: isOpaque ? "yuvx" : "yuva"), bitDepth: 8,
        hasAlpha: !isOpaque)
    }
  }

  /// What the numbers mean.
  var color: ColorTags {
    switch self {
    case .colors: .srgb
    case .codes(let color): color
    }
  }

  /// The words of `colors`.
  func words(_ colors: [ColumnColor]) -> [UInt32] {
    switch self {
    case .colors:
      return colors.map { Self.word($0.blue, $0.green, $0.red, $0.alpha) }
    case .codes(let tags):
      let constants = YUVConstants(tags, bitDepth: 8)
      func code(_ value: Double, _ offset: Double) -> UInt8 {
        UInt8(min(255, max(0, (value + offset).rounded())))
      }
      return colors.map { color in
        let parts = [color.red, color.green, color.blue].map { Double($0) / 255 }
        let exact = constants.differences(of: Color(parts[0], parts[1], parts[2]))
        return Self.word(
          code(exact.luma, constants.lumaOffset), code(exact.cb, constants.chromaOffset),
          code(exact.cr, constants.chromaOffset), color.alpha)
      }
    }
  }

  private static func word(_ bytes: UInt8...) -> UInt32 {
    UInt32(bytes[0]) | UInt32(bytes[1]) << 8 | UInt32(bytes[2]) << 16 | UInt32(bytes[3]) << 24
  }
}
