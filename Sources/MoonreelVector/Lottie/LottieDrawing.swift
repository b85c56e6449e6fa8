// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel
import MoonreelSandbox
import MoonreelText

/// One frame of a Lottie animation, drawn at any scale.
final class LottieDrawing: Drawing {
  private struct RasterKey: Hashable {
    var content: LottieContent
    var frame: Int64
    var scale: Double
  }

  /// Frames are seldom shown twice, but a still is, and so are frames of a slow animation.
  private static let rasters = RasterCache<RasterKey, DrawingRaster>(limit: 64 << 20)
  /// The most pixels of a frame: rlottie takes as much again for every mask and matte.
  private static let mostPixels = Double(1 << 24)

  private let content: LottieContent
  private let film: Isolated<LottieFilm>
  private let frame: Int64
  let box: Rect
  var extent: Rect { box }

  init(_ content: LottieContent, _ film: Isolated<LottieFilm>, frame: Int64) {
    (self.content, self.film, self.frame) = (content, film, frame)
    box = Rect(origin: .zero, size: content.size.size)
  }

  /// The picture within its box.
  var image: Image { Image(.drawing(self)).cropped(to: box) }

  /// Pixels at about `scale`: as many as make the width a whole number. Those at the edges go on beyond them.
  func raster(scale: Double) throws -> DrawingRaster {
    let key = RasterKey(content: content, frame: frame, scale: scale)
    return try Self.rasters.value(key, cost: \.byteCount) {
      let own = content.size.size
      let limited = min(scale, (Self.mostPixels / (own.width * own.height)).squareRoot())
      let whole = max(1, (own.width * limited).rounded()) / own.width
      return try RasterPlane.raster(
        of: box, scale: whole, margin: RasterPlane.clampedMargin, isShared: film.needsSharedCanvas
      ) { plane in
        try film.draw(frame, on: plane)
        plane.clamp(to: box)
      }
    }
  }

  var digest: Digest? { DigestWriter("lottie", content.textDigest, frame).digest }
}
