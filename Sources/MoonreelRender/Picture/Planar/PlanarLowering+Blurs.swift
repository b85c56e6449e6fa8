// SPDX-License-Identifier: MIT

import MoonreelCore

// Frames with held edges, blurred on their planes.
extension PlanarLowering {
  /// `buffer` where it stands, its edges held, blurred; `nil` where it is not drawn plane by plane.
  func blurred(
    _ buffer: FrameBuffer, _ sigmaX: Double, _ sigmaY: Double, _ placement: Placement
  ) -> PlanarValue? {
    let format = target.format
    guard let (x, y) = placement.map.wholeTranslation, target.hasPlanes(of: buffer),
      x % (1 << format.chromaShiftX) == 0,
      y % (1 << format.chromaShiftY) == 0,
      (0...4096).contains(sigmaX), (0...4096).contains(sigmaY),
      let layout = try? buffer.format.components()
    else { return nil }
    func plane(_ index: Int, _ builder: ProgramBuilder, _ offset: Double) -> Value {
      guard index < layout.color.count else { return builder.zero }
      let region = index > 0 ? chromaRegion(placement) : region(placement)
      let raster = blurred(buffer, layout.color[index], sigmaX, sigmaY, x, y, over: region)
      return builder.sub(
        builder.source(.load, .plane(PlaneView(of: raster))), builder.literal(Float(offset)))
    }
    return PlanarValue(
      luma: PixelGroup(colors: [plane(0, luma, constants.lumaOffset)], alpha: luma.one),
      chroma: PixelGroup(
        colors: [1, 2].map { plane($0, chroma, constants.chromaOffset) }, alpha: chroma.one))
  }

  private func blurred(
    _ buffer: FrameBuffer, _ component: Component, _ sigmaX: Double, _ sigmaY: Double, _ x: Int,
    _ y: Int, over region: PixelRect
  ) -> Raster {
    let format = target.format
    let (shiftX, shiftY) =
      component.isChroma ? (format.chromaShiftX, format.chromaShiftY) : (0, 0)
    let view = PlaneView(source: .frame(FrameReference(buffer: buffer), component))
    let blur = GaussianBlur(
      x: .of(sigma: sigmaX / Double(1 << shiftX)), y: .of(sigma: sigmaY / Double(1 << shiftY)))
    let origin = (x: x >> shiftX, y: y >> shiftY)
    // Far outside the plane nothing changes any more.
    let changing = PixelRect(
      minX: origin.x, minY: origin.y, maxX: origin.x + view.size.width,
      maxY: origin.y + view.size.height
    ).grown(blur.x.reach, blur.y.reach)
    let raster = Raster(
      rect: region.clamped(into: changing), planeCount: 1)
    passes.append(BlurPass([view], at: origin, blur, into: raster))
    return raster
  }
}
