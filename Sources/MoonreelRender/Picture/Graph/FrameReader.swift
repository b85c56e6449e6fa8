// SPDX-License-Identifier: MIT

import MoonreelCore

/// How the code values of one frame become R'G'B' and alpha.
struct FrameReader {
  let buffer: FrameBuffer
  let layout: ComponentLayout

  init(_ buffer: FrameBuffer, _ layout: ComponentLayout) {
    (self.buffer, self.layout) = (buffer, layout)
  }

  private var format: PixelFormat { buffer.format }

  func view(_ component: Component) -> PlaneView {
    var view = PlaneView(source: .frame(FrameReference(buffer: buffer), component))
    guard component.isChroma else { return view }
    (view.shiftX, view.shiftY) = (format.chromaShiftX, format.chromaShiftY)
    view.siting = buffer.color.siting
    return view
  }

  /// From a component's samples to luma pixels (sample k covers k…k+1 in both).
  func toLuma(_ component: Component) -> AffineTransform {
    component.isChroma ? buffer.color.siting.toLuma(format) : .identity
  }

  /// Whether the planes of two components are alike but for where they begin.
  func areAlike(_ first: Component, _ second: Component) -> Bool {
    first.size(in: buffer) == second.size(in: buffer) && first.isChroma == second.isChroma
      && buffer.planes[first.plane].strideBytes == buffer.planes[second.plane].strideBytes
  }

  /// Red, green and blue from the code values of the colour components.
  func colors(_ codes: [Value], _ builder: ProgramBuilder) -> [Value] {
    switch format.family {
    case .yuv:
      let constants = YUVConstants(buffer.color, bitDepth: format.bitDepth)
      return builder.convert(
        .fromYUV, codes[0], codes[1], codes[2],
        .yuv(YUVConversion(constants: constants, toCodes: false)))
    case .gray: return Array(repeating: signal(codes[0], builder), count: 3)
    case .rgb: return codes.map { signal($0, builder) }
    }
  }

  /// 0…1 from a code value that stands for light.
  private func signal(_ code: Value, _ builder: ProgramBuilder) -> Value {
    guard format.bitDepth <= 16 else { return code }
    let constants = YUVConstants(buffer.color, bitDepth: format.bitDepth)
    let raised = builder.sub(code, builder.literal(Float(constants.lumaOffset)))
    return builder.mul(raised, builder.literal(Float(1 / constants.lumaSpan)))
  }

  /// 0…1 from a code value of alpha, which uses the whole scale.
  func share(_ code: Value, _ builder: ProgramBuilder) -> Value {
    guard format.bitDepth <= 16 else { return code }
    return builder.mul(code, builder.literal(Float(1 / (Double(1 << format.bitDepth) - 1))))
  }
}

extension ColorTags.ChromaSiting {
  /// From the samples of chroma of a frame of `format` to its luma pixels.
  func toLuma(_ format: PixelFormat) -> AffineTransform {
    let (columns, rows) = (1 << format.chromaShiftX, 1 << format.chromaShiftY)
    // A sample's centre lies half a pixel into the luma sample that it is sited on.
    return AffineTransform(
      a: Double(columns), b: 0, c: 0, d: Double(rows),
      tx: column(of: columns) - Double(columns - 1) / 2, ty: row(of: rows) - Double(rows - 1) / 2)
  }
}
