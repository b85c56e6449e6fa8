// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

// Text and outlines: drawn at the resolution of the grid, then placed like a frame.
extension Lowering {
  /// The pixels of `drawing` in their place. Its colours are those of the composition, like all that are
  /// named; in HDR they are placed like ordinary footage.
  func drawing(_ drawing: any Drawing, _ placement: Placement) throws -> PixelValue {
    let (raster, placed) = try Self.raster(of: drawing, placement, scale)
    return try frame(space.isHDR ? raster : raster.tagged(space), placed)
  }

  /// The pixels of `drawing` for a grid on which a pixel of the picture is `scale` pixels, and where they
  /// stand.
  static func raster(of drawing: any Drawing, _ placement: Placement, _ scale: Double) throws -> (
    FrameBuffer, Placement
  ) {
    let map = placement.map
    let wanted = max(
      (map.a * map.a + map.b * map.b).squareRoot(), (map.c * map.c + map.d * map.d).squareRoot())
    let raster = try drawing.raster(scale: DrawingRaster.scale(for: wanted, base: scale))
    var inner = placement
    inner.map = raster.transform.followed(by: map)
    return (raster.buffer, inner)
  }
}

extension FrameBuffer {
  /// The same pixels as signals of `space`: read without a conversion.
  func tagged(_ space: ColorSpace) -> FrameBuffer {
    if ColorSpace(color).isSame(as: space) { return self }
    let color = ColorTags(
      matrix: .rgb, transfer: space.transfer, primaries: space.primaries, range: .full)
    return FrameBuffer(
      format: format, size: size, color: color, alphaMode: alphaMode, planes: planes, owner: self)
  }
}
