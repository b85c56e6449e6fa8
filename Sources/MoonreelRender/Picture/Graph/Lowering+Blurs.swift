// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

// Frames that are blurred plane by plane, at the planes' own resolution: blurs commute with the
// Y'CbCr matrix.
extension Lowering {
  /// The opaque frame whose held edges `image` is, where it can be blurred plane by plane.
  func heldFrame(_ image: Image) -> FrameBuffer? {
    guard scale == 1, let frame = image.heldFrame,
      ColorSpace(frame.color, hdr: frame.hdr).isSame(as: space)
    else { return nil }
    return frame
  }

  func blurred(
    _ buffer: FrameBuffer, _ sigmaX: Double, _ sigmaY: Double, _ placement: Placement
  ) throws -> PixelValue {
    try checkBlur(max(sigmaX, sigmaY), max(sigmaX, sigmaY))
    let reader = FrameReader(buffer, try buffer.format.components())
    let builder = builder(placement)
    let move = placement.map.wholeTranslation
    let codes = try reader.layout.color.map { component in
      let map = reader.toLuma(component).followed(by: placement.map)
      let needed =
        move.map { Self.read(reader.view(component), region(placement), movedBy: $0) }
        ?? neededRect(map, placement)
      let raster = try blurred(reader, component, sigmaX, sigmaY, needed)
      guard let move else {
        var placement = placement
        if placement.map.isLattice { placement.sampling = .bilinear }
        return try sample(PlaneView(of: raster), map: map, placement)
      }
      var view = reader.view(component)
      view.source = .raster(raster, 0)
      view.offsetX = -move.x - raster.rect.minX << view.shiftX
      view.offsetY = -move.y - raster.rect.minY << view.shiftY
      return builder.source(view.shiftX + view.shiftY > 0 ? .chroma : .load, .plane(view))
    }
    return PixelValue(reader.colors(codes, builder) + [builder.one])
  }

  /// The samples of a plane that are read for the pixels of `region`, pixel by pixel.
  private static func read(
    _ view: PlaneView, _ region: PixelRect, movedBy move: (x: Int, y: Int)
  ) -> PixelRect {
    PixelRect(
      minX: (region.minX - move.x) >> view.shiftX, minY: (region.minY - move.y) >> view.shiftY,
      maxX: ((region.maxX - 1 - move.x) >> view.shiftX) + 1,
      maxY: ((region.maxY - 1 - move.y) >> view.shiftY) + 1
    ).grown(view.shiftX, view.shiftY)
  }

  /// One plane of a frame with held edges, blurred, over what is needed of it.
  private func blurred(
    _ reader: FrameReader, _ component: Component, _ sigmaX: Double, _ sigmaY: Double,
    _ needed: PixelRect
  ) throws -> Raster {
    let view = reader.view(component)
    let blur = GaussianBlur(
      x: .of(sigma: max(0, sigmaX) / Double(1 << view.shiftX)),
      y: .of(sigma: max(0, sigmaY) / Double(1 << view.shiftY)))
    // Far outside the plane nothing changes any more.
    let rect = needed.clamped(into: PixelRect(size: view.size).grown(blur.x.reach, blur.y.reach))
    let raster = Raster(rect: try checked(rect), planeCount: 1)
    addPass(BlurPass([view], blur, into: raster))
    return raster
  }
}

extension Image {
  /// The frame without alpha that this picture continues beyond its edges; `nil` for others.
  var heldFrame: FrameBuffer? {
    guard case .clampToEdges(let input) = node, case .frame(let buffer) = input.node,
      !buffer.format.hasAlpha
    else { return nil }
    return buffer
  }
}
