// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// How each part of a target is drawn: passed on, copied, plane by plane or in float.
///
/// A pixel is drawn in float where a layer that can be seen there cannot be drawn plane by plane. Of the rest, what
/// shows nothing but a frame at whole samples, or a colour, is copied.
struct DrawingPlan {
  let list: DisplayList
  /// The frame that the picture is, where nothing changes it.
  let frame: FrameBuffer?
  /// What is copied, and where.
  private(set) var copies: [PlaneCopy] = []
  /// What is drawn plane by plane; its parts say where.
  private(set) var planar: PlanarPicture?
  /// The pixels that are drawn in float.
  private(set) var float: [PixelRect] = []

  /// The plan for `image` on `target`.
  init(_ image: Image, for target: FrameTarget) {
    list = DisplayList(image, for: target)
    frame = Self.untouchedFrame(list, target)
    guard frame == nil else { return }
    let whole = PixelRect(size: target.size)
    guard let lowering = PlanarLowering(target) else {
      float = [whole]
      return
    }
    var layers: [PlannedLayer] = []
    var hidden: [PixelRect] = []
    for layer in list.layers {
      let planned = PlannedLayer(layer, besides: hidden, lowering)
      if planned.value == nil { float += layer.touched.without(hidden) }
      // Nothing but float is needed.
      if float.contains(whole) { break }
      if !planned.hides.isEmpty, hidden.count < DisplayList.hiderLimit {
        hidden.append(planned.hides)
      }
      layers.append(planned)
    }
    guard !float.contains(whole) else {
      float = [whole]
      return
    }
    var parts: [PlanarPicture.Part] = []
    for share in LayerShare.shares(of: layers, in: whole) {
      if let copy = PlaneCopy(layers, share, target) {
        copies.append(copy)
      } else {
        parts.append(lowering.part(of: layers, share))
      }
    }
    guard !parts.isEmpty else { return }
    planar = lowering.picture(of: parts)
    // Float reports what wants too much memory.
    if planar == nil { (copies, float) = ([], [whole]) }
  }

  /// The frame that `list` is, if the target's shape, tags and alpha are the frame's.
  static func untouchedFrame(_ list: DisplayList, _ target: FrameTarget) -> FrameBuffer? {
    guard target.scale == 1, list.layers.count == 1, let layer = list.layers.first,
      case .frame(let buffer) = layer.image.node, buffer.size == target.size,
      buffer.format == target.format, buffer.color == target.color, buffer.pixelAspect == .one,
      !buffer.format.hasAlpha || buffer.alphaMode == target.alphaMode
    else { return nil }
    return buffer
  }
}
