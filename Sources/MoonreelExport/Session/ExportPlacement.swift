// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia
import MoonreelModel
import MoonreelRender

/// Where a composition's picture lies in the written one: as large as fits, centred.
struct ExportPlacement: Sendable {
  /// What the renderer is to fill.
  var target: FrameTarget
  /// Moves the picture to the centre where proportions differ; identity where they do not.
  private let shift: AffineTransform

  /// The place of the pictures of `composition` in what `encoding` takes.
  init(of composition: VideoComposition, in encoding: VideoEncoding) {
    self.init(
      of: composition, into: encoding.size, format: encoding.format, color: encoding.color)
  }

  /// The place of the pictures of `composition` in a frame of `output` pixels.
  init(
    of composition: VideoComposition, into output: PixelSize, format: PixelFormat, color: ColorTags
  ) {
    self.init(
      of: composition.renderSize, composedIn: composition.color, into: output, format: format,
      color: color)
  }

  /// The place of pictures of `size`, whose colours are composed as `workingColor` says, in a frame of `output` pixels.
  init(
    of size: PixelSize, composedIn workingColor: ColorTags, into output: PixelSize,
    format: PixelFormat, color: ColorTags
  ) {
    let horizontal = Double(output.width) / Double(size.width)
    let vertical = Double(output.height) / Double(size.height)
    // A rest of less than two output pixels comes from rounding the size: it is cut off rather than
    // shown as a dark edge.
    let rest = max(
      Double(output.width) - Double(size.width) * min(horizontal, vertical),
      Double(output.height) - Double(size.height) * min(horizontal, vertical))
    let scale = rest < 2 ? max(horizontal, vertical) : min(horizontal, vertical)
    let left = max(0, ((Double(output.width) - Double(size.width) * scale) / 2).rounded(.down))
    let top = max(0, ((Double(output.height) - Double(size.height) * scale) / 2).rounded(.down))
    shift = AffineTransform(translationX: left / scale, y: top / scale)
    var target = FrameTarget(
      size: output, format: format, color: color, scale: scale,
      background: format.hasAlpha ? .transparent : .black)
    target.workingColor = workingColor
    self.target = target
  }

  /// `image` where it belongs.
  func place(_ image: Image) -> Image { image.transformed(by: shift) }
}
