// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel
import MoonreelRender

/// The planar definition (`docs/picture.md`) one sample at a time, in float32, without any of the
/// engine's parts. The engine must give the same bits.
struct PlainPlanes {
  let target: FrameTarget
  /// A sample less its offset, multiplied by alpha, and alpha.
  typealias Sample = (value: Float, alpha: Float)

  private var unit: Double { Double(1 << (target.format.bitDepth - 8)) }
  private var limit: Float { Float((1 << target.format.bitDepth) - 1) }

  private func offset(_ plane: Int) -> Float {
    if plane > 0 { return Float(128 * unit) }
    return target.color.range == .full ? 0 : Float(16 * unit)
  }

  private func shift(_ plane: Int) -> (x: Int, y: Int) {
    plane == 0 || plane == 3 ? (0, 0) : (target.format.chromaShiftX, target.format.chromaShiftY)
  }

  /// The code value of sample (`x`, `y`) of component `plane` (0 luma, 1 and 2 chroma, 3 alpha).
  func code(_ image: Image, _ plane: Int, _ x: Int, _ y: Int) -> Int {
    let done = laid(image, over: color(target.background, plane), plane, x, y, (0, 0))
    if plane == 3 { return rounded(done.alpha * limit) }
    var value = done.value
    if target.format.hasAlpha, target.alphaMode == .straight {
      value = done.alpha == 0 ? 0 : value / done.alpha
    }
    return rounded(value + offset(plane))
  }

  /// What lies over one another is laid down one by one, the lowest first.
  private func laid(
    _ image: Image, over below: Sample, _ plane: Int, _ x: Int, _ y: Int, _ move: (Int, Int)
  ) -> Sample {
    switch image.node {
    case .over(let top, let bottom):
      let done = laid(bottom, over: below, plane, x, y, move)
      return laid(top, over: done, plane, x, y, move)
    case .transform(let input, let map, _):
      let next = (move.0 + Int(map.tx), move.1 + Int(map.ty))
      return laid(input, over: below, plane, x, y, next)
    case .crop(let input, let rect):
      return isInside(rect, plane, x, y, move)
        ? laid(input, over: below, plane, x, y, move) : below
    default: return over(sample(image, plane, x, y, move), below)
    }
  }

  private func isInside(_ rect: Rect, _ plane: Int, _ x: Int, _ y: Int, _ move: (Int, Int))
    -> Bool
  {
    let (u, v) = (x << shift(plane).x - move.0, y << shift(plane).y - move.1)
    return Double(u) >= rect.minX && Double(u) < rect.maxX && Double(v) >= rect.minY
      && Double(v) < rect.maxY
  }

  private func rounded(_ value: Float) -> Int {
    Int(max(0, min(limit, (value + 0.5).rounded(.down))))
  }

  private func sample(_ image: Image, _ plane: Int, _ x: Int, _ y: Int, _ move: (Int, Int))
    -> Sample
  {
    switch image.node {
    case .color(let color): return self.color(color, plane)
    case .frame(let buffer): return frame(buffer, plane, x, y, move)
    case .transform(let input, let map, _):
      return sample(input, plane, x, y, (move.0 + Int(map.tx), move.1 + Int(map.ty)))
    case .crop(let input, let rect):
      return isInside(rect, plane, x, y, move) ? sample(input, plane, x, y, move) : (0, 0)
    case .opacity(let input, let factor):
      let below = sample(input, plane, x, y, move)
      return (below.value * factor, below.alpha * factor)
    case .over(let top, let bottom):
      return over(sample(top, plane, x, y, move), sample(bottom, plane, x, y, move))
    case .dissolve(let first, let second, let amount):
      let (a, b) = (sample(first, plane, x, y, move), sample(second, plane, x, y, move))
      let rest = 1 - amount
      return (a.value * rest + b.value * amount, a.alpha * rest + b.alpha * amount)
    default: return (0, 0)
    }
  }

  private func over(_ top: Sample, _ bottom: Sample) -> Sample {
    let rest = 1 - top.alpha
    return (bottom.value * rest + top.value, bottom.alpha * rest + top.alpha)
  }

  private func color(_ color: Color, _ plane: Int) -> Sample {
    let codes = PlainColor(target.color, bits: target.format.bitDepth)
      .codes(color.red, color.green, color.blue)
    let neutral = Double(offset(1))
    let exact = [codes.0 - Double(offset(0)), codes.1 - neutral, codes.2 - neutral]
    return (plane == 3 ? 0 : Float(exact[plane] * color.alpha), Float(color.alpha))
  }

  private func frame(_ buffer: FrameBuffer, _ plane: Int, _ x: Int, _ y: Int, _ move: (Int, Int))
    -> Sample
  {
    let (shiftX, shiftY) = shift(plane)
    let (u, v) = (x - move.0 >> shiftX, y - move.1 >> shiftY)
    let size = buffer.format.planeSize(plane, of: buffer.size)
    guard (0..<size.width).contains(u), (0..<size.height).contains(v) else { return (0, 0) }
    let alpha = alpha(buffer, plane, u, v)
    guard plane < 3 else { return (0, alpha) }
    let isNV = buffer.format.packing == .semiplanar && plane > 0
    let code = Float(buffer.code(isNV ? 1 : plane, u, v, part: isNV ? plane - 1 : 0))
    return ((code - offset(plane)) * alpha, alpha)
  }

  private func alpha(_ buffer: FrameBuffer, _ plane: Int, _ u: Int, _ v: Int) -> Float {
    guard buffer.format.hasAlpha else { return 1 }
    let (shiftX, shiftY) = shift(plane)
    var sum: Float = 0
    for dy in 0..<(1 << shiftY) {
      var row: Float = 0
      for dx in 0..<(1 << shiftX) {
        row += Float(
          buffer.code(
            3, min(buffer.size.width - 1, (u << shiftX) + dx),
            min(buffer.size.height - 1, (v << shiftY) + dy)))
      }
      sum += row
    }
    return sum * (1 / Float(1 << (shiftX + shiftY))) * Float(1 / Double(limit))
  }
}
