// SPDX-License-Identifier: MIT

import CPango
import CTextHost
import MoonreelCore

/// Coverage alone, which can be blurred.
final class MaskCanvas {
  let surface: OpaquePointer
  private let memory: UnsafeMutablePointer<UInt8>
  private let size: PixelSize
  private let stride: Int

  /// Coverage of `size` pixels, nothing anywhere.
  init(size: PixelSize) {
    self.size = size
    stride = Int(cairo_format_stride_for_width(CAIRO_FORMAT_A8, Int32(size.width)))
    memory = .allocate(capacity: stride * size.height)
    memory.initialize(repeating: 0, count: stride * size.height)
    surface = cairo_image_surface_create_for_data(
      memory, CAIRO_FORMAT_A8, Int32(size.width), Int32(size.height), Int32(stride))
  }

  deinit {
    cairo_surface_finish(surface)
    cairo_surface_destroy(surface)
    memory.deallocate()
  }

  /// Draws with a canvas whose top-left pixel lies at (`originX`, `originY`).
  func draw(
    scale: Double, originX: Double, originY: Double, _ body: (Canvas) throws -> Void
  ) rethrows {
    let canvas = Canvas(
      memory, format: CAIRO_FORMAT_A8, size: size, strideBytes: stride, scale: scale,
      originX: originX, originY: originY)
    try body(canvas)
    canvas.flush()
  }

  /// Blurs with a gaussian of `sigma` pixels, cut off at three of them.
  ///
  /// - Throws: `MoonreelError` (`limitExceeded`) where memory is short.
  func blur(sigma: Double) throws {
    guard sigma > 0.05 else { return }
    cairo_surface_flush(surface)
    let weights = Self.weights(sigma: sigma)
    guard mr_blur_alpha(memory, size.width, size.height, stride, weights, weights.count - 1) else {
      throw MoonreelError(.limitExceeded, "Cannot blur a shadow: there is no memory left.")
    }
    cairo_surface_mark_dirty(surface)
  }

  /// The middle weight and those of the samples on each side; all together make 1.
  static func weights(sigma: Double) -> [Float] {
    let radius = max(1, Int(limiting: (3 * sigma).rounded(.up)))
    let raw = (0...radius).map { index -> Double in
      let distance = Double(index) / sigma
      return PortableMath.exp(-0.5 * distance * distance)
    }
    let sum = raw[0] + 2 * raw.dropFirst().reduce(0, +)
    return raw.map { Float($0 / sum) }
  }
}
