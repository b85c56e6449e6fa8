// SPDX-License-Identifier: MIT

import MoonreelCore

// What is done to planes.
extension PlanarLowering {
  func weighted(_ value: PlanarValue, _ lumaWeight: Value, _ chromaWeight: Value) -> PlanarValue {
    PlanarValue(
      luma: luma.mul(value.luma, lumaWeight), lumaAlpha: luma.mul(value.lumaAlpha, lumaWeight),
      cb: chroma.mul(value.cb, chromaWeight), cr: chroma.mul(value.cr, chromaWeight),
      chromaAlpha: chroma.mul(value.chromaAlpha, chromaWeight))
  }

  func weighted(_ value: PlanarValue, _ factor: Float) -> PlanarValue {
    guard factor < 1 else { return value }
    guard factor > 0 else { return weighted(value, luma.zero, chroma.zero) }
    var result = weighted(value, luma.param(factor), chroma.param(factor))
    result.inside = value.inside
    result.inside?.factors.append(factor)
    return result
  }

  /// What lies in `rect`, in pixels of the target.
  func cropped(_ value: PlanarValue, to rect: Rect) -> PlanarValue {
    let cover = coverage(of: rect)
    var result = weighted(value, cover.luma, cover.chroma)
    var inside = value.inside ?? PlanarValue.Inside(value, rect)
    inside.rect = inside.rect.intersection(rect)
    result.inside = inside
    return result
  }

  /// What `inside` is.
  func value(_ inside: PlanarValue.Inside) -> PlanarValue {
    let value = PlanarValue(
      luma: inside.luma, lumaAlpha: inside.lumaAlpha, cb: inside.cb, cr: inside.cr,
      chromaAlpha: inside.chromaAlpha)
    return inside.factors.reduce(value) { weighted($0, $1) }
  }

  func over(_ top: PlanarValue, _ bottom: PlanarValue) -> PlanarValue {
    let lumaRest = luma.sub(luma.one, top.lumaAlpha)
    let chromaRest = chroma.sub(chroma.one, top.chromaAlpha)
    return PlanarValue(
      luma: luma.mad(bottom.luma, lumaRest, top.luma),
      lumaAlpha: luma.mad(bottom.lumaAlpha, lumaRest, top.lumaAlpha),
      cb: chroma.mad(bottom.cb, chromaRest, top.cb),
      cr: chroma.mad(bottom.cr, chromaRest, top.cr),
      chromaAlpha: chroma.mad(bottom.chromaAlpha, chromaRest, top.chromaAlpha))
  }

  func dissolved(_ first: PlanarValue, _ second: PlanarValue, _ amount: Float) -> PlanarValue {
    if amount <= 0 { return first }
    if amount >= 1 { return second }
    func mix(_ builder: ProgramBuilder, _ path: KeyPath<PlanarValue, Value>) -> Value {
      let (one, other) = (first[keyPath: path], second[keyPath: path])
      if one == other, builder.number(one) == 1 { return one }
      return builder.blend(one, builder.param(1 - amount), other, builder.param(amount))
    }
    return PlanarValue(
      luma: mix(luma, \.luma), lumaAlpha: mix(luma, \.lumaAlpha), cb: mix(chroma, \.cb),
      cr: mix(chroma, \.cr), chromaAlpha: mix(chroma, \.chromaAlpha))
  }

  /// Code values of `value`, which lies over the background, in `rects` or everywhere.
  func part(_ value: PlanarValue, _ layout: ComponentLayout, _ rects: [PixelRect]? = nil)
    -> PlanarPicture.Part
  {
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
      output(layout.color[0], luma, value.luma, value.lumaAlpha, constants.lumaOffset)
    ]
    if let alpha = layout.alpha {
      let code = luma.mul(value.lumaAlpha, luma.literal(limit))
      lumaOutputs.append(FrameEncoder.Output(component: alpha, limit: limit, value: code))
    }
    for component in layout.padding {
      lumaOutputs.append(
        FrameEncoder.Output(component: component, limit: limit, value: luma.literal(limit)))
    }
    let chromaOutputs = zip(layout.color.dropFirst(), [value.cb, value.cr]).map {
      output($0, chroma, $1, value.chromaAlpha, constants.chromaOffset)
    }
    return PlanarPicture.Part(
      lumaOutputs: lumaOutputs, chromaOutputs: chromaOutputs, rects: rects)
  }
}
