// SPDX-License-Identifier: MIT

import Glibc
import MoonreelCore
import MoonreelModel

/// Draws graphs one pixel at a time in double precision, straight from the definitions, without any
/// of the engine's parts: slow, and plain enough to be believed.
///
/// Frames are 4:4:4 or R'G'B' without alpha, or 8-bit RGBA with straight alpha, moved by whole pixels or
/// sampled bilinearly without reduction; those in perspective are frames, enlarged.
struct SlowPainter {
  /// Red, green, blue times alpha, and alpha.
  typealias RGBA = SIMD4<Double>

  /// What the values stand for; frames of other spaces are converted as the recommendations say.
  var space = ColorSpace(.srgb)

  /// The value of `image`, moved by `map`, at the centre of pixel (`x`, `y`).
  func color(_ image: Image, _ map: AffineTransform, _ x: Int, _ y: Int) -> RGBA {
    // Two crops that do not meet leave nothing, even where both cover parts of one pixel.
    guard let inverse = map.inverted, image.extent?.isEmpty != true else { return .zero }
    let point = inverse.apply(to: Point(Double(x) + 0.5, Double(y) + 0.5))
    switch image.node {
    case .empty: return .zero
    case .color(let color): return ordinary(premultiplied(color))
    case .frame(let buffer):
      let rect = Rect(origin: .zero, size: buffer.size.size)
      return sample(buffer, point) * coverage(rect, point, inverse)
    case .pattern(.linearGradient(let from, let to, let stops)):
      let (dx, dy) = (to.x - from.x, to.y - from.y)
      let along: Double = (point.x - from.x) * dx + (point.y - from.y) * dy
      return ordinary(gradient(stops, along / (dx * dx + dy * dy)))
    case .pattern(.radialGradient(let center, let radius, let stops)):
      return ordinary(gradient(stops, hypot(point.x - center.x, point.y - center.y) / radius))
    case .pattern(.checker(let side, let first, let second)):
      return ordinary(checker(point, inverse, side, first, second))
    case .shape(let path, let rule, let feather):
      let scale = abs(map.determinant).squareRoot()
      let shape = PlainShape(
        polygons: path.transformed(by: map).polygons(tolerance: 1.0 / 256), rule: rule,
        feather: feather * scale >= 1 ? feather * scale : 0)
      return ordinary(RGBA(repeating: shape.coverage(x, y)))
    case .projection(let input, let projection, _): return pinned(input, projection, map, x, y)
    case .transform(let input, let next, _): return color(input, next.followed(by: map), x, y)
    case .crop(let input, let rect):
      return color(input, map, x, y) * coverage(rect, point, inverse)
    case .opacity(let input, let factor): return color(input, map, x, y) * Double(factor)
    case .over(let top, let bottom):
      let above = color(top, map, x, y)
      return above + color(bottom, map, x, y) * (1 - above.w)
    case .dissolve(let first, let second, let amount):
      let share = Double(amount)
      return color(first, map, x, y) * (1 - share) + color(second, map, x, y) * share
    default: return adjusted(image, map, x, y)
    }
  }

