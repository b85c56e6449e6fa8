// SPDX-License-Identifier: MIT

import MoonreelCore

/// How the code values of one frame become R'G'B' and alpha.
struct FrameReader {
  let buffer: FrameBuffer
  let layout: ComponentLayout

  init(_ buffer: FrameBuffer, _ layout: ComponentLayout) {
    (self.buffer, self.layout) = (buffer, layout)
  }

  /// A frame whose planes can be read at computed positions; `nil` for others: not of Y'CbCr, with alpha, or with planes
  /// of a single column or row.
  init?(sampling frame: FrameBuffer) {
    guard frame.format.family == .yuv, !frame.format.hasAlpha,
      let layout = try? frame.format.components(),
      layout.color.allSatisfy({ component in
        let size = component.size(in: frame)
        return min(size.width, size.height) >= 2
      })
    else { return nil }
    self.init(frame, layout)
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

  // MARK: Elsewhere

  /// The codes of `components` at a position that changes evenly over `region`, each plane read at its own resolution;
  /// `nil` where the position is absurd.
  func gathered(
    _ components: [Component], _ x: Ramp, _ y: Ramp, _ region: PixelRect,
    _ builder: ProgramBuilder
  ) -> [Value]? {
    var codes: [Value] = []
    for component in components {
      let map = toLuma(component)
      guard
        let samples = FixedMap(
          x: x.scaled(1 / map.a, plus: -map.tx / map.a),
          y: y.scaled(1 / map.d, plus: -map.ty / map.d), over: region)
      else { return nil }
      codes.append(builder.source(.bilinear, .gather(view(component), samples, nil)))
    }
    return codes
  }

  /// The same at any position. Planes of one shape are read together.
  func sampled(
    _ components: [Component], _ position: (x: Value, y: Value), _ builder: ProgramBuilder
  ) -> [Value] {
    var groups: [[Component]] = []
    for component in components {
      let isAlike = groups.last.map { areAlike($0[0], component) } ?? false
      if isAlike { groups[groups.count - 1].append(component) } else { groups.append([component]) }
    }
    return groups.flatMap { group in
      let planes = SampledPlanes(group.map(view), toPicture: toLuma(group[0]))
      return builder.sample(planes, position.x, position.y).prefix(group.count)
    }
  }

  // MARK: Colours

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
