// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

// Pictures with alpha that are not the target's Y'CbCr: drawn in float where they lie, converted, and laid
// over the rest plane by plane.
extension PlanarLowering {
  func drawing(_ drawing: any Drawing, _ placement: Placement) -> PlanarValue? {
    if let value = coded(drawing, placement) { return value }
    guard let (raster, placed) = try? Lowering.raster(of: drawing, placement, target.scale) else {
      return nil
    }
    return converted(
      space.isHDR ? raster : raster.tagged(space), placed, serial: raster.serial)
  }

  /// A drawing that gives codes, where it is moved by whole pixels: read as they are, and brought to the grid of chroma as
  /// frames are written. `nil` for others.
  private func coded(_ drawing: any Drawing, _ placement: Placement) -> PlanarValue? {
    let format = target.format
    guard format.family == .yuv, format.bitDepth == 8, format.chromaShiftX <= 1, !space.isHDR,
      !placement.clamps, let move = placement.map.wholeTranslation,
      let raster = try? drawing.codes(scale: 1, color: target.color), raster.scale == 1,
      let layout = try? raster.buffer.format.components(), layout.color.count == 3
    else { return nil }
    let (x, y) = (move.x + raster.originX, move.y + raster.originY)
    // What lies outside of what is wanted is no neighbour of its edges.
    let (width, height) = (raster.buffer.size.width, raster.buffer.size.height)
    let rect = PixelRect(minX: x, minY: y, maxX: x + width, maxY: y + height)
      .intersection(region(placement))
    if rect.isEmpty { return colored(.transparent) }
    let reference = FrameReference(buffer: raster.buffer.part(rect.moved(-x, -y)))
    func value(_ component: Component, _ builder: ProgramBuilder, _ offset: Double) -> Value {
      var view = PlaneView(source: .frame(reference, component))
      (view.offsetX, view.offsetY) = (-rect.minX, -rect.minY)
      var operation = Operation.load
      if builder === chroma, format.chromaShiftX > 0 {
        (view.shiftX, view.shiftY) = (format.chromaShiftX, format.chromaShiftY)
        view.siting = target.color.siting
        operation = .halved
      }
      let code = builder.source(operation, .plane(view))
      return offset == 0 ? code : builder.sub(code, builder.literal(Float(offset)))
    }
    func alpha(_ builder: ProgramBuilder) -> Value {
      layout.alpha.map {
        builder.mul(value($0, builder, 0), builder.literal(Float(1 / constants.limit)))
      } ?? builder.one
    }
    let colors = layout.color
    return PlanarValue(
      luma: PixelGroup(
        colors: [value(colors[0], luma, constants.lumaOffset)], alpha: alpha(luma)),
      chroma: PixelGroup(
        colors: colors.dropFirst().map { value($0, chroma, constants.chromaOffset) },
        alpha: alpha(chroma)))
  }

  /// `buffer`, whose pixels `serial` names, as Y'CbCr: luma and alpha on the grid of luma, chroma and alpha
  /// brought to the grid of chroma as frames are written.
  ///
  /// `nil` for large ones that lie between pixels: they mostly move, and would be converted into planes of
  /// memory for every frame, which costs more than to draw them in float with what they lie over.
  func converted(_ buffer: FrameBuffer, _ placement: Placement, serial: UInt64) -> PlanarValue? {
    guard target.format.family == .yuv else { return nil }
    let (whole, region) = (PixelRect(size: target.size), region(placement))
    let extent = placement.map.boundingBox(of: Rect(origin: .zero, size: buffer.size.size))
    // One transparent pixel around, so that reads beyond it find nothing.
    let rect =
      placement.clamps ? region : PixelRect(covering: extent).grown(1, 1).intersection(region)
    if rect.isEmpty { return colored(.transparent) }
    guard placement.map.wholeTranslation != nil || 4 * rect.area <= whole.area else { return nil }
    let conversion = RasterMemo.Key.Conversion(
      from: buffer.color, to: target.color, format: target.format, quality: target.quality,
      clamps: placement.clamps)
    func key(_ part: RasterMemo.Key.Part, _ rect: PixelRect) -> RasterMemo.Key {
      RasterMemo.Key(
        source: .frame(serial: serial), part: part, map: placement.map,
        sampling: placement.sampling ?? .bicubic,
        rect: rect)
    }
    let lowering = Lowering(region: rect, scale: 1, space: space, quality: target.quality)
    var own = placement
    own.grid = 0
    guard let value = try? lowering.frame(buffer, own) else { return nil }
    let builder = lowering.grids[0].builder
    let codes = builder.convert(
      .toYUV, value.red, value.green, value.blue,
      .yuv(YUVConversion(constants: constants, toCodes: true)))
    let offsets = [constants.lumaOffset, constants.chromaOffset, constants.chromaOffset]
    let differences = zip(codes, offsets).map { builder.sub($0, builder.literal(Float($1))) }
    let raster = Raster(rect: rect, planeCount: 4)
    passes += lowering.passes
    passes.append(
      ProgramPass(
        builder, differences + [value.alpha], into: raster, key: key(.converted(conversion), rect)))
    let halved = chroma(of: raster) { key(.chroma(conversion), $0) }
    func source(_ builder: ProgramBuilder, _ raster: Raster, _ plane: Int) -> Value {
      builder.source(.load, .plane(PlaneView(of: raster, plane)))
    }
    let first = halved.planeCount - 3
    return PlanarValue(
      luma: PixelGroup(colors: [source(luma, raster, 0)], alpha: source(luma, raster, 3)),
      chroma: PixelGroup(
        colors: [0, 1].map { source(chroma, halved, first + $0) },
        alpha: source(chroma, halved, first + 2)))
  }

  /// A raster whose last three planes are those of `raster` on the grid of chroma.
  private func chroma(of raster: Raster, _ key: (PixelRect) -> RasterMemo.Key) -> Raster {
    let (shiftX, shiftY) = (target.format.chromaShiftX, target.format.chromaShiftY)
    guard shiftX > 0 else { return raster }
    let rect = raster.rect.reduced(shiftX, shiftY).grown(1, 1)
      .intersection(PixelRect(size: target.format.planeSize(1, of: target.size)))
    let builder = ProgramBuilder()
    let values = (1...3).map { plane in
      var view = PlaneView(of: raster, plane)
      (view.shiftX, view.shiftY, view.siting) = (shiftX, shiftY, target.color.siting)
      return builder.source(.halved, .plane(view))
    }
    let halved = Raster(rect: rect, planeCount: 3)
    passes.append(ProgramPass(builder, values, into: halved, key: key(rect)))
    return halved
  }
}

extension FrameBuffer {
  /// The pixels of a packed picture that lie in `rect`, where they are.
  fileprivate func part(_ rect: PixelRect) -> FrameBuffer {
    if rect == PixelRect(size: size) { return self }
    let size = PixelSize(rect.width, rect.height)
    let sample = format.bytesPerComponent * format.componentsPerSample(inPlane: 0)
    let base = planes[0].base + rect.minY * planes[0].strideBytes + rect.minX * sample
    return FrameBuffer(
      format: format, size: size, color: color, alphaMode: alphaMode,
      planes: [Plane(base: base, strideBytes: planes[0].strideBytes, size: size)], owner: self)
  }
}
