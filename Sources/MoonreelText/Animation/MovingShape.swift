// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// A shape whose outline or look moves.
public final class MovingShape: Source {
  /// What it is at every time.
  public let shape: Moving<ShapeDescription>
  /// How long it lasts; `nil`: as long as wanted.
  public let duration: Time?
  /// The rectangle by which it is placed, in its own coordinates.
  public let box: Rect
  /// What its stencil stands for.
  public let picture: PictureFill?

  /// - Parameter picture: what it is filled with, where its fill is a stencil.
  /// - Parameter box: the rectangle by which it is placed; `nil`: the one around its outlines at time zero
  ///   and at all its keys.
  /// - Throws: as ``ShapeDrawing/init(of:)``; `limitExceeded` for a box that is too large; what an expression
  ///   throws.
  public init(
    _ shape: Moving<ShapeDescription>, filledWith picture: PictureFill? = nil,
    duration: Time? = nil,
    box: Rect? = nil
  ) throws {
    (self.shape, self.picture, self.duration) = (shape, picture, duration)
    let times = Set([.zero] + shape.keyTimes).sorted()
    let boxes = try times.map { try ShapeDrawing(of: try shape.value(at: $0)).box }
    let seen = boxes.filter { $0 != .zero }
    let whole = box ?? seen.dropFirst().reduce(seen.first ?? .zero) { $0.union($1) }
    self.box = whole
    try RasterPlane.check(whole, "the box of the shape", "make it smaller")
  }

  /// As one moment of it; its keyframes are counted where they are read.
  public var byteEstimate: Int { 4096 + shape.start.path.byteEstimate }

  /// Pictures.
  public var mediaType: MediaType { .video }

  /// The box in whole pixels.
  public var naturalSize: PixelSize { .covering(box) }

  /// At its own size.
  public var usualFit: FitMode { .none }

  /// The box's corner.
  public var origin: Point { box.origin }

  /// The shape at `time`, the corner of its box at the origin.
  public func image(at time: Time, in context: FrameContext) throws -> Image {
    try ShapeDrawing.image(of: try shape.value(at: time), filledWith: picture)
      .transformed(by: AffineTransform(translationX: -box.minX, y: -box.minY))
  }
}

extension PixelSize {
  /// The size of `box`, rounded up to whole pixels; at least one each way.
  static func covering(_ box: Rect) -> PixelSize {
    PixelSize(rounding: Size(box.size.width.rounded(.up), box.size.height.rounded(.up)))
  }
}
