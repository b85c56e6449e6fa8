// SPDX-License-Identifier: MIT

import MoonreelCore

/// A picture of glyphs or outlines that can be drawn at any resolution: text, shapes.
///
/// An ``Image/Node/drawing(_:)`` carries one; the renderer asks it for pixels at the scale at which they are
/// wanted and places these between pixels like those of any other picture.
public protocol Drawing: Sendable {
  /// The rectangle outside which it is transparent at every scale.
  var extent: Rect { get }
  /// The rectangle by which it is placed and fitted as a layer: for text the lines' own, whatever hangs over
  /// it. May be empty.
  var box: Rect { get }
  /// Its pixels, `scale` of them (along each axis) to one of its own; fewer where there would be too many.
  /// The same object again where nothing has changed since.
  ///
  /// - Throws: `MoonreelError` (`limitExceeded`) where there is no memory for them.
  func raster(scale: Double) throws -> DrawingRaster
  /// The same pixels as Y'CbCr codes of `color` with 8 bits, each a word of four bytes: `yuva`, premultiplied, or `yuvx` where
  /// all of it is opaque. `nil`, which is usual, where it has nothing but colours.
  ///
  /// For pictures that are drawn anew for every frame: they need no conversion then.
  func codes(scale: Double, color: ColorTags) throws -> DrawingRaster?
  /// Where every pixel is opaque, at every scale: its raster has no alpha then, and its edges repeat beyond it. `nil`, which is usual,
  /// where that is not certain.
  var opaqueRect: Rect? { get }
  /// What it takes in memory, by estimate: it counts against the memory of the script that made it.
  var byteEstimate: Int { get }
  /// Stands for what it draws, at every scale: what is described alike has the same in every process, and two that
  /// draw different things never have. `nil` where it cannot say, because it draws from something that only this process has; no picture
  /// that it is part of has a digest then, and nobody keeps one beyond its use.
  var digest: Digest? { get }
}

extension Drawing {
  /// None: it has nothing but colours.
  public func codes(scale: Double, color: ColorTags) throws -> DrawingRaster? { nil }
  /// Not certain.
  public var opaqueRect: Rect? { nil }
}

/// The pixels of a drawing at one scale.
public struct DrawingRaster: Sendable {
  /// Premultiplied, and transparent along its edges; or without alpha.
  public var buffer: FrameBuffer
  /// Pixels per pixel of the drawing's own.
  public var scale: Double
  /// Where the top-left corner lies, in pixels of the buffer from the drawing's origin.
  public var originX: Int
  /// The same downwards.
  public var originY: Int

  /// A raster with every property given.
  public init(buffer: FrameBuffer, scale: Double, originX: Int, originY: Int) {
    (self.buffer, self.scale) = (buffer, scale)
    (self.originX, self.originY) = (originX, originY)
  }

  /// From the buffer's pixels to the drawing's own coordinates.
  public var transform: AffineTransform {
    AffineTransform(
      a: 1 / scale, b: 0, c: 0, d: 1 / scale, tx: Double(originX) / scale,
      ty: Double(originY) / scale)
  }

  /// At which scale a drawing is drawn where `wanted` pixels fall on one of its own: `base` times a power of
  /// two, so that one that grows slowly is drawn a few times only; it is enlarged by 4/3 at most.
  public static func scale(for wanted: Double, base: Double) -> Double {
    guard wanted.isFinite, wanted > 0, base.isFinite, base > 0 else { return 1 }
    var scale = base
    var steps = 0
    while wanted > scale * (4.0 / 3 + 1e-9), steps < 16 { (scale, steps) = (scale * 2, steps + 1) }
    while wanted <= scale * (2.0 / 3), steps < 16 { (scale, steps) = (scale / 2, steps + 1) }
    return scale
  }
}

extension Image {
  /// The rectangle by which the picture is placed as a layer: a drawing's box, or the extent; `nil` where it
  /// has no edges.
  public var box: Rect? {
    if case .drawing(let drawing) = node { drawing.box } else { placementBox ?? extent }
  }

  /// How a layer that shows the picture is fitted unless it says: drawings are shown at their own size.
  public var usualFit: FitMode {
    if case .drawing = node { .none } else { placementBox == nil ? .contain : .none }
  }
}
