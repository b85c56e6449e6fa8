// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

extension FrameTarget {
  /// The largest width or height of a frame.
  static let sizeLimit = 32_768

  /// The colour space in which the picture is composed.
  var workingSpace: ColorSpace { ColorSpace(workingColor ?? color) }

  func validate() throws {
    guard (1...Self.sizeLimit).contains(size.width), (1...Self.sizeLimit).contains(size.height)
    else {
      throw MoonreelError(
        .invalidArgument,
        "Cannot draw a frame of \(size) pixels: width and height must lie between 1 and \(Self.sizeLimit)."
      )
    }
    guard scale.isFinite, scale > 1e-6, scale < 1e6 else {
      throw MoonreelError(
        .invalidArgument, "Cannot draw at a scale of \(scale): it must be a positive number.")
    }
    _ = try format.components()
    guard format.chromaShiftX <= 1, format.chromaShiftY <= format.chromaShiftX else {
      throw MoonreelError(
        .unsupportedFormat,
        "Cannot draw to the pixel format \(format): chroma is written as 4:4:4, 4:2:2 or 4:2:0.")
    }
  }

  /// A frame of this shape; `fill` writes every sample.
  func makeFrame(fill: ([FrameBuffer.Plane]) throws -> Void) rethrows -> FrameBuffer {
    try FrameBuffer(
      format: format, size: size, color: color, alphaMode: alphaMode, isZeroed: false, fill: fill)
  }
}
