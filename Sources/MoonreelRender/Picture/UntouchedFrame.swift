// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// Finds pictures that are, in the end, one frame as it is: it is passed on, not copied.
enum UntouchedFrame {
  /// The frame that drawing `image` would copy; `nil` where anything is done to it, or its shape,
  /// tags or alpha differ from the target's.
  static func find(in image: Image, for target: FrameTarget) -> FrameBuffer? {
    guard target.scale == 1 else { return nil }
    var image = image
    var mustBeOpaque = target.background.alpha > 0
    for _ in 0..<Lowering.nodeLimit {
      switch image.node {
      case .frame(let buffer): return matches(buffer, target, mustBeOpaque) ? buffer : nil
      case .opacity(let input, let factor) where factor >= 1: image = input
      case .transform(let input, .identity, _): image = input
      case .crop(let input, let rect) where covers(rect, target): image = input
      case .clampToEdges(let input): image = input
      case .dissolve(let first, _, let amount) where amount <= 0: image = first
      case .dissolve(_, let second, let amount) where amount >= 1: image = second
      case .over(let top, let bottom):
        if LayeredPicture.touched(by: top, PixelRect(size: target.size))?.isEmpty == true {
          image = bottom
        } else {
          mustBeOpaque = true
          image = top
        }
      case .empty, .color, .pattern, .shape, .drawing, .transform, .projection, .tile, .crop,
        .opacity, .dissolve, .adjustment, .filter, .kernel, .samplingKernel:
        return nil
      }
    }
    return nil
  }

  private static func covers(_ rect: Rect, _ target: FrameTarget) -> Bool {
    rect.minX <= 0 && rect.minY <= 0 && rect.maxX >= Double(target.size.width)
      && rect.maxY >= Double(target.size.height)
  }

  private static func matches(
    _ buffer: FrameBuffer, _ target: FrameTarget, _ mustBeOpaque: Bool
  ) -> Bool {
    guard buffer.size == target.size, buffer.format == target.format,
      buffer.color == target.color, buffer.pixelAspect == .one
    else { return false }
    return !buffer.format.hasAlpha || (!mustBeOpaque && buffer.alphaMode == target.alphaMode)
  }
}
