// SPDX-License-Identifier: MIT

import MoonreelCore

/// The value of an effect's parameter.
public enum EffectValue: Interpolatable {
  case number(Double)
  /// `{ x, y }`.
  case point(Double, Double)
  case color(Color)

  /// The value between `self` (at 0) and `other` (at 1), component by component; between values of two
  /// kinds `self` until the end.
  public func interpolated(to other: EffectValue, _ amount: Double) -> EffectValue {
    switch (self, other) {
    case (.number(let a), .number(let b)): .number(a.interpolated(to: b, amount))
    case (.point(let x, let y), .point(let u, let v)):
      .point(x.interpolated(to: u, amount), y.interpolated(to: v, amount))
    case (.color(let a), .color(let b)): .color(a.interpolated(to: b, amount))
    default: amount < 1 ? self : other
    }
  }

  /// Whether every number is finite.
  public var isFinite: Bool {
    switch self {
    case .number(let number): number.isFinite
    case .point(let x, let y): x.isFinite && y.isFinite
    case .color(let color): color.isFinite
    }
  }
}

extension Color: Interpolatable {
  /// The colour between `self` (at 0) and `other` (at 1), straight components one by one.
  public func interpolated(to other: Color, _ amount: Double) -> Color {
    Color(
      red.interpolated(to: other.red, amount), green.interpolated(to: other.green, amount),
      blue.interpolated(to: other.blue, amount), alpha.interpolated(to: other.alpha, amount))
  }

  /// Whether every component is finite.
  public var isFinite: Bool { [red, green, blue, alpha].allSatisfy(\.isFinite) }
}
