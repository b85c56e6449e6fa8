// SPDX-License-Identifier: MIT

import Glibc
import MoonreelCore
import MoonreelModel

/// A picture made only of opaque frames and colours laid over one another at whole pixels: copied row
/// by row, which gives the bits that the planar definition gives.
///
/// A frame's code value is exact in float32, so (code − o) · 1 + bottom · 0 + o is the code again.
struct PlanarStack {
  /// What is seen in a rectangle of the target.
  private enum Content {
    /// A frame whose top left corner lies there.
    case frame(FrameBuffer, x: Int, y: Int)
    case color(Color)
  }

  private struct Layer {
    var content: Content
    var rect: PixelRect
  }

  private let target: FrameTarget
  private let layout: ComponentLayout
  /// The uppermost first.
  private var layers: [Layer] = []

  /// The stack that `image` is, or `nil` where it is anything else. Its visible edges lie between samples of
  /// chroma, or on the target's edge.
  init?(_ image: Image, for target: FrameTarget) {
    let format = target.format
    guard target.takesPlanes, format.bitDepth == 8 * format.bytesPerComponent, !format.hasAlpha,
      let layout = try? format.components(), layout.padding.isEmpty
    else { return nil }
    self.layout = layout
    self.target = target
    let whole = PixelRect(size: target.size)
    // Pictures still to be laid down, the uppermost last; what each is moved by and cut to.
    var stack = [(image: Image(color: target.background), x: 0, y: 0, rect: whole)]
    stack.append((image, 0, 0, whole))
    var count = 0
    while let (image, x, y, rect) = stack.popLast() {
      count += 1
      guard count <= 1024 else { return nil }
      switch image.node {
      case .empty: continue
      case .color(let color):
        guard color.alpha >= 1, target.hasCodes(of: color) else { return nil }
        layers.append(Layer(content: .color(color), rect: rect))
      case .frame(let buffer):
        guard buffer.format == format, target.hasPlanes(of: buffer),
          x % (1 << format.chromaShiftX) == 0,
          y % (1 << format.chromaShiftY) == 0
        else { return nil }
        let seen = PixelRect(
          minX: x, minY: y, maxX: x + buffer.size.width, maxY: y + buffer.size.height)
        layers.append(Layer(content: .frame(buffer, x: x, y: y), rect: rect.intersection(seen)))
      case .transform(let input, let map, _):
        guard let move = map.wholeTranslation else { return nil }
        stack.append((input, x + move.x, y + move.y, rect))
      case .crop(let input, let crop):
        let moved = PixelRect(rounding: crop, x, y)
        guard Self.isNear(moved, crop, x, y, in: whole) else { return nil }
        stack.append((input, x, y, rect.intersection(moved)))
      case .opacity(let input, let factor):
        if factor <= 0 { continue }
        guard factor >= 1 else { return nil }
        stack.append((input, x, y, rect))
      case .dissolve(let first, let second, let amount):
        guard amount <= 0 || amount >= 1 else { return nil }
        stack.append((amount <= 0 ? first : second, x, y, rect))
      case .over(let top, let bottom):
        stack.append((bottom, x, y, rect))
        stack.append((top, x, y, rect))
      case .pattern, .shape, .drawing, .projection, .tile, .clampToEdges, .adjustment, .filter,
        .kernel, .samplingKernel:
        return nil
      }
      if let last = layers.last, !isAligned(last.rect) { return nil }
      // Nothing is seen below a layer that fills the target.
      if layers.last?.rect == whole { break }
    }
  }

  /// Whether no chroma sample lies on both sides of an edge of `rect` that can be seen.
  private func isAligned(_ rect: PixelRect) -> Bool {
    let (columns, rows) = (1 << target.format.chromaShiftX, 1 << target.format.chromaShiftY)
    return rect.isEmpty
      || rect.minX % columns == 0 && rect.minY % rows == 0
        && (rect.maxX % columns == 0 || rect.maxX == target.size.width)
        && (rect.maxY % rows == 0 || rect.maxY == target.size.height)
  }

  /// Whether `pixels` are `crop` moved by (`x`, `y`) as far as can be seen in `whole`.
  private static func isNear(
    _ pixels: PixelRect, _ crop: Rect, _ x: Int, _ y: Int, in whole: PixelRect
  ) -> Bool {
    func isNear(_ edge: Int, _ exact: Double, _ length: Int) -> Bool {
      exact <= 0 || exact >= Double(length) || abs(exact - Double(edge)) < 1e-9
    }
    return isNear(pixels.minX, crop.minX + Double(x), whole.maxX)
      && isNear(pixels.maxX, crop.maxX + Double(x), whole.maxX)
      && isNear(pixels.minY, crop.minY + Double(y), whole.maxY)
      && isNear(pixels.maxY, crop.maxY + Double(y), whole.maxY)
  }

  /// Draws all of `planes` from the lowest layer up.
  func draw(to planes: [FrameBuffer.Plane]) {
    let format = target.format
    for (index, plane) in planes.enumerated() {
      let isChroma = index > 0
      let (shiftX, shiftY) = isChroma ? (format.chromaShiftX, format.chromaShiftY) : (0, 0)
      let bytes = format.bytesPerComponent * format.componentsPerSample(inPlane: index)
      for layer in layers.reversed() where !layer.rect.isEmpty {
        let rect = layer.rect.reduced(shiftX, shiftY)
        switch layer.content {
        case .frame(let buffer, let x, let y):
          Self.copy(
            buffer.planes[index], to: plane, rect, x >> shiftX, y >> shiftY, bytes)
        case .color(let color):
          fill(plane, index, rect, color)
        }
      }
    }
  }

  private static func copy(
    _ source: FrameBuffer.Plane, to plane: FrameBuffer.Plane, _ rect: PixelRect, _ x: Int, _ y: Int,
    _ bytes: Int
  ) {
    for row in rect.minY..<rect.maxY {
      memcpy(
        plane.base + row * plane.strideBytes + rect.minX * bytes,
        source.base + (row - y) * source.strideBytes + (rect.minX - x) * bytes, rect.width * bytes)
    }
  }
}

// MARK: Colours

extension PlanarStack {
  private func fill(
    _ plane: FrameBuffer.Plane, _ index: Int, _ rect: PixelRect, _ color: Color
  ) {
    let bytes = target.format.bytesPerComponent
    let sample = codes(of: color, inPlane: index).flatMap { code in
      (0..<bytes).map { UInt8(truncatingIfNeeded: code >> (8 * $0)) }
    }
    let row = (0..<rect.width).flatMap { _ in sample }
    for y in rect.minY..<rect.maxY {
      (plane.base + y * plane.strideBytes + rect.minX * sample.count)
        .copyMemory(from: row, byteCount: row.count)
    }
  }

  /// The code values of one sample of plane `index`, in the order in which they are stored.
  private func codes(of color: Color, inPlane index: Int) -> [Int] {
    let constants = YUVConstants(target.color, bitDepth: target.format.bitDepth)
    let exact = constants.differences(of: color)
    let values = [exact.luma, exact.cb, exact.cr]
    let offsets = [constants.lumaOffset, constants.chromaOffset, constants.chromaOffset]
    let components = layout.color.indices.filter { layout.color[$0].plane == index }
      .sorted { layout.color[$0].offset < layout.color[$1].offset }
    return components.map { component in
      let raised = Float(values[component]) + Float(offsets[component]) + 0.5
      return Int(max(0, min(Float(constants.limit), raised)))
    }
  }
}
