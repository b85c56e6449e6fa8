// SPDX-License-Identifier: MIT

import Glibc
import MoonreelCore
import MoonreelModel
import MoonreelRender

/// The planar definition (`docs/picture.md`) for frames that are scaled or lie between pixels, one sample
/// at a time in double precision, without any of the engine's parts. Frames have no alpha.
struct PlainScaledPlanes {
  let target: FrameTarget
  /// A sample less its offset, multiplied by alpha, and alpha.
  typealias Sample = (value: Double, alpha: Double)

  private var unit: Double { Double(1 << (target.format.bitDepth - 8)) }

  /// One axis of a plane: pixels to a sample, the place of a sample among them, pixels in all.
  private struct Axis {
    var cell: Int
    var sited: Double
    var length: Int

    /// Where the centre of sample `index` lies, in pixels.
    func place(_ index: Int) -> Double { Double(cell * index) + 0.5 + sited }

    /// The sample that lies at `place`, with its fraction.
    func sample(_ place: Double) -> Double { (place - 0.5 - sited) / Double(cell) }
  }

  private func axes(_ plane: Int) -> (x: Axis, y: Axis) {
    let (format, siting) = (target.format, target.color.siting.rawValue.lowercased())
    func axis(_ shift: Int, _ last: Double, _ length: Int) -> Axis {
      Axis(cell: plane == 0 ? 1 : 1 << shift, sited: plane == 0 ? 0 : last, length: length)
    }
    let column = format.chromaShiftX == 0 || siting.contains("left") ? 0 : 0.5
    let row = siting.hasPrefix("top") ? 0 : siting.hasPrefix("bottom") ? 1 : 0.5
    return (
      axis(format.chromaShiftX, column, target.size.width),
      axis(format.chromaShiftY, format.chromaShiftY == 0 ? 0 : row, target.size.height)
    )
  }

  private func offset(_ plane: Int) -> Double {
    if plane > 0 { return 128 * unit }
    return target.color.range == .full ? 0 : 16 * unit
  }

  /// The code value of sample (`x`, `y`) of component `plane` (0 luma, 1 and 2 chroma), not rounded.
  func code(_ image: Image, _ plane: Int, _ x: Int, _ y: Int) -> Double {
    let top = sample(image, plane, x, y, .identity, nil)
    let done = over(top, color(target.background, plane))
    return max(0, min(256 * unit - 1, done.value + offset(plane)))
  }

  private func sample(
    _ image: Image, _ plane: Int, _ x: Int, _ y: Int, _ map: AffineTransform,
    _ sampling: Image.Sampling?
  ) -> Sample {
    func below(_ image: Image) -> Sample { sample(image, plane, x, y, map, sampling) }
    if image.extent?.isEmpty == true { return (0, 0) }
    switch image.node {
    case .color(let color): return self.color(color, plane)
    case .frame(let buffer):
      return scaled(
        frame(buffer, plane, x, y, map, sampling ?? .bicubic),
        covered(Rect(origin: .zero, size: buffer.size.size), plane, x, y, map))
    case .clampToEdges(let input):
      var (input, map, sampling) = (input, map, sampling)
      while case .transform(let below, let next, let named) = input.node {
        (input, map, sampling) = (below, next.followed(by: map), sampling ?? named)
      }
      guard case .frame(let buffer) = input.node else { return (0, 0) }
      return frame(buffer, plane, x, y, map, sampling ?? .bicubic)
    case .transform(let input, let next, let named):
      let isWhole =
        next.a == 1 && next.d == 1 && next.tx.rounded() == next.tx
        && next.ty.rounded() == next.ty
      return sample(
        input, plane, x, y, next.followed(by: map), sampling ?? (isWhole ? nil : named))
    case .crop(let input, let rect):
      return scaled(below(input), covered(rect, plane, x, y, map))
    case .opacity(let input, let factor): return scaled(below(input), Double(factor))
    case .over(let top, let bottom): return over(below(top), below(bottom))
    case .dissolve(let first, let second, let amount):
      let (a, b) = (scaled(below(first), 1 - Double(amount)), scaled(below(second), Double(amount)))
      return (a.value + b.value, a.alpha + b.alpha)
    default: return (0, 0)
    }
  }

