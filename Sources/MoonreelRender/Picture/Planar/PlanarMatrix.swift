// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// A colour matrix as it acts on planes: it changes luma by luma alone and chroma by chroma alone. Gains, contrast,
/// brightness, saturation and turned hues do.
struct PlanarMatrix {
  /// Luma out of (luma, alpha).
  let luma: [Float]
  /// Blue and red difference out of both, row by row.
  let chroma: [Float]

  /// How far from 0 what must be 0 may be: the matrix's own numbers are float32.
  private static let tolerance = 1e-6

  /// `matrix` on code values less their offsets; `nil` where it mixes luma with chroma, or changes alpha.
  init?(_ matrix: Image.ColorMatrix, _ constants: YUVConstants) {
    let rows = (0..<4).map { row in (0..<5).map { Double(matrix.coefficients[5 * row + $0]) } }
    guard rows[3] == [0, 0, 0, 1, 0], rows.prefix(3).allSatisfy({ $0[3] == 0 }) else { return nil }
    let (added, toPlanes) = (
      constants.differences(of: Color(rows[0][4], rows[1][4], rows[2][4])),
      constants.differencesOfColors
    )
    let colors = Matrix3(rows.prefix(3).map { SIMD3($0[0], $0[1], $0[2]) })
    let changed = (toPlanes * colors * toPlanes.inverted).rows
    let mixed = [changed[0][1], changed[0][2], changed[1][0], changed[2][0]]
    guard mixed.allSatisfy({ abs($0) < Self.tolerance }),
      // Of a code value.
      max(abs(added.cb), abs(added.cr)) < Self.tolerance * constants.lumaSpan
    else { return nil }
    luma = [Float(changed[0][0]), Float(added.luma)]
    chroma = [(1, 1), (1, 2), (2, 1), (2, 2)].map {
      let number = changed[$0.0][$0.1]
      return abs(number) < Self.tolerance ? 0 : Float(number)
    }
  }
}

extension PlanarLowering {
  /// `value` with `matrix` applied.
  func changed(_ value: PlanarValue, by matrix: PlanarMatrix) -> PlanarValue {
    func change(_ group: PixelGroup, lumaIn builder: ProgramBuilder) -> PixelGroup {
      let numbers = builder.numbers(matrix.luma)
      let luma = builder.mad(group.alpha, numbers[1], builder.mul(group.colors[0], numbers[0]))
      return PixelGroup(colors: [luma], alpha: group.alpha)
    }
    func change(_ group: PixelGroup, chromaIn builder: ProgramBuilder) -> PixelGroup {
      let numbers = builder.numbers(matrix.chroma)
      let colors = [0, 2].map {
        builder.mad(group.colors[1], numbers[$0 + 1], builder.mul(group.colors[0], numbers[$0]))
      }
      return PixelGroup(colors: colors, alpha: group.alpha)
    }
    var inside = value.inside
    if let found = inside {
      inside?.luma = change(found.luma, lumaIn: luma)
      inside?.chroma = change(found.chroma, chromaIn: chroma)
    }
    return PlanarValue(
      luma: change(value.luma, lumaIn: luma), chroma: change(value.chroma, chromaIn: chroma),
      inside: inside)
  }

  /// `adjustment` on planes; `nil` where it needs conversion.
  func matrix(_ adjustment: Image.Adjustment) -> PlanarMatrix? {
    guard case .matrix(let matrix) = adjustment, target.format.family == .yuv else { return nil }
    return PlanarMatrix(matrix, constants)
  }
}
