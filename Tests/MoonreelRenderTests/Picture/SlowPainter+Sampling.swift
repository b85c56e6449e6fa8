// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

// Kernels that read pictures elsewhere, moved by whole pixels at most.
extension SlowPainter {
  func sampled(
    _ kernel: PixelKernel, _ inputs: [Image], _ numbers: [Float], _ reach: Double?,
    _ map: AffineTransform, _ x: Int, _ y: Int
  ) -> RGBA {
    let point = Point(Double(x) + 0.5 - map.tx, Double(y) + 0.5 - map.ty)
    var plain = PlainKernel(
      kernel: kernel, inputs: inputs.map { own($0, x - Int(map.tx), y - Int(map.ty)) },
      numbers: numbers, point: point)
    plain.sample = { index, position in
      var (u, v) = (position.x, position.y)
      if let reach {
        u = max(point.x - reach, min(point.x + reach, u))
        v = max(point.y - reach, min(point.y + reach, v))
      }
      return between(inputs[index], u - 0.5, v - 0.5)
    }
    return plain.result
  }

  /// `image` between its own pixels, linear; (0, 0) is the centre of the first.
  private func between(_ image: Image, _ u: Double, _ v: Double) -> RGBA {
    guard abs(u) < 1e6, abs(v) < 1e6 else { return .zero }
    let (column, row) = (u.rounded(.down), v.rounded(.down))
    var sum = RGBA.zero
    for (dy, across) in [(0.0, 1 - (v - row)), (1, v - row)] {
      for (dx, share) in [(0.0, 1 - (u - column)), (1, u - column)] where share * across > 0 {
        sum += own(image, Int(column + dx), Int(row + dy)) * (share * across)
      }
    }
    return sum
  }

  /// The frame `input` in perspective: between its pixels, linear, cut by the area of its outline.
  func pinned(
    _ input: Image, _ projection: ProjectiveTransform, _ map: AffineTransform, _ x: Int, _ y: Int
  ) -> RGBA {
    guard case .frame(let buffer) = input.node, let back = map.inverted,
      let place = projection.inverted?.apply(
        to: back.apply(to: Point(Double(x) + 0.5, Double(y) + 0.5)))
    else { return .zero }
    let (width, height) = (Double(buffer.size.width), Double(buffer.size.height))
    let corners = [Point(0, 0), Point(width, 0), Point(width, height), Point(0, height)]
    let outline = corners.compactMap { projection.apply(to: $0) }.map { map.apply(to: $0) }
    let shape = PlainShape(polygons: [outline], rule: .nonZero, feather: 0)
    return sample(buffer, place) * shape.coverage(x, y)
  }

  /// The straight `color` of a frame in the space that is worked in.
  func converted(_ color: RGBA, from buffer: FrameBuffer) -> RGBA {
    converted(color, from: ColorSpace(buffer.color, hdr: buffer.hdr), to: space)
  }

  /// A straight colour in another space.
  func converted(_ color: RGBA, from source: ColorSpace, to target: ColorSpace) -> RGBA {
    guard !source.isSame(as: target) else { return color }
    let plain = PlainConversion(source: source, target: target)
    return RGBA(plain.convert(SIMD3(color.x, color.y, color.z)), color.w)
  }

  /// A premultiplied colour of an ordinary picture in the space that is worked in, where that is HDR.
  func ordinary(_ value: RGBA) -> RGBA {
    guard space.isHDR, value.w > 0 else { return value }
    let straight = RGBA(value.x / value.w, value.y / value.w, value.z / value.w, 1)
    return converted(straight, from: ColorSpace(.srgb), to: space) * value.w
  }

  /// A pixel of the picture itself; edges that are held, held.
  func own(_ image: Image, _ x: Int, _ y: Int) -> RGBA {
    guard case .clampToEdges(let input) = image.node, let extent = input.extent else {
      return color(image, .identity, x, y)
    }
    let column = max(Int(extent.minX.rounded(.up)), min(Int(extent.maxX.rounded(.down)) - 1, x))
    let row = max(Int(extent.minY.rounded(.up)), min(Int(extent.maxY.rounded(.down)) - 1, y))
    return color(input, .identity, column, row)
  }
}