  private func scaled(_ sample: Sample, _ factor: Double) -> Sample {
    (sample.value * factor, sample.alpha * factor)
  }

  private func over(_ top: Sample, _ bottom: Sample) -> Sample {
    let below = scaled(bottom, 1 - top.alpha)
    return (below.value + top.value, below.alpha + top.alpha)
  }

  private func color(_ color: Color, _ plane: Int) -> Sample {
    let codes = PlainColor(target.color, bits: target.format.bitDepth)
      .codes(color.red, color.green, color.blue)
    let exact = [codes.0 - offset(0), codes.1 - offset(1), codes.2 - offset(1)]
    return (exact[plane] * color.alpha, color.alpha)
  }

  /// How much of the sample's cell lies in `rect`, moved by `map`; what lies beyond the target's edge goes on.
  private func covered(_ rect: Rect, _ plane: Int, _ x: Int, _ y: Int, _ map: AffineTransform)
    -> Double
  {
    func share(_ index: Int, _ axis: Axis, _ first: Double, _ last: Double) -> Double {
      var (low, high) = (min(first, last), max(first, last))
      if low >= Double(axis.length) || high <= 0 || low >= high { return 0 }
      if low <= 0 { low = -.infinity }
      if high >= Double(axis.length) { high = .infinity }
      let cell = Double(axis.cell)
      let start = Double(index) * cell
      return max(0, min(start + cell, high) - max(start, low)) / cell
    }
    let axes = axes(plane)
    return share(x, axes.x, rect.minX * map.a + map.tx, rect.maxX * map.a + map.tx)
      * share(y, axes.y, rect.minY * map.d + map.ty, rect.maxY * map.d + map.ty)
  }

  // MARK: Sampling

  private func frame(
    _ buffer: FrameBuffer, _ plane: Int, _ x: Int, _ y: Int, _ map: AffineTransform,
    _ sampling: Image.Sampling
  ) -> Sample {
    let axes = axes(plane)
    let size = buffer.format.planeSize(min(plane, buffer.format.planeCount - 1), of: buffer.size)
    let isNV = buffer.format.packing == .semiplanar && plane > 0
    let across = weights(
      axes.x.sample((axes.x.place(x) - map.tx) / map.a), 1 / map.a, size.width, sampling)
    let down = weights(
      axes.y.sample((axes.y.place(y) - map.ty) / map.d), 1 / map.d, size.height, sampling)
    var sum = 0.0
    for (row, share) in down {
      for (column, part) in across {
        sum +=
          share * part
          * Double(buffer.code(isNV ? 1 : plane, column, row, part: isNV ? plane - 1 : 0))
      }
    }
    return (sum - offset(plane), 1)
  }

  /// The samples of an axis and their weights around `centre`, in samples, for steps of `scale` samples.
  private func weights(
    _ centre: Double, _ scale: Double, _ length: Int, _ sampling: Image.Sampling
  ) -> [(Int, Double)] {
    // A pixel that covers more than the whole plane finds nothing new.
    let stretch = max(1, min(abs(scale), Double(length) + 1))
    let reach = 4 * stretch
    var found: [(Int, Double)] = []
    var sum = 0.0
    for index in Int((centre - reach).rounded(.down))...Int((centre + reach).rounded(.up)) {
      let weight = kernel((Double(index) - centre) / stretch, sampling)
      found.append((max(0, min(length - 1, index)), weight))
      sum += weight
    }
    return found.map { ($0.0, $0.1 / sum) }
  }

  private func kernel(_ distance: Double, _ sampling: Image.Sampling) -> Double {
    let x = abs(distance)
    switch sampling {
    case .bilinear: return max(0, 1 - x)
    case .bicubic:
      if x < 1 { return 1.5 * x * x * x - 2.5 * x * x + 1 }
      return x < 2 ? -0.5 * x * x * x + 2.5 * x * x - 4 * x + 2 : 0
    default:
      if x < 1e-12 { return 1 }
      let angle = Double.pi * x
      return x < 3 ? sin(angle) / angle * sin(angle / 3) / (angle / 3) : 0
    }
  }
}
