// SPDX-License-Identifier: MIT

import MoonreelCore

// Light and shadow that a picture throws around itself.
extension Image {
  /// A glow around what is bright: the picture plus `intensity` times the blur of itself, each
  /// pixel multiplied by how far its straight luma lies above `threshold` (3t² − 2t³ over the next
  /// tenth). Alpha is added likewise and limited to 1. The extent grows as the blur's does.
  ///
  /// - Parameters:
  ///   - threshold: The luma from which pixels begin to glow, 0…1.
  ///   - sigma: The standard deviation of the gaussian blur, in pixels.
  ///   - intensity: How much of the glow is added.
  public func bloomed(threshold: Float, sigma: Double, intensity: Float) -> Image {
    let glow = applying(Glows.highlights, numbers: [threshold]).gaussianBlurred(sigma: sigma)
    return applying(Glows.sum, to: glow, numbers: [intensity])
  }

  /// The picture over its own shadow: its alpha in one colour, moved and blurred. The extent is
  /// that of both.
  ///
  /// - Parameters:
  ///   - offset: How far the shadow lies to the right and below, in pixels.
  ///   - blur: The standard deviation of the gaussian blur, in pixels; 0 for a hard edge.
  ///   - color: Its colour; its alpha counts too.
  ///   - opacity: What the shadow is multiplied by, 0…1.
  public func dropShadow(
    offset: Point, blur: Double, color: Color = .black, opacity: Float = 0.5
  ) -> Image {
    let parts = [color.red, color.green, color.blue, color.alpha].map { Float($0) }
    let shadow = applying(Glows.silhouette, numbers: parts).opacity(opacity)
      .gaussianBlurred(sigma: blur)
      .transformed(by: AffineTransform(translationX: offset.x, y: offset.y))
    return over(shadow)
  }
}

private enum Glows {
  static let highlights = PixelKernel("highlights", inputs: 1, numbers: 1) { kernel in
    let pixel = kernel.input(0)
    let edge = kernel.number(0)
    let share = pixel.straight.luma.smoothstep(edge, edge + 0.1)
    return pixel.map { $0 * share }
  }

  static let sum = PixelKernel("bloom", inputs: 2, numbers: 1) { kernel in
    let glow = kernel.input(1).map { $0 * kernel.number(0) }
    let sum = kernel.input(0) + glow
    return KernelPixel(sum.red, sum.green, sum.blue, sum.alpha.minimum(1))
  }

  static let silhouette = PixelKernel("silhouette", inputs: 1, numbers: 4) { kernel in
    let alpha = kernel.input(0).alpha * kernel.number(3)
    return KernelPixel(
      straight: kernel.number(0), kernel.number(1), kernel.number(2), alpha: alpha)
  }
}
