// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

// Kernels that are sums of their pictures, each weighted by the place: they commute with the Y'CbCr matrix.
extension PlanarLowering {
  /// A kernel on each grid.
  struct Sums {
    var luma: LinearKernel
    var chroma: LinearKernel
    /// The inputs that are read elsewhere.
    var frames: [Int: FrameReader]
  }

  /// `kernel` over `inputs` as a sum; `nil` where it is none, or costs too much to be computed on two grids.
  func sums(
    _ kernel: PixelKernel, _ inputs: [Image], _ numbers: [Float], _ placement: Placement
  ) -> Sums? {
    guard target.format.family == .yuv, !space.isHDR, inputs.count == kernel.inputCount,
      numbers.count == kernel.numberCount, kernel.costOfRound <= LinearKernel.wholeCostLimit,
      let inverse = placement.map.inverted, let frames = frames(kernel, inputs, placement)
    else { return nil }
    let region = region(placement).grown(2, 2)
    let ranges = KernelRanges(
      kernel, numbers, x: Ramp.x(of: inverse).bounds(over: region),
      y: Ramp.y(of: inverse).bounds(over: region))
    let toChroma = target.color.siting.toLuma(target.format).followed(by: inverse)
    guard let onLuma = LinearKernel(kernel, numbers, inverse, ranges, luma),
      let onChroma = LinearKernel(kernel, numbers, toChroma, ranges, chroma)
    else { return nil }
    return Sums(luma: onLuma, chroma: onChroma, frames: frames)
  }

  /// The frames that `kernel` reads elsewhere; `nil` where one of these inputs is no frame with held edges and planes like
  /// the target's, or where the kernel does not run on the picture's own grid.
  private func frames(_ kernel: PixelKernel, _ inputs: [Image], _ placement: Placement)
    -> [Int: FrameReader]?
  {
    guard !kernel.sampledInputs.isEmpty else { return [:] }
    guard placement.map.wholeTranslation != nil else { return nil }
    var frames: [Int: FrameReader] = [:]
    for index in kernel.sampledInputs {
      guard let frame = inputs[index].heldFrame, target.hasPlanes(of: frame),
        let reader = FrameReader(sampling: frame)
      else { return nil }
      frames[index] = reader
    }
    return frames
  }

  /// What `sums` make of `inputs`, by their numbers.
  func summed(_ sums: Sums, _ inputs: [Int: PlanarValue], _ placement: Placement) -> PlanarValue {
    var (onLuma, onChroma) = (inputs.mapValues(\.luma), inputs.mapValues(\.chroma))
    for read in sums.luma.reads {
      guard let frame = sums.frames[read.input] else { continue }
      let codes = codes(read, frame, frame.layout.color.prefix(1), region(placement), luma)
      onLuma[read.picture] = PixelGroup(
        colors: codes.map { luma.sub($0, luma.literal(Float(constants.lumaOffset))) },
        alpha: luma.one)
    }
    for read in sums.chroma.reads {
      guard let frame = sums.frames[read.input] else { continue }
      let codes = codes(
        read, frame, frame.layout.color.dropFirst(), chromaRegion(placement), chroma)
      onChroma[read.picture] = PixelGroup(
        colors: codes.map { chroma.sub($0, chroma.literal(Float(constants.chromaOffset))) },
        alpha: chroma.one)
    }
    return PlanarValue(
      luma: summed(sums.luma, onLuma, luma, [0]),
      chroma: summed(sums.chroma, onChroma, chroma, [1, 2]))
  }

  /// The codes of `components` of `frame` where `read` says.
  private func codes(
    _ read: LinearKernel.Read, _ frame: FrameReader, _ components: ArraySlice<Component>,
    _ region: PixelRect, _ builder: ProgramBuilder
  ) -> [Value] {
    let components = Array(components)
    let even = read.ramps.flatMap { frame.gathered(components, $0.x, $0.y, region, builder) }
    return even ?? frame.sampled(components, read.position, builder)
  }

  /// The sum on one grid, whose colours are those `planes` of luma, blue and red difference.
  private func summed(
    _ kernel: LinearKernel, _ inputs: [Int: PixelGroup], _ builder: ProgramBuilder,
    _ planes: [Int]
  ) -> PixelGroup {
    let rows = constants.differencesOfColors.rows.map { SIMD3<Float>($0) }
    let inputs = inputs.sorted { $0.key < $1.key }
    let colors = planes.indices.map { index -> Value in
      let row = rows[planes[index]]
      // What is not of the pictures' own colours is a colour.
      var sum = inDifferences(kernel.results.prefix(3).map(\.plain), row, planes[index], builder)
      for (input, group) in inputs {
        if let weight = kernel.weight(of: input, in: 0) {
          sum = builder.add(group.colors[index], times: weight, to: sum)
        }
        let tints = (0..<3).map { kernel.weight(ofAlphaOf: input, in: $0) ?? builder.zero }
        sum = builder.mad(group.alpha, inDifferences(tints, row, planes[index], builder), sum)
      }
      return sum
    }
    return PixelGroup(colors: colors, alpha: alpha(kernel, inputs, builder))
  }

  private func alpha(
    _ kernel: LinearKernel, _ inputs: [(key: Int, value: PixelGroup)], _ builder: ProgramBuilder
  ) -> Value {
    let result = kernel.results[3]
    if inputs.allSatisfy({ builder.number($0.value.alpha) == 1 }) { return result.total }
    return inputs.reduce(result.plain) { sum, input in
      kernel.weight(of: input.key, in: 3).map { builder.mad(input.value.alpha, $0, sum) } ?? sum
    }
  }

  /// The sum of `colors`, red, green and blue, weighted by `row`: luma, or a difference.
  private func inDifferences(
    _ colors: [Value], _ row: SIMD3<Float>, _ plane: Int, _ builder: ProgramBuilder
  ) -> Value {
    // Gray has no differences, and its luma is its own.
    if colors[0] == colors[1], colors[1] == colors[2] {
      return builder.mul(colors[0], builder.literal(plane == 0 ? Float(constants.lumaSpan) : 0))
    }
    return (0..<3).reduce(builder.zero) { builder.mad(colors[$1], builder.literal(row[$1]), $0) }
  }
}

extension ProgramBuilder {
  /// `value` · `weight` + `sum`. Where the weight is a choice, so is the product: what is read for it is not read where the
  /// weight is 0.
  fileprivate func add(_ value: Value, times weight: Value, to sum: Value) -> Value {
    isChoice(weight) ? add(product(value, weight), sum) : mad(value, weight, sum)
  }

  private func product(_ value: Value, _ weight: Value) -> Value {
    guard isChoice(weight) else { return mul(value, weight) }
    let choice = instruction(weight)
    return select(choice.a, choice.b, product(value, choice.c), product(value, choice.d))
  }

  /// Whether it is 0 or something else.
  private func isChoice(_ weight: Value) -> Bool {
    let choice = instruction(weight)
    return choice.operation == .select && (number(choice.c) == 0 || number(choice.d) == 0)
  }
}
