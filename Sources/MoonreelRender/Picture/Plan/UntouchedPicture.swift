// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// Whether a picture is a frame as it is, or what was done to it.
package enum UntouchedPicture {
  /// Drawn, the picture is this frame, to the bit.
  case frame(FrameBuffer)
  /// It is no such frame: a clause such as "the picture is moved, turned or scaled".
  case changed(String)
}

extension FrameTarget {
  /// What would be drawn of `image` here, without drawing it: the renderer's own plan is asked.
  package func untouched(_ image: Image) -> UntouchedPicture {
    let list = DisplayList(image, for: self)
    if let frame = DrawingPlan.untouchedFrame(list, self) { return .frame(frame) }
    guard let top = list.layers.first else { return .changed("nothing is shown") }
    if case .frame(let frame) = top.image.node { return .changed(difference(from: frame)) }
    if list.layers.count > 1, top.hides != PixelRect(size: size) {
      return .changed("several pictures lie over one another")
    }
    return .changed(top.image.node.change)
  }

  /// Why `frame`, which lies at the picture's origin, is not what the target shows.
  private func difference(from frame: FrameBuffer) -> String {
    if scale != 1 { return "the film is written at another size" }
    if frame.size != size {
      return "the clip's pictures have \(frame.size) pixels and the film's \(size)"
    }
    if frame.pixelAspect != .one { return "the clip's pixels are not square" }
    if frame.format != format {
      return "the clip's samples are stored in another way than the film's"
    }
    if frame.color != color { return "the clip's colours are coded otherwise than the film's" }
    return frame.format.hasAlpha ? "the clip's alpha is stored otherwise" : "the picture is changed"
  }
}

extension Image.Node {
  /// What was done to the picture below, as a clause.
  fileprivate var change: String {
    switch self {
    case .empty: "nothing is shown"
    case .frame: "the picture is changed"
    case .color, .pattern, .shape, .drawing: "the picture is drawn"
    case .transform, .projection: "the picture is moved, turned or scaled"
    case .crop, .tile, .clampToEdges: "the picture is cropped"
    case .opacity: "the picture is not opaque"
    case .over: "several pictures lie over one another"
    case .dissolve: "two pictures are dissolved"
    case .adjustment, .filter, .kernel, .samplingKernel: "an effect changes the picture"
    }
  }
}
