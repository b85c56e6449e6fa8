// SPDX-License-Identifier: MIT

import MoonreelCore

extension Image {
  /// How two masks become one, from their alphas a and b.
  public enum MaskCombination: String, Hashable, Sendable, CaseIterable {
    /// What either shows: a + b − a · b.
    case add
    /// What the first shows and the second does not: a · (1 − b).
    case subtract
    /// What both show: a · b.
    case intersect
  }

  /// White inside `path`, nothing outside: a mask for ``matted(by:channel:inverted:)``.
  ///
  /// - Parameters:
  ///   - path: Its outlines.
  ///   - rule: What counts as inside where outlines overlap.
  ///   - feather: Pixels from nothing to all, half of them on each side of the outline; 0 cuts pixels
  ///     by their area.
  public convenience init(
    shape path: Path, rule: Path.FillRule = .nonZero, feather: Double = 0
  ) {
    self.init(.shape(path, rule, feather: feather))
  }

  /// This mask with `other` added, taken off, or as its limit.
  public func combined(with other: Image, _ combination: MaskCombination) -> Image {
    switch combination {
    case .add: over(other)
    case .subtract: composited(onto: other, .sourceOut)
    case .intersect: composited(onto: other, .sourceIn)
    }
  }
}