  private func adjusted(_ image: Image, _ map: AffineTransform, _ x: Int, _ y: Int) -> RGBA {
    switch image.node {
    case .adjustment(let input, .matrix(let matrix)):
      return onStraight(color(input, map, x, y)) { c in
        let k = matrix.coefficients.map(Double.init)
        var result = RGBA.zero
        for row in 0..<4 {
          result[row] = k[row * 5 + 4]
          for column in 0..<4 { result[row] += k[row * 5 + column] * c[column] }
        }
        return result
      }
    case .adjustment(let input, .polynomial(let red, let green, let blue)):
      return onStraight(color(input, map, x, y)) { c in
        var result = c
        for (index, curve) in [red, green, blue].enumerated() {
          result[index] = curve.reversed().reduce(0) { $0 * c[index] + Double($1) }
        }
        return result
      }
    case .adjustment(let input, .gamma(let power)):
      return onStraight(color(input, map, x, y)) { c in
        var result = c
        for index in 0..<3 where c[index] > 0 { result[index] = pow(c[index], Double(power)) }
        return result
      }
    case .adjustment(let input, .lookup(let table)):
      return onStraight(color(input, map, x, y)) { c in
        let place = SIMD3(c.x, c.y, c.z)
        let found =
          table.shape == .cube
          ? LookupTests.plainCube(table, place) : LookupTests.plainCurves(table, place)
        return RGBA(found, c.w)
      }
    case .filter(let input, .gaussianBlur(let sigmaX, let sigmaY)):
      return blur(input, map, x, y, sigmaX, sigmaY)
    case .kernel(let kernel, let inputs, let numbers):
      let point = map.inverted?.apply(to: Point(Double(x) + 0.5, Double(y) + 0.5)) ?? Point(0, 0)
      return PlainKernel(
        kernel: kernel, inputs: inputs.map { color($0, map, x, y) }, numbers: numbers,
        point: point
      ).result
    case .samplingKernel(let kernel, let inputs, let numbers, let reach):
      return sampled(kernel, inputs, numbers, reach, map, x, y)
    default: return .zero
    }
  }

  private func onStraight(_ value: RGBA, _ change: (RGBA) -> RGBA) -> RGBA {
    guard value.w != 0 else {
      let alpha = max(0, min(1, change(.zero).w))
      return alpha == 0 ? .zero : multiplied(change(.zero), alpha)
    }
    let changed = change(RGBA(value.x / value.w, value.y / value.w, value.z / value.w, value.w))
    return multiplied(changed, max(0, min(1, changed.w)))
  }

  private func multiplied(_ value: RGBA, _ alpha: Double) -> RGBA {
    RGBA(value.x * alpha, value.y * alpha, value.z * alpha, alpha)
  }

  private func premultiplied(_ color: Color) -> RGBA {
    RGBA(color.red * color.alpha, color.green * color.alpha, color.blue * color.alpha, color.alpha)
  }

  private func gradient(_ stops: [Image.GradientStop], _ share: Double) -> RGBA {
    var result = premultiplied(stops[0].color)
    for (low, high) in zip(stops, stops.dropFirst()) {
      let gone = max(0, min(1, (share - low.position) / (high.position - low.position)))
      result += (premultiplied(high.color) - premultiplied(low.color)) * gone
    }
    return result
  }

  /// The checker's mean over a pixel's footprint, found by counting 64 × 64 points.
  private func checker(
    _ point: Point, _ inverse: AffineTransform, _ side: Double, _ first: Color, _ second: Color
  ) -> RGBA {
    let width = (inverse.a * inverse.a + inverse.c * inverse.c).squareRoot()
    let height = (inverse.b * inverse.b + inverse.d * inverse.d).squareRoot()
    func odd(_ centre: Double, _ size: Double) -> Double {
      let hits = (0..<64).filter { index in
        let place = centre + ((Double(index) + 0.5) / 64 - 0.5) * size
        return Int((place / side).rounded(.down)) & 1 != 0
      }
      return Double(hits.count) / 64
    }
    let (u, v) = (odd(point.x, width), odd(point.y, height))
    let share = u + v - 2 * u * v
    return premultiplied(first) * (1 - share) + premultiplied(second) * share
  }

  private func coverage(_ rect: Rect, _ point: Point, _ inverse: AffineTransform) -> Double {
    func along(_ place: Double, _ low: Double, _ high: Double, _ size: Double) -> Double {
      func limited(_ value: Double) -> Double { max(0, min(1, value)) }
      return limited((place - low) / size + 0.5) + limited((high - place) / size + 0.5) - 1
    }
    let width = (inverse.a * inverse.a + inverse.c * inverse.c).squareRoot()
    let height = (inverse.b * inverse.b + inverse.d * inverse.d).squareRoot()
    return max(0, along(point.x, rect.minX, rect.maxX, width))
      * max(0, along(point.y, rect.minY, rect.maxY, height))
  }

