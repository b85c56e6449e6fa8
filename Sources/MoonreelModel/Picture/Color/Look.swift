// SPDX-License-Identifier: MIT

import MoonreelCore

/// A photographic look with a name: a short recipe of the colour operations.
///
/// The names are those of Core Image's photo effects, which the looks follow in mood; the recipes are
/// our own.
public enum Look: String, Hashable, Sendable, CaseIterable {
  /// Strong colours and a firm contrast.
  case chrome
  /// Weak colours; black is dark gray, white a little warm.
  case fade
  /// An old instant print: warm lights, greenish shadows, soft.
  case instant
  /// Black and white.
  case mono
  /// Black and white with deep shadows.
  case noir
  /// Film in the wrong bath: cool, blue shadows, yellow-green lights.
  case process
  /// Black and white, soft, through an orange filter.
  case tonal
  /// A faded slide: warm, red shadows.
  case transfer

  /// `image` with the whole look.
  func apply(to image: Image) -> Image {
    switch self {
    case .chrome: image.vibrance(0.5).saturation(1.1).curves(master: Self.firm)
    case .fade:
      image.saturation(0.65).levels(
        red: Levels(lowOutput: 0.11, highOutput: 0.97),
        green: Levels(lowOutput: 0.11, highOutput: 0.95),
        blue: Levels(lowOutput: 0.13, highOutput: 0.91))
    case .instant: instant(image)
    case .mono: image.saturation(0)
    case .noir: image.saturation(0).curves(master: Self.deep)
    case .process: process(image)
    case .tonal:
      image.channelsMixed(red: Self.orange, green: Self.orange, blue: Self.orange)
        .levels(Levels(gamma: 1.1, lowOutput: 0.07, highOutput: 0.95))
    case .transfer: transfer(image)
    }
  }

  private func instant(_ image: Image) -> Image {
    image.saturation(0.8).curves(
      red: Curve([.init(0, 0.06), .init(0.5, 0.54), .init(1, 0.98)]),
      green: Curve([.init(0, 0.09), .init(0.5, 0.52), .init(1, 0.95)]),
      blue: Curve([.init(0, 0.08), .init(0.5, 0.45), .init(1, 0.80)]))
  }

  private func process(_ image: Image) -> Image {
    image.curves(
      red: Curve([.init(0, 0), .init(0.25, 0.16), .init(0.75, 0.80), .init(1, 0.97)]),
      green: Curve([.init(0, 0.02), .init(0.25, 0.23), .init(0.75, 0.82), .init(1, 1)]),
      blue: Curve([.init(0, 0.16), .init(0.5, 0.51), .init(1, 0.84)]))
  }

  private func transfer(_ image: Image) -> Image {
    image.saturation(0.85).curves(
      red: Curve([.init(0, 0.12), .init(0.5, 0.60), .init(1, 1)]),
      green: Curve([.init(0, 0.05), .init(0.5, 0.50), .init(1, 0.94)]),
      blue: Curve([.init(0, 0.06), .init(0.5, 0.42), .init(1, 0.82)]))
  }

  private static let firm = Curve([.init(0, 0), .init(0.25, 0.2), .init(0.75, 0.82), .init(1, 1)])
  private static let deep = Curve([
    .init(0, 0), .init(0.3, 0.16), .init(0.7, 0.74), .init(1, 1),
  ])
  private static let orange = SIMD3<Float>(0.55, 0.40, 0.05)
}

extension Image {
  /// This picture with `look` at `intensity`: 0 leaves it as it is, 1 (the default) is the whole look.
  public func look(_ look: Look, intensity: Float = 1) -> Image {
    toned(by: look.apply(to: self), intensity: intensity)
  }
}
