// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

// Frames, colours and where they end.
extension PlanarLowering {
  func colored(_ color: Color) -> PlanarValue {
    let alpha = max(0, min(1, color.alpha))
    let exact = constants.differences(of: color)
    func number(_ builder: ProgramBuilder, _ value: Double) -> Value {
      let rounded = Float(value)
      return rounded == 0 || rounded == 1 ? builder.literal(rounded) : builder.param(rounded)
    }
    return PlanarValue(
      luma: PixelGroup(colors: [number(luma, exact.luma * alpha)], alpha: number(luma, alpha)),
      chroma: PixelGroup(
        colors: [exact.cb, exact.cr].map { number(chroma, $0 * alpha) },
        alpha: number(chroma, alpha)))
  }

  /// A frame where it stands; `nil` where it is not drawn plane by plane.
  func frame(_ buffer: FrameBuffer, _ placement: Placement) -> PlanarValue? {
    guard let layout = try? buffer.format.components() else { return nil }
    let found =
      layout.alpha == nil
      ? opaque(buffer, layout, placement) : transparent(buffer, layout, placement)
    guard let value = found else {
      return layout.alpha == nil ? nil : converted(buffer, placement, serial: buffer.serial)
    }
    if placement.clamps { return value }
    return cropped(
      value, to: placement.map.boundingBox(of: Rect(origin: .zero, size: buffer.size.size)))
  }

  /// Each plane sampled on the same plane's grid in the target.
  private func opaque(_ buffer: FrameBuffer, _ layout: ComponentLayout, _ placement: Placement)
    -> PlanarValue?
  {
    guard target.hasPlanes(of: buffer), placement.map.isUpright else { return nil }
    let reader = FrameReader(buffer, layout)
    func plane(_ index: Int, _ builder: ProgramBuilder, _ offset: Double) -> Value? {
      guard index < layout.color.count else { return builder.zero }
      let component = layout.color[index]
      guard let code = sampled(component, reader, placement, builder) else { return nil }
      return builder.sub(code, builder.literal(Float(offset)))
    }
    guard let luminance = plane(0, luma, constants.lumaOffset),
      let cb = plane(1, chroma, constants.chromaOffset),
      let cr = plane(2, chroma, constants.chromaOffset)
    else { return nil }
    return PlanarValue(
      luma: PixelGroup(colors: [luminance], alpha: luma.one),
      chroma: PixelGroup(colors: [cb, cr], alpha: chroma.one))
  }

  /// The codes of one component where the placement brings them; beyond the plane its edges repeat.
  private func sampled(
    _ component: Component, _ reader: FrameReader, _ placement: Placement,
    _ builder: ProgramBuilder
  ) -> Value? {
    // The target's samples lie among its pixels as the frame's do.
    let toLuma = reader.toLuma(component)
    guard let fromLuma = toLuma.inverted else { return nil }
    let map = toLuma.followed(by: placement.map).followed(by: fromLuma)
    let view = PlaneView(source: .frame(FrameReference(buffer: reader.buffer), component))
    let sampling = target.quality.sampling(for: placement.sampling ?? .bicubic)
    switch PlaneReading(map, sampling, target.quality) {
    case .nothing, .reduced: return nil
    case .moved(let x, let y): return builder.source(.load, .plane(view.moved(by: (x, y))))
    case .gathered(let inverse, let sampling):
      return builder.source(view, gathered: inverse, sampling)
    case .resampled(let inverse, let sampling):
      let region = component.isChroma ? chromaRegion(placement) : region(placement)
      let pass = ResamplePass(
        view, map, inverse, sampling, over: region, holds: placement.clamps)
      passes.append(pass)
      return builder.source(.load, .plane(PlaneView(of: pass.output)))
    }
  }

