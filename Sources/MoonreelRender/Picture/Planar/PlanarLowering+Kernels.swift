// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

// Kernels that are sums of their pictures, each weighted by the place: they commute with the Y'CbCr matrix.
extension PlanarLowering {
  /// A kernel on each grid.
  struct Sums {
    var luma: LinearKernel
    var chroma: LinearKernel
  }

  /// `kernel` as a sum; `nil` where it is none, or costs too much to be computed on two grids.
  func sums(_ kernel: PixelKernel, _ numbers: [Float], _ placement: Placement) -> Sums? {
    guard target.format.family == .yuv, !space.isHDR, kernel.cost <= LinearKernel.costLimit,
      let inverse = placement.map.inverted
    else { return nil }
    let toChroma = target.color.siting.toLuma(target.format).followed(by: inverse)
    guard let onLuma = LinearKernel(kernel, numbers, inverse, luma),
      let onChroma = LinearKernel(kernel, numbers, toChroma, chroma)
    else { return nil }
    return Sums(luma: onLuma, chroma: onChroma)
  }

  /// What `sums` make of `inputs`.
  func summed(_ sums: Sums, _ inputs: [PlanarValue]) -> PlanarValue {
    PlanarValue(
      luma: summed(sums.luma, inputs.map(\.luma), luma, [0]),
      chroma: summed(sums.chroma, inputs.map(\.chroma), chroma, [1, 2]))
  }

  /// The sum on one grid, whose colours are those `planes` of luma, blue and red difference.
  private func summed(
    _ kernel: LinearKernel, _ inputs: [PixelGroup], _ builder: ProgramBuilder, _ planes: [Int]
  ) -> PixelGroup {
    let rows = constants.differencesOfColors.rows.map { SIMD3<Float>($0) }
    let colors = planes.indices.map { index -> Value in
      let row = rows[planes[index]]
      // What is not of the pictures' own colours is a colour.
      var sum = inDifferences(kernel.results.prefix(3).map(\.plain), row, planes[index], builder)
      for (input, group) in inputs.enumerated() {
        if let weight = kernel.weight(of: input, in: 0) {
          sum = builder.mad(group.colors[index], weight, sum)
        }
        let tints = (0..<3).map { kernel.weight(ofAlphaOf: input, in: $0) ?? builder.zero }
        sum = builder.mad(group.alpha, inDifferences(tints, row, planes[index], builder), sum)
      }
      return sum
    }
    return PixelGroup(colors: colors, alpha: alpha(kernel, inputs, builder))
  }

  private func alpha(_ kernel: LinearKernel, _ inputs: [PixelGroup], _ builder: ProgramBuilder)
    -> Value
  {
    let result = kernel.results[3]
    if inputs.allSatisfy({ builder.number($0.alpha) == 1 }) { return result.total }
    return inputs.enumerated().reduce(result.plain) { sum, input in
      kernel.weight(of: input.offset, in: 3).map { builder.mad(input.element.alpha, $0, sum) }
        ?? sum
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
