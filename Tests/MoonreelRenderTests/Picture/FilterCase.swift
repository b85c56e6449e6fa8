// SPDX-License-Identifier: MIT

import Glibc
import MoonreelCore
import MoonreelModel

/// A filter and what each of its pixels is, written out in double precision.
struct FilterCase: CustomStringConvertible, Sendable {
  typealias RGBA = SIMD4<Double>

  var name: String
  /// Whether the filter holds edges by itself.
  var holds = false
  /// Whether the result lies inside the picture.
  var isInside = false
  var image: @Sendable (Image) -> Image
  var pixel: @Sendable (PlainPicture, Int, Int) -> RGBA
  var description: String { name }

  static let all: [FilterCase] = lines + squares + [displacement, vignette]

  // MARK: Along lines

  private static func mean(_ taps: Int, _ read: (Double) -> RGBA) -> RGBA {
    (0..<taps).reduce(.zero) { $0 + read((Double($1) + 0.5) / Double(taps) - 0.5) } / Double(taps)
  }

  private static let lines: [FilterCase] = [
    FilterCase(name: "zoom blur of nine") {
      $0.zoomBlurred(size: 7, center: Point(6.25, 3))
    } pixel: { picture, x, y in
      let (px, py) = (Double(x) + 0.5, Double(y) + 0.5)
      let weights = [0.05, 0.09, 0.12, 0.15, 0.18, 0.15, 0.12, 0.09, 0.05]
      return zip(-4...4, weights).reduce(.zero) { sum, tap in
        let way = Double(tap.0) * 0.07
        return sum + picture.at(px + (6.25 - px) * way, py + (3 - py) * way) * tap.1
      }
    },
    FilterCase(name: "zoom blur") {
      $0.zoomBlurred(amount: 0.5, center: Point(2, 5), taps: 7)
    } pixel: { picture, x, y in
      let (px, py) = (Double(x) + 0.5, Double(y) + 0.5)
      return mean(7) { picture.at(px + (2 - px) * 0.5 * $0, py + (5 - py) * 0.5 * $0) }
    },
    FilterCase(name: "motion blur") {
      $0.motionBlurred(length: 5.5, angleDegrees: 30)
    } pixel: { picture, x, y in
      let (dx, dy) = (5.5 * cos(Double.pi / 6), 5.5 * sin(Double.pi / 6))
      return mean(4) { picture.at(Double(x) + 0.5 + dx * $0, Double(y) + 0.5 + dy * $0) }
    },
    FilterCase(name: "spin blur") {
      $0.spinBlurred(angleDegrees: 50, center: Point(4, 4.5), taps: 9)
    } pixel: { picture, x, y in
      let (dx, dy) = (Double(x) + 0.5 - 4, Double(y) + 0.5 - 4.5)
      return mean(9) {
        let angle = $0 * 50 * Double.pi / 180
        return picture.at(
          4 + dx * cos(angle) - dy * sin(angle), 4.5 + dx * sin(angle) + dy * cos(angle))
      }
    },
  ]

  // MARK: Over squares

  private static func square(_ picture: PlainPicture, _ x: Int, _ y: Int, _ radius: Int) -> [RGBA] {
    (-radius...radius).flatMap { dy in
      (-radius...radius).map { dx in picture[x + dx, y + dy] }
    }
  }

  private static func ranked(
    _ picture: PlainPicture, _ x: Int, _ y: Int, _ radius: Int, _ choose: ([Double]) -> Double
  ) -> RGBA {
    let pixels = square(picture, x, y, radius)
    return RGBA((0..<4).map { part in choose(pixels.map { $0[part] }) })
  }

  private static let weights9: [Float] = [0.25, -1, 0.5, 2, 1.5, -0.75, 0, 0.125, -0.5]
  private static let weights25: [Float] = (0..<25).map { Float(($0 * 7) % 11 - 5) / 16 }

