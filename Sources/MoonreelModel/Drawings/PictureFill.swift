// SPDX-License-Identifier: MIT

import MoonreelCore

/// A picture that letters or a shape are filled with.
public struct PictureFill: Sendable {
  /// How it lies in the box of what it fills.
  public enum Fit: String, Hashable, Sendable, CaseIterable {
    /// As small as covers the box, held at its edges.
    case cover
    /// As large as fits inside; nothing beside it.
    case contain
    /// To the box's size, held at its edges.
    case stretch
    /// At its own size from the box's corner on, again and again.
    case tile
    /// Where it is: in the coordinates of what it fills.
    case none

    /// Whether a picture without holes leaves none in the box.
    public var covers: Bool { self == .cover || self == .stretch || self == .tile }
  }

  /// The picture.
  public var image: Image
  /// How it lies in the box.
  public var fit: Fit
  /// What its size is multiplied by, about the box's middle (of tiles: about its corner).
  public var scale: Double

  /// A picture with every property given.
  public init(_ image: Image, fit: Fit = .cover, scale: Double = 1) {
    (self.image, self.fit, self.scale) = (image, fit, scale)
  }

  /// The picture laid into `box`.
  public func placed(in box: Rect) -> Image {
    let corner = AffineTransform(translationX: box.minX, y: box.minY)
    guard fit != .none, let extent = image.extent, !extent.isEmpty else { return image }
    if fit == .tile {
      let start = AffineTransform(translationX: -extent.minX, y: -extent.minY)
      let tile = start.followed(by: AffineTransform(scaleX: scale, y: scale)).followed(by: corner)
      return image.transformed(by: tile).tiled(.repeat)
    }
    let mode: FitMode = fit == .contain ? .contain : fit == .cover ? .cover : .stretch
    let map = mode.transform(from: extent, into: box.size).followed(by: corner)
    let grown = AffineTransform(scaleX: scale, y: scale).about(Gravity.center.point(in: box))
    let placed = image.transformed(by: map.followed(by: grown))
    return fit == .contain ? placed : placed.clampedToEdges()
  }
}
