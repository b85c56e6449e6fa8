// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia
import MoonreelModel
import MoonreelRender

/// A frame that is drawn but not encoded.
struct DrawnFrame: Sendable {
  var index: Int64
  var frame: FrameBuffer
}

/// The way of drawn pictures to one encoder: as they are where it takes them so, else scaled and converted by the renderer
/// that draws everything else.
final class PictureLane: Sendable {
  /// Where they go.
  let taker: any FrameTaker
  /// The pictures that wait.
  let drawn = BoundedQueue<DrawnFrame>(capacity: 2)
  private let placement: ExportPlacement?
  private let renderer: PictureRenderer

  /// The way from pictures of `composition` that look like `look` to `taker`, which takes them as `encoding` says.
  init(
    _ look: DrawnLook, of composition: VideoComposition, to taker: any FrameTaker,
    _ encoding: VideoEncoding, _ request: ExportRequest, renderer: PictureRenderer
  ) {
    (self.taker, self.renderer) = (taker, renderer)
    guard look != DrawnLook(of: encoding) else {
      placement = nil
      return
    }
    var placement = ExportPlacement(
      of: look.size, composedIn: composition.color, into: encoding.size, format: encoding.format,
      color: encoding.color)
    placement.target.quality = request.renderQuality
    self.placement = placement
  }

  /// Whether the encoder takes other pictures than those that are drawn.
  var converts: Bool { placement != nil }

  /// `frame` as the encoder takes it.
  ///
  /// - Throws: `MoonreelError`, as ``PictureRenderer/render(_:to:threadCount:)``.
  func prepare(_ frame: FrameBuffer) throws -> FrameBuffer {
    guard let placement else { return frame }
    return try renderer.render(placement.place(Image(frame: frame)), to: placement.target)
  }
}
