// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// An SVG picture on a track: shown for as long as wanted.
public struct SVGSource: Source {
  /// The picture.
  public let drawing: SVGDrawing

  /// A source that shows `drawing`.
  public init(_ drawing: SVGDrawing) { self.drawing = drawing }

  /// Pictures.
  public var mediaType: MediaType { .video }
  /// One picture.
  public var isStill: Bool { true }
  /// It never ends.
  public var duration: Time? { nil }
  /// Its own size in whole pixels, to which it is stretched.
  public var naturalSize: PixelSize { PixelSize(rounding: drawing.box.size) }

  /// The picture, at every time.
  public func image(at time: Time, in context: FrameContext) throws -> Image {
    let (own, whole) = (drawing.box.size, naturalSize.size)
    return drawing.image.transformed(
      by: AffineTransform(scaleX: whole.width / own.width, y: whole.height / own.height))
  }
}
