// SPDX-License-Identifier: MIT

import MoonreelCore

// What is done to planes.
extension PlanarLowering {
  func faded(_ value: PlanarValue, _ factor: Float, _ placement: Placement) -> PlanarValue {
    faded(value, factor)
  }

  private func faded(_ value: PlanarValue, _ factor: Float) -> PlanarValue {
    guard factor < 1 else { return value }
    var result = PlanarValue(
      luma: luma.faded(value.luma, factor), chroma: chroma.faded(value.chroma, factor))
    if factor > 0 {
      result.inside = value.inside
      result.inside?.factors.append(factor)
    }
    return result
  }

  func cut(_ value: PlanarValue, to rect: Rect, _ placement: Placement) -> PlanarValue? {
    placement.map.isUpright ? cropped(value, to: placement.map.boundingBox(of: rect)) : nil
  }

  /// What lies in `rect`, in pixels of the target.
  func cropped(_ value: PlanarValue, to rect: Rect) -> PlanarValue {
    let cover = coverage(of: rect)
    var inside =
      value.inside ?? PlanarValue.Inside(rect: rect, luma: value.luma, chroma: value.chroma)
    inside.rect = inside.rect.intersection(rect)
    return PlanarValue(
      luma: luma.weighted(value.luma, by: cover.luma),
      chroma: chroma.weighted(value.chroma, by: cover.chroma), inside: inside)
  }

  /// What `inside` is.
  func value(_ inside: PlanarValue.Inside) -> PlanarValue {
    let value = PlanarValue(luma: inside.luma, chroma: inside.chroma)
    return inside.factors.reduce(value) { faded($0, $1) }
  }

  func combined(
    _ first: PlanarValue, _ second: PlanarValue, _ placement: Placement,
    _ change: (ProgramBuilder, PixelGroup, PixelGroup) -> PixelGroup
  ) -> PlanarValue {
    PlanarValue(
      luma: change(luma, first.luma, second.luma),
      chroma: change(chroma, first.chroma, second.chroma))
  }

  func over(_ top: PlanarValue, _ bottom: PlanarValue) -> PlanarValue {
    PlanarValue(
      luma: luma.over(top.luma, bottom.luma), chroma: chroma.over(top.chroma, bottom.chroma))
  }

  /// Code values of `value` in `rects` or everywhere.
  func part(_ value: PlanarValue, _ rects: [PixelRect]? = nil) -> PlanarPicture.Part {
    let divides = layout.alpha != nil && target.alphaMode == .straight
    let limit = Float(constants.limit)
    func output(
      _ component: Component, _ builder: ProgramBuilder, _ value: Value, _ alpha: Value,
      _ offset: Double
    ) -> FrameEncoder.Output {
      let straight = divides ? builder.div(value, alpha) : value
      return FrameEncoder.Output(
        component: component, limit: limit, value: straight, offset: Float(offset))
    }
    var lumaOutputs = [
      output(layout.color[0], luma, value.luma.colors[0], value.luma.alpha, constants.lumaOffset)
    ]
    if let alpha = layout.alpha {
      let code = luma.mul(value.luma.alpha, luma.literal(limit))
      lumaOutputs.append(FrameEncoder.Output(component: alpha, limit: limit, value: code))
    }
    for component in layout.padding {
      lumaOutputs.append(
        FrameEncoder.Output(component: component, limit: limit, value: luma.literal(limit)))
    }
    let chromaOutputs = zip(layout.color.dropFirst(), value.chroma.colors).map {
      output($0, chroma, $1, value.chroma.alpha, constants.chromaOffset)
    }
    return PlanarPicture.Part(
      lumaOutputs: lumaOutputs, chromaOutputs: chromaOutputs, rects: rects)
  }
}
