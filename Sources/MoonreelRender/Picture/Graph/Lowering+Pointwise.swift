// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

// Operations on one pixel at a time.
extension Lowering {
  func cut(_ value: PixelValue, to rect: Rect, _ placement: Placement) -> PixelValue? {
    covered(value, by: coverage(of: rect, placement), placement)
  }

  func faded(_ value: PixelValue, _ factor: Float, _ placement: Placement) -> PixelValue {
    PixelValue(builder(placement).faded(value.group, factor))
  }

  func combined(
    _ first: PixelValue, _ second: PixelValue, _ placement: Placement,
    _ change: (ProgramBuilder, PixelGroup, PixelGroup) -> PixelGroup
  ) -> PixelValue {
    PixelValue(change(builder(placement), first.group, second.group))
  }

  func adjusted(_ value: PixelValue, _ adjustment: Image.Adjustment, _ builder: ProgramBuilder)
    -> PixelValue
  {
    onStraight(value, builder) { straight in
      switch adjustment {
      case .matrix(let matrix): return Self.apply(matrix, to: straight, builder)
      case .polynomial(let red, let green, let blue):
        var result = straight
        result.red = Self.polynomial(red, straight.red, builder)
        result.green = Self.polynomial(green, straight.green, builder)
        result.blue = Self.polynomial(blue, straight.blue, builder)
        return result
      case .gamma(let power):
        let exponent = builder.param(power)
        return straight.mapColors(alpha: straight.alpha) { builder.emit(.power, $0, exponent) }
      case .lookup(let table):
        return PixelValue(builder.lookup(straight.colors, in: table) + [straight.alpha])
      }
    }
  }

  /// Runs `change` on components that are not multiplied by alpha, and multiplies the result.
  private func onStraight(
    _ value: PixelValue, _ builder: ProgramBuilder, _ change: (PixelValue) -> PixelValue
  ) -> PixelValue {
    var straight = value
    straight.red = builder.div(value.red, value.alpha)
    straight.green = builder.div(value.green, value.alpha)
    straight.blue = builder.div(value.blue, value.alpha)
    let changed = change(straight)
    let alpha = changed.alpha == value.alpha ? changed.alpha : builder.clamp(changed.alpha)
    return changed.mapColors(alpha: alpha) { builder.mul($0, alpha) }
  }

  private static func apply(
    _ matrix: Image.ColorMatrix, to value: PixelValue, _ builder: ProgramBuilder
  ) -> PixelValue {
    let inputs = value.components
    let numbers = builder.numbers(matrix.coefficients)
    return PixelValue(
      (0..<4).map { row in
        var sum = numbers[row * 5 + 4]
        for column in 0..<4 { sum = builder.mad(inputs[column], numbers[row * 5 + column], sum) }
        return sum
      })
  }

  /// Horner's scheme.
  private static func polynomial(
    _ coefficients: [Float], _ x: Value, _ builder: ProgramBuilder
  ) -> Value {
    guard var sum = coefficients.last.map({ builder.param($0) }) else { return builder.zero }
    for coefficient in coefficients.dropLast().reversed() {
      sum = builder.mad(sum, x, builder.param(coefficient))
    }
    return sum
  }
}
