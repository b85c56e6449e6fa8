// SPDX-License-Identifier: MIT

/// Components of one pixel that are computed together: colours multiplied by alpha, and alpha. All that is done alike to
/// colours in float and to planes is said here.
struct PixelGroup {
  var colors: [Value]
  var alpha: Value
}

extension ProgramBuilder {
  /// Every component multiplied by `weight`.
  func weighted(_ group: PixelGroup, by weight: Value) -> PixelGroup {
    PixelGroup(colors: group.colors.map { mul($0, weight) }, alpha: mul(group.alpha, weight))
  }

  /// Every component multiplied by a factor, 0…1.
  func faded(_ group: PixelGroup, _ factor: Float) -> PixelGroup {
    guard factor < 1 else { return group }
    return weighted(group, by: factor <= 0 ? zero : param(factor))
  }

  /// Source-over: top + bottom · (1 − top's alpha).
  func over(_ top: PixelGroup, _ bottom: PixelGroup) -> PixelGroup {
    let rest = sub(one, top.alpha)
    return PixelGroup(
      colors: zip(top.colors, bottom.colors).map { mad($1, rest, $0) },
      alpha: mad(bottom.alpha, rest, top.alpha))
  }

  /// first · (1 − amount) + second · amount.
  func dissolved(_ first: PixelGroup, _ second: PixelGroup, _ amount: Float) -> PixelGroup {
    if amount <= 0 { return first }
    if amount >= 1 { return second }
    let (rest, share) = (param(1 - amount), param(amount))
    func mix(_ one: Value, _ other: Value) -> Value {
      one == other && number(one) == 1 ? one : blend(one, rest, other, share)
    }
    return PixelGroup(
      colors: zip(first.colors, second.colors).map(mix), alpha: mix(first.alpha, second.alpha))
  }
}