  private func blur(
    _ input: Image, _ map: AffineTransform, _ x: Int, _ y: Int, _ sigmaX: Double, _ sigmaY: Double
  ) -> RGBA {
    let (columns, rows) = (Int((5 * sigmaX).rounded(.up)), Int((5 * sigmaY).rounded(.up)))
    func weight(_ distance: Int, _ sigma: Double) -> Double {
      sigma == 0 ? 1 : exp(-Double(distance * distance) / (2 * sigma * sigma))
    }
    var (sum, total) = (RGBA.zero, 0.0)
    for dy in -rows...rows {
      for dx in -columns...columns {
        let share = weight(dx, sigmaX) * weight(dy, sigmaY)
        sum += color(input, map, x + dx, y + dy) * share
        total += share
      }
    }
    return sum / total
  }

  // MARK: Frames

  func sample(_ buffer: FrameBuffer, _ point: Point) -> RGBA {
    let (u, v) = (point.x - 0.5, point.y - 0.5)
    let (left, top) = (u.rounded(.down), v.rounded(.down))
    let (fx, fy) = (u - left, v - top)
    func at(_ dx: Int, _ dy: Int) -> RGBA { pixel(buffer, Int(left) + dx, Int(top) + dy) }
    let above = at(0, 0) * (1 - fx) + at(1, 0) * fx
    let found = above * (1 - fy) + (at(0, 1) * (1 - fx) + at(1, 1) * fx) * fy
    // Without alpha, signals are sampled and then converted.
    return buffer.format.hasAlpha ? found : converted(found, from: buffer)
  }

  private func pixel(_ buffer: FrameBuffer, _ x: Int, _ y: Int) -> RGBA {
    let column = max(0, min(buffer.size.width - 1, x))
    let row = max(0, min(buffer.size.height - 1, y))
    if buffer.format == .rgba {
      let parts = (0..<4).map { Double(buffer.code(0, column, row, part: $0)) / 255 }
      return multiplied(converted(RGBA(parts), from: buffer), parts[3])
    }
    if buffer.format == .rgb24 {
      let parts = (0..<3).map { Double(buffer.code(0, column, row, part: $0)) / 255 }
      return RGBA(parts[0], parts[1], parts[2], 1)
    }
    let codes = (0..<3).map { Double(buffer.code($0, column, row)) }
    let color = PlainColor(buffer.color, bits: buffer.format.bitDepth)
    let rgb = color.rgb(codes[0], codes[1], codes[2])
    return RGBA(rgb.0, rgb.1, rgb.2, 1)
  }
}

/// Y'CbCr and back in double precision, from the recommendations' formulas.
struct PlainColor {
  let (kr, kb): (Double, Double)
  let (black, span, neutral, chromaSpan): (Double, Double, Double, Double)

  init(_ color: ColorTags, bits: Int) {
    switch color.matrix {
    case .bt601: (kr, kb) = (0.299, 0.114)
    case .bt2020: (kr, kb) = (0.2627, 0.0593)
    default: (kr, kb) = (0.2126, 0.0722)
    }
    let unit = pow(2, Double(bits - 8))
    let full = pow(2, Double(bits)) - 1
    neutral = 128 * unit
    (black, span, chromaSpan) =
      color.range == .full ? (0, full, full) : (16 * unit, 219 * unit, 224 * unit)
  }

  func rgb(_ y: Double, _ cb: Double, _ cr: Double) -> (Double, Double, Double) {
    let luma = (y - black) / span
    let (u, v) = ((cb - neutral) / chromaSpan, (cr - neutral) / chromaSpan)
    let (red, blue) = (luma + 2 * (1 - kr) * v, luma + 2 * (1 - kb) * u)
    return (red, (luma - kr * red - kb * blue) / (1 - kr - kb), blue)
  }

  func codes(_ red: Double, _ green: Double, _ blue: Double) -> (Double, Double, Double) {
    let luma = kr * red + (1 - kr - kb) * green + kb * blue
    return (
      luma * span + black, (blue - luma) / (2 * (1 - kb)) * chromaSpan + neutral,
      (red - luma) / (2 * (1 - kr)) * chromaSpan + neutral
    )
  }
}
