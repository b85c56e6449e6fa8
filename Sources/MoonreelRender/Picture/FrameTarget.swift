// SPDX-License-Identifier: MIT

import MoonreelCore

/// What a picture is rendered to: the shape and meaning of the frame that comes out.
public struct FrameTarget: Sendable {
  /// The frame's size in output pixels.
  public var size: PixelSize
  /// How the frame's samples lie in memory.
  public var format: PixelFormat
  /// What the frame's numbers mean.
  public var color: ColorTags
  /// The colour space in which the picture is composed before it becomes ``color``'s; default `nil`:
  /// that of ``color``. Only primaries and transfer count.
  public var workingColor: ColorTags?
  /// Output pixels per image pixel: 0.5 draws the same picture at half size. Default 1.
  public var scale: Double
  /// How much care is taken where pictures are scaled and turned. Default good.
  public var quality = RenderQuality.good
  /// What lies under the picture; default opaque black. Give `.transparent` to keep alpha.
  public var background: Color
  /// How alpha relates to colour in the frame, where its format stores alpha. Default straight.
  public var alphaMode: FrameBuffer.AlphaMode

  /// A target with every property given.
  public init(
    size: PixelSize, format: PixelFormat, color: ColorTags, scale: Double = 1,
    background: Color = .black, alphaMode: FrameBuffer.AlphaMode = .straight
  ) {
    (self.size, self.format, self.color) = (size, format, color)
    (self.scale, self.background, self.alphaMode) = (scale, background, alphaMode)
  }
}
