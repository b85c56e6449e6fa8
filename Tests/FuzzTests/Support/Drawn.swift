// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelExport
import MoonreelMedia
import MoonreelModel
import MoonreelRender

/// Draws what came in, small: many mistakes show only there.
enum Drawn {
  private static let target = FrameTarget(size: PixelSize(32, 18), format: .rgba, color: .srgb)

  /// The pixels of `image`, whose first pixels are seen at `scale`.
  @discardableResult
  static func pixels(of image: Image, scale: Double) throws -> FrameBuffer {
    var target = target
    target.scale = scale
    return try PictureRenderer(threadCount: 1).render(image, to: target)
  }

  /// The picture of a film at its beginning and somewhere in it, and a block of its sound.
  static func film(_ request: ExportRequest, gate: FileGate) throws {
    let reader = CompositionReader(
      timeline: request.timeline, composition: request.videoComposition, audioMix: request.audioMix,
      gate: gate)
    guard request.hasPictures else { return }
    let size = reader.composition.outputSize
    let scale = min(1, 32 / Double(max(1, size.width)), 18 / Double(max(1, size.height)))
    for seconds in [0, 0.12] {
      let image = try reader.image(at: try Time(seconds: seconds), renderScale: scale)
      try pixels(of: image, scale: scale)
    }
  }
}
