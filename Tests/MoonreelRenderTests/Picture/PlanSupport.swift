// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

@testable import MoonreelRender

/// `image` over the target's background, wholly plane by plane; `nil` where the definition does not hold.
func planarPicture(_ image: Image, for target: FrameTarget) -> PlanarPicture? {
  guard let lowering = PlanarLowering(target),
    let value = lowering.lower(
      image.over(Image(color: target.background)), over: PixelRect(size: target.size))
  else { return nil }
  return lowering.picture(of: [lowering.part(value)])
}

extension DrawingPlan {
  /// Whether parts of it are drawn apart.
  var isSplit: Bool { copies.count + (planar?.parts.count ?? 0) + (float.isEmpty ? 0 : 1) > 1 }
}

/// How far codes of `image` as it is planned are from those drawn in float, at most.
func distanceFromFloat(_ image: Image, _ target: FrameTarget) throws -> Int {
  let renderer = PictureRenderer(threadCount: 1)
  let found = try renderer.render(image, to: target)
  let wanted = try renderer.renderInFloat(image, to: target)
  var distance = 0
  for plane in 0..<3 {
    for y in 0..<target.size.height {
      for x in 0..<target.size.width {
        distance = max(distance, abs(found.code(plane, x, y) - wanted.code(plane, x, y)))
      }
    }
  }
  return distance
}