  /// A frame with alpha, sample by sample.
  private func transparent(
    _ buffer: FrameBuffer, _ layout: ComponentLayout, _ placement: Placement
  ) -> PlanarValue? {
    let format = target.format
    guard target.hasPlanes(of: buffer), let (x, y) = placement.map.wholeTranslation,
      x % (1 << format.chromaShiftX) == 0,
      y % (1 << format.chromaShiftY) == 0
    else { return nil }
    let alpha = alphas(of: buffer, layout, x, y)
    let isStraight = buffer.alphaMode == .straight
    func plane(_ index: Int, _ builder: ProgramBuilder, _ offset: Double, _ alpha: Value) -> Value {
      guard index < layout.color.count else { return builder.zero }
      let component = layout.color[index]
      let view = PlaneView(source: .frame(FrameReference(buffer: buffer), component))
      let move =
        component.isChroma ? (x >> format.chromaShiftX, y >> format.chromaShiftY) : (x, y)
      let code = builder.source(.load, .plane(view.moved(by: move)))
      let value = builder.sub(code, builder.literal(Float(offset)))
      return isStraight ? builder.mul(value, alpha) : value
    }
    return PlanarValue(
      luma: PixelGroup(
        colors: [plane(0, luma, constants.lumaOffset, alpha.luma)], alpha: alpha.luma),
      chroma: PixelGroup(
        colors: [1, 2].map { plane($0, chroma, constants.chromaOffset, alpha.chroma) },
        alpha: alpha.chroma))
  }

  private func alphas(_ view: PlaneView, _ builder: ProgramBuilder, _ operation: Operation) -> Value
  {
    let code = builder.source(operation, .plane(view))
    return builder.mul(code, builder.literal(Float(1 / constants.limit)))
  }

  private func alphas(of buffer: FrameBuffer, _ layout: ComponentLayout, _ x: Int, _ y: Int)
    -> (luma: Value, chroma: Value)
  {
    guard let component = layout.alpha else { return (luma.one, chroma.one) }
    var view = PlaneView(source: .frame(FrameReference(buffer: buffer), component))
    (view.offsetX, view.offsetY) = (-x, -y)
    let lumaAlpha = alphas(view, luma, .load)
    (view.shiftX, view.shiftY) = (target.format.chromaShiftX, target.format.chromaShiftY)
    let isSubsampled = view.shiftX + view.shiftY > 0
    return (lumaAlpha, alphas(view, chroma, isSubsampled ? .mean : .load))
  }

  /// The share of each sample's cell that lies in `rect`, on both grids.
  func coverage(of rect: Rect) -> (luma: Value, chroma: Value) {
    let format = target.format
    func share(_ builder: ProgramBuilder, _ shiftX: Int, _ shiftY: Int) -> Value {
      builder.mul(
        inside(rect.minX, rect.maxX, target.size.width, shiftX, builder) {
          Ramp(base: $0, stepX: $1, stepY: 0)
        },
        inside(rect.minY, rect.maxY, target.size.height, shiftY, builder) {
          Ramp(base: $0, stepX: 0, stepY: $1)
        })
    }
    return (share(luma, 0, 0), share(chroma, format.chromaShiftX, format.chromaShiftY))
  }

  /// The share of each cell of 2^`shift` pixels that lies between `low` and `high`, of `length`
  /// pixels.
  private func inside(
    _ low: Double, _ high: Double, _ length: Int, _ shift: Int, _ builder: ProgramBuilder,
    _ ramp: (Double, Double) -> Ramp
  ) -> Value {
    let (low, high) = (Self.edge(low), Self.edge(high))
    guard low < high, low < Double(length), high > 0 else { return builder.zero }
    let cell = Double(1 << shift)
    let entering = low <= 0 ? nil : builder.cover(ramp(1 - low / cell, 1))
    let leaving = high >= Double(length) ? nil : builder.cover(ramp(high / cell, -1))
    guard let entering, let leaving else { return entering ?? leaving ?? builder.one }
    return builder.sub(builder.add(entering, leaving), builder.one)
  }

  /// Where an edge lies; a place within 1e-9 of a whole pixel is taken for that pixel.
  private static func edge(_ place: Double) -> Double {
    abs(place - place.rounded()) < 1e-9 ? place.rounded() : place
  }
}