  private static func convolution(_ weights: [Float], _ bias: Float, _ keepsAlpha: Bool)
    -> FilterCase
  {
    let radius = weights.count == 9 ? 1 : 2
    return FilterCase(
      name: "convolution \(weights.count) \(bias) \(keepsAlpha)", isInside: keepsAlpha
    ) {
      $0.convolved(weights, bias: bias, keepsAlpha: keepsAlpha)
    } pixel: { picture, x, y in
      var sum = zip(square(picture, x, y, radius), weights).reduce(RGBA.zero) {
        $0 + $1.0 * Double($1.1)
      }
      if keepsAlpha { sum.w = picture[x, y].w }
      let raised = Double(bias) * sum.w
      return sum + RGBA(raised, raised, raised, 0)
    }
  }

  private static func gradients(_ p: [RGBA]) -> (RGBA, RGBA) {
    let across = (p[2] + 2 * p[5] + p[8]) - (p[0] + 2 * p[3] + p[6])
    let down = (p[6] + 2 * p[7] + p[8]) - (p[0] + 2 * p[1] + p[2])
    return (across / 8, down / 8)
  }

  private static let squares: [FilterCase] = [
    convolution(weights9, 0, false), convolution(weights9, 0.25, true),
    convolution(weights25, 0.125, false), convolution(weights25, 0, true),
    FilterCase(name: "sobel", holds: true, isInside: true) {
      $0.sobelEdges(amount: 1.5)
    } pixel: { picture, x, y in
      let (across, down) = gradients(square(picture, x, y, 1))
      let steep = (across * across + down * down).squareRoot() * 1.5
      return PlainPicture.keepingAlpha(steep, of: picture[x, y])
    },
    FilterCase(name: "emboss", holds: true, isInside: true) {
      $0.embossed(angleDegrees: 120, amount: 2)
    } pixel: { picture, x, y in
      let (across, down) = gradients(square(picture, x, y, 1))
      let slope =
        PlainPicture.luma(across) * cos(2 * Double.pi / 3)
        + PlainPicture.luma(down) * sin(2 * Double.pi / 3)
      let alpha = picture[x, y].w
      let gray = 0.5 * alpha + 2 * slope
      return RGBA(gray, gray, gray, alpha)
    },
    FilterCase(name: "median 3", holds: true, isInside: true) {
      $0.medianFiltered(size: 3)
    } pixel: { picture, x, y in
      ranked(picture, x, y, 1) { $0.sorted()[4] }
    },
    FilterCase(name: "median 5", holds: true, isInside: true) {
      $0.medianFiltered(size: 5)
    } pixel: { picture, x, y in
      ranked(picture, x, y, 2) { $0.sorted()[12] }
    },
    FilterCase(name: "dilation") {
      $0.dilated(radius: 3)
    } pixel: { picture, x, y in
      ranked(picture, x, y, 3) { $0.max()! }
    },
    FilterCase(name: "erosion") {
      $0.eroded(radius: 1)
    } pixel: { picture, x, y in
      ranked(picture, x, y, 1) { $0.min()! }
    },
  ]

  // MARK: Others

  private static let displacement = FilterCase(name: "displacement") {
    let map = Image(
      .linearGradient(
        from: Point(0, 0), to: Point(0, 16),
        stops: [.init(0, Color(0, 1, 0)), .init(1, Color(1, 0, 0, 0.5))]))
    return $0.displaced(by: map, scaleX: 6, scaleY: -4)
  } pixel: { picture, x, y in
    let t = max(0, min(1, (Double(y) + 0.5) / 16))
    let (red, green, alpha) = (0.5 * t, 1 - t, 1 - 0.5 * t)
    return picture.at(
      Double(x) + 0.5 + 6 * (red - alpha / 2), Double(y) + 0.5 - 4 * (green - alpha / 2))
  }

  private static let vignette = FilterCase(name: "vignette", isInside: true) {
    $0.vignetted(
      amount: 0.75, radius: 0.8, softness: 0.4, roundness: 0.5,
      in: Rect(x: 0, y: 0, width: 16, height: 10))
  } pixel: { picture, x, y in
    let distance = hypot((Double(x) + 0.5 - 8) / 6.5, (Double(y) + 0.5 - 5) / 5)
    let kept = 1 - 0.75 * PlainPicture.smoothstep(0.8 * 0.6, 0.8 * 1.4, distance)
    let pixel = picture[x, y]
    return PlainPicture.keepingAlpha(pixel * kept, of: pixel)
  }
}
