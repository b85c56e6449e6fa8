// SPDX-License-Identifier: MIT

import Glibc
import MoonreelCore
import MoonreelModel

/// A part of a target that shows nothing but an opaque frame at whole samples, or a colour: copied row by row, which
/// gives the bits that the planar definition gives.
///
/// A frame's code value is exact in float32, so (code − o) · 1 + bottom · 0 + o is the code again.
struct PlaneCopy {
  private enum Content {
    /// A frame whose top left corner lies there.
    case frame(FrameBuffer, x: Int, y: Int)
    case color(Color)
  }

  private let content: Content
  private let rects: [PixelRect]
  private let target: FrameTarget
  private let layout: ComponentLayout

  /// What is seen in `share` of `layers`; `nil` where that has to be computed.
  init?(_ layers: [PlannedLayer], _ share: LayerShare, _ target: FrameTarget) {
    let format = target.format
    guard share.members.count == 1, format.bitDepth == 8 * format.bytesPerComponent,
      !format.hasAlpha, let layout = try? format.components(), layout.padding.isEmpty
    else { return nil }
    let rects = share.rects ?? [PixelRect(size: target.size)]
    let layer = layers[share.members[0]]
    guard rects.allSatisfy({ $0.intersection(layer.hides) == $0 }),
      let content = Self.content(of: layer.image, target)
    else { return nil }
    (self.content, self.rects, self.target, self.layout) = (content, rects, target, layout)
  }

  /// What `image` is away from its edges.
  private static func content(of image: Image, _ target: FrameTarget) -> Content? {
    var (image, x, y) = (image, 0, 0)
    while true {
      switch image.node {
      case .transform(let input, let map, _):
        guard let move = map.wholeTranslation else { return nil }
        (image, x, y) = (input, x + move.x, y + move.y)
      case .crop(let input, _): image = input
      case .color(let color): return target.hasCodes(of: color) ? .color(color) : nil
      case .frame(let buffer):
        guard buffer.format == target.format, target.hasPlanes(of: buffer),
          x % (1 << buffer.format.chromaShiftX) == 0, y % (1 << buffer.format.chromaShiftY) == 0
        else { return nil }
        return .frame(buffer, x: x, y: y)
      case .empty, .pattern, .shape, .drawing, .projection, .tile, .clampToEdges, .opacity, .over,
        .dissolve, .adjustment, .filter, .kernel, .samplingKernel:
        return nil
      }
    }
  }

  /// Writes it to `planes`.
  func draw(to planes: [FrameBuffer.Plane]) {
    let format = target.format
    for (index, plane) in planes.enumerated() {
      let (shiftX, shiftY) = index > 0 ? (format.chromaShiftX, format.chromaShiftY) : (0, 0)
      let bytes = format.bytesPerComponent * format.componentsPerSample(inPlane: index)
      for rect in rects.map({ $0.reduced(shiftX, shiftY) }) {
        switch content {
        case .frame(let buffer, let x, let y):
          Self.copy(buffer.planes[index], to: plane, rect, x >> shiftX, y >> shiftY, bytes)
        case .color(let color): fill(plane, index, rect, color)
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

extension PlaneCopy {
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
