// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

// Decoded frames, read in their own format.
extension Lowering {
  func frame(_ buffer: FrameBuffer, _ placement: Placement) throws -> PixelValue {
    let rect = Rect(origin: .zero, size: buffer.size.size)
    let cover = placement.clamps ? builder(placement).one : coverage(of: rect, placement)
    guard builder(placement).number(cover) != 0 else { return nothing(placement) }
    let value: PixelValue
    if let move = placement.map.wholeTranslation {
      value = try direct(buffer, movedBy: move, builder(placement))
    } else if buffer.format.hasAlpha {
      value = try premultipliedFirst(buffer, placement)
    } else {
      value = try planewise(buffer, placement)
    }
    return covered(value, by: cover, placement)
  }

  /// Pixel by pixel; subsampled chroma is interpolated linearly between its samples.
  private func direct(
    _ buffer: FrameBuffer, movedBy move: (x: Int, y: Int), _ builder: ProgramBuilder
  ) throws -> PixelValue {
    let reader = FrameReader(buffer, try layout(of: buffer.format))
    let codes = reader.layout.color.map { component -> Value in
      var view = reader.view(component)
      (view.offsetX, view.offsetY) = (-move.x, -move.y)
      let isSubsampled = component.isChroma && view.shiftX + view.shiftY > 0
      return builder.source(isSubsampled ? .chroma : .load, .plane(view))
    }
    let colors = reader.colors(codes, builder)
    guard let alpha = reader.layout.alpha else {
      return PixelValue(converted(colors, of: buffer, alpha: builder.one, builder) + [builder.one])
    }
    var view = reader.view(alpha)
    (view.offsetX, view.offsetY) = (-move.x, -move.y)
    let share = reader.share(builder.source(.load, .plane(view)), builder)
    let isStraight = buffer.alphaMode == .straight
    let found = converted(colors, of: buffer, alpha: share, builder)
    return PixelValue(found.map { isStraight ? builder.mul($0, share) : $0 } + [share])
  }

  /// Each plane sampled at its own resolution, converted afterwards.
  private func planewise(_ buffer: FrameBuffer, _ placement: Placement) throws -> PixelValue {
    let reader = FrameReader(buffer, try layout(of: buffer.format))
    var placement = placement
    // Quarter turns and mirrorings treat chroma as an upright frame does.
    if placement.map.isLattice { placement.sampling = .bilinear }
    let codes = try reader.layout.color.map { component in
      try sample(
        reader.view(component), map: reader.toLuma(component).followed(by: placement.map),
        placement)
    }
    let builder = builder(placement)
    let colors = reader.colors(codes, builder)
    return PixelValue(converted(colors, of: buffer, alpha: builder.one, builder) + [builder.one])
  }

  /// A frame with alpha is multiplied by it before it is filtered, so that hidden colours stay
  /// hidden.
  private func premultipliedFirst(_ buffer: FrameBuffer, _ placement: Placement) throws
    -> PixelValue
  {
    let rect = neededRect(placement.map, placement).clamped(into: PixelRect(size: buffer.size))
    let grid = addGrid(try checked(rect))
    let value = try direct(buffer, movedBy: (0, 0), grids[grid].builder)
    let raster = Raster(rect: rect, planeCount: 4)
    addPass(ProgramPass(grids[grid].builder, value.components, into: raster))
    return try sampled(raster, map: placement.map, placement)
  }
}
