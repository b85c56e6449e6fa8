// SPDX-License-Identifier: MIT

import MoonreelCore

// Frames with held edges, blurred on their planes.
extension PlanarLowering {
  /// `buffer` moved by (`x`, `y`), its edges held, blurred; `nil` where it is not drawn plane by
  /// plane.
  func blurred(_ buffer: FrameBuffer, _ sigmaX: Double, _ sigmaY: Double, _ x: Int, _ y: Int)
    -> PlanarValue?
  {
    let format = target.format
    guard target.hasPlanes(of: buffer), x % (1 << format.chromaShiftX) == 0,
      y % (1 << format.chromaShiftY) == 0,
      (0...4096).contains(sigmaX), (0...4096).contains(sigmaY),
      let layout = try? buffer.format.components()
    else { return nil }
    func plane(_ index: Int, _ builder: ProgramBuilder, _ offset: Double) -> Value {
      guard index < layout.color.count else { return builder.zero }
      let raster = blurred(buffer, layout.color[index], sigmaX, sigmaY, x, y)
      return builder.sub(
        builder.source(.load, .plane(PlaneView(of: raster))), builder.literal(Float(offset)))
    }
    return PlanarValue(
      luma: plane(0, luma, constants.lumaOffset), lumaAlpha: luma.one,
      cb: plane(1, chroma, constants.chromaOffset), cr: plane(2, chroma, constants.chromaOffset),
      chromaAlpha: chroma.one)
  }

  private func blurred(
    _ buffer: FrameBuffer, _ component: Component, _ sigmaX: Double, _ sigmaY: Double, _ x: Int,
    _ y: Int
  ) -> Raster {
    let format = target.format
    let (shiftX, shiftY) =
      component.isChroma ? (format.chromaShiftX, format.chromaShiftY) : (0, 0)
    let view = PlaneView(source: .frame(FrameReference(buffer: buffer), component))
    let blur = GaussianBlur(
      x: .of(sigma: sigmaX / Double(1 << shiftX)), y: .of(sigma: sigmaY / Double(1 << shiftY)))
    let origin = (x: x >> shiftX, y: y >> shiftY)
    let size = component.isChroma ? format.planeSize(1, of: target.size) : target.size
    // Far outside the plane nothing changes any more.
    let changing = PixelRect(
      minX: origin.x, minY: origin.y, maxX: origin.x + view.size.width,
      maxY: origin.y + view.size.height
    ).grown(blur.x.reach, blur.y.reach)
    let raster = Raster(
      rect: PixelRect(size: size).clamped(into: changing), planeCount: 1)
    passes.append(BlurPass([view], at: origin, blur, into: raster))
    return raster
  }
}
