// SPDX-License-Identifier: MIT

import CKernels
import MoonreelCore

/// How values become the code values of a target.
struct FrameEncoder {
  /// One component to be written.
  struct Output {
    var component: Component
    /// The largest code value.
    var limit: Float
    /// The value in code values less `offset`, not yet rounded.
    var value: Value
    /// What is added before it is rounded.
    var offset: Float = 0

    /// Where the samples of row `y` from column `x` on go.
    func target(in planes: [FrameBuffer.Plane], x: Int, y: Int) -> mr_target {
      let plane = planes[component.plane]
      let place = (x * component.step + component.offset) * component.bytes
      return mr_target(
        base: plane.base + y * plane.strideBytes + place, step: Int32(component.step),
        bytes: Int32(component.bytes), shift: Int32(component.shift), offset: offset, limit: limit)
    }
  }

  let target: FrameTarget
  let layout: ComponentLayout

  init(_ target: FrameTarget) throws {
    self.target = target
    layout = try target.format.components()
  }

  var limit: Double { Double(1 << min(16, target.format.bitDepth)) - 1 }

  /// The components of `value`, which already lies over the background.
  func outputs(of value: PixelValue, _ builder: ProgramBuilder) -> [Output] {
    var colors = value.colors
    if layout.alpha != nil, target.alphaMode == .straight {
      colors = colors.map { builder.div($0, value.alpha) }
    }
    let codes = codes(of: colors, builder)
    var outputs = zip(layout.color, codes).map {
      Output(component: $0, limit: Float(limit), value: $1)
    }
    if let alpha = layout.alpha {
      outputs.append(
        Output(component: alpha, limit: Float(limit), value: scaled(value.alpha, builder)))
    }
    let opaque = builder.literal(Float(limit))
    return outputs
      + layout.padding.map { Output(component: $0, limit: Float(limit), value: opaque) }
  }

  private func codes(of colors: [Value], _ builder: ProgramBuilder) -> [Value] {
    let format = target.format
    guard format.bitDepth <= 16 else {
      return format.family == .gray ? [luma(of: colors, builder)] : colors
    }
    let constants = YUVConstants(target.color, bitDepth: format.bitDepth)
    guard format.family == .rgb else {
      let codes = builder.convert(
        .toYUV, colors[0], colors[1], colors[2],
        .yuv(YUVConversion(constants: constants, toCodes: true)))
      return format.family == .gray ? [codes[0]] : codes
    }
    return colors.map {
      builder.mad(
        $0, builder.literal(Float(constants.lumaSpan)),
        builder.literal(Float(constants.lumaOffset)))
    }
  }

  /// The luma of R'G'B', as a signal.
  private func luma(of colors: [Value], _ builder: ProgramBuilder) -> Value {
    let constants = YUVConstants(target.color, bitDepth: 8)
    let weights = [constants.kr, constants.kg, constants.kb].map { builder.literal(Float($0)) }
    let two = builder.mad(colors[1], weights[1], builder.mul(colors[0], weights[0]))
    return builder.mad(colors[2], weights[2], two)
  }

  /// Alpha uses the whole scale.
  func scaled(_ alpha: Value, _ builder: ProgramBuilder) -> Value {
    target.format.bitDepth > 16 ? alpha : builder.mul(alpha, builder.literal(Float(limit)))
  }
}
