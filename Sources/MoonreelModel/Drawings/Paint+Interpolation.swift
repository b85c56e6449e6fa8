// SPDX-License-Identifier: MIT

import MoonreelCore

extension Paint: Interpolatable {
  /// The paint between `self` (at 0) and `other` (at 1), colour by colour and place by place; a colour counts
  /// as a gradient of it. Between paints that have a ``difference(from:)``, `self` until the end.
  public func interpolated(to other: Paint, _ amount: Double) -> Paint {
    switch (asGradient(like: other), other.asGradient(like: self)) {
    case (.color(let a), .color(let b)): return .color(a.interpolated(to: b, amount))
    case (.linear(let from, let to, let a), .linear(let from2, let to2, let b))
    where a.count == b.count:
      return .linear(
        from: from.interpolated(to: from2, amount), to: to.interpolated(to: to2, amount),
        stops: Self.between(a, b, amount))
    case (.radial(let center, let radius, let a), .radial(let center2, let radius2, let b))
    where a.count == b.count:
      return .radial(
        center: center.interpolated(to: center2, amount),
        radius: radius.interpolated(to: radius2, amount), stops: Self.between(a, b, amount))
    default: return amount < 1 ? self : other
    }
  }

  /// Why there is no way from `other` to this paint, in words; `nil` where there is one.
  public func difference(from other: Paint) -> String? {
    let (own, their) = (asGradient(like: other), other.asGradient(like: self))
    switch (own, their) {
    case (.color, .color): return nil
    case (.stencil, _), (_, .stencil): return "a picture stays as it is"
    case (.linear(_, _, let a), .linear(_, _, let b)), (.radial(_, _, let a), .radial(_, _, let b)):
      return a.count == b.count ? nil : "one gradient has \(b.count) stops, the other \(a.count)"
    default: return "one gradient goes along a line, the other outwards"
    }
  }

  /// Whether every number is finite.
  public var isFinite: Bool {
    switch self {
    case .color(let color): color.isFinite
    case .linear(let from, let to, let stops):
      from.isFinite && to.isFinite && stops.allSatisfy(\.isFinite)
    case .radial(let center, let radius, let stops):
      center.isFinite && radius.isFinite && stops.allSatisfy(\.isFinite)
    case .stencil: true
    }
  }

  /// A colour as the gradient that `other` is, of this colour everywhere; gradients as they are.
  private func asGradient(like other: Paint) -> Paint {
    guard case .color(let color) = self else { return self }
    func plain(_ stops: [Image.GradientStop]) -> [Image.GradientStop] {
      stops.map { Image.GradientStop($0.position, color) }
    }
    switch other {
    case .color, .stencil: return self
    case .linear(let from, let to, let stops):
      return .linear(from: from, to: to, stops: plain(stops))
    case .radial(let center, let radius, let stops):
      return .radial(center: center, radius: radius, stops: plain(stops))
    }
  }

  private static func between(
    _ from: [Image.GradientStop], _ to: [Image.GradientStop], _ amount: Double
  ) -> [Image.GradientStop] {
    zip(from, to).map { from, to in
      Image.GradientStop(
        min(1, max(0, from.position.interpolated(to: to.position, amount))),
        from.color.interpolated(to: to.color, amount).limited)
    }
  }
}

extension Image.GradientStop {
  fileprivate var isFinite: Bool { position.isFinite && color.isFinite }
}

extension Color {
  /// The colour with each component within 0…1, where easings lead beyond.
  public var limited: Color {
    func limited(_ part: Double) -> Double { min(1, max(0, part)) }
    return Color(limited(red), limited(green), limited(blue), limited(alpha))
  }
}

extension RelativePosition: Interpolatable {
  /// The position between `self` (at 0) and `other` (at 1).
  public func interpolated(to other: RelativePosition, _ amount: Double) -> RelativePosition {
    RelativePosition(
      x: x.interpolated(to: other.x, amount), y: y.interpolated(to: other.y, amount))
  }

  /// Whether both coordinates are finite.
  public var isFinite: Bool { x.isFinite && y.isFinite }
}
