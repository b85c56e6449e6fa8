// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

// Operations on one pixel at a time.
extension Lowering {
  /// Every component of `value` multiplied by `factor`.
  func faded(_ value: PixelValue, _ factor: Float, _ builder: ProgramBuilder) -> PixelValue {
    guard factor < 1 else { return value }
    let strength = factor <= 0 ? builder.zero : builder.param(factor)
    return value.map { builder.mul($0, strength) }
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

  /// Source-over: top + bottom · (1 − top's alpha).
  func over(_ top: PixelValue, _ bottom: PixelValue, _ builder: ProgramBuilder) -> PixelValue {
    let rest = builder.sub(builder.one, top.alpha)
    return top.merged(with: bottom) { builder.mad($1, rest, $0) }
  }

  /// first · (1 − amount) + second · amount.
  func dissolve(
    _ first: PixelValue, _ second: PixelValue, _ amount: Float, _ builder: ProgramBuilder
  ) -> PixelValue {
    if amount <= 0 { return first }
    if amount >= 1 { return second }
    let (rest, share) = (builder.param(1 - amount), builder.param(amount))
    return first.merged(with: second) { one, other in
      one == other && builder.number(one) == 1 ? one : builder.blend(one, rest, other, share)
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
    return PixelValue(
      (0..<4).map { row in
        let numbers = matrix.coefficients[row * 5..<row * 5 + 5].map { number(builder, $0) }
        var sum = numbers[4]
        for column in 0..<4 { sum = builder.mad(inputs[column], numbers[column], sum) }
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

  /// Zero and one belong to the structure, so that sparse matrices cost little.
  static func number(_ builder: ProgramBuilder, _ number: Float) -> Value {
    number == 0 || number == 1 ? builder.literal(number) : builder.param(number)
  }
}
