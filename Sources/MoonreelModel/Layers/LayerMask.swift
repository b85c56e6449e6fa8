// SPDX-License-Identifier: MIT

import MoonreelCore

/// What is kept of a layer, in the coordinates of its box.
public struct LayerMask: Sendable {
  /// Where the picture comes from.
  public enum Picture: Sendable {
    /// One that stays.
    case image(Image)
    /// What a source shows on the layer's clock, placed by the coordinates of what it draws.
    case source(any Source)
  }

  /// The picture whose alpha or luma is read.
  public var picture: Picture
  /// Which of the two.
  public var channel: Image.MatteChannel
  /// Whether the rest is kept instead.
  public var isInverted: Bool

  /// A mask of the alpha, or of another channel, of `picture`.
  public init(_ picture: Picture, channel: Image.MatteChannel = .alpha, isInverted: Bool = false) {
    (self.picture, self.channel, self.isInverted) = (picture, channel, isInverted)
  }

  /// A mask of the alpha, or of another channel, of `image`.
  public init(_ image: Image, channel: Image.MatteChannel = .alpha, isInverted: Bool = false) {
    self.init(.image(image), channel: channel, isInverted: isInverted)
  }

  /// The picture in the coordinates of the layer's box, at the moment of `context`.
  ///
  /// - Throws: what drawing throws.
  func image(at context: FrameContext) throws -> Image {
    switch picture {
    case .image(let image): return image
    case .source(let source):
      let corner = AffineTransform(translationX: source.origin.x, y: source.origin.y)
      return try source.image(at: context.time, in: context).transformed(by: corner)
    }
  }
}
