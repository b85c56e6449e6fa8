// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

@testable import MoonreelRender

/// Pixels in double precision, premultiplied, for filters written out plainly.
struct PlainPicture {
  typealias RGBA = SIMD4<Double>

  let width: Int
  let height: Int
  private let pixels: [RGBA]
  /// Whether edges go on instead of ending in transparency.
  let holds: Bool

  /// The pixels of an RGBA frame with straight alpha.
  init(_ buffer: FrameBuffer, holds: Bool) {
    (width, height, self.holds) = (buffer.size.width, buffer.size.height, holds)
    pixels = (0..<height).flatMap { [width] y in
      (0..<width).map { x -> RGBA in
        let parts = (0..<4).map { Double(buffer.code(0, x, y, part: $0)) / 255 }
        return RGBA(parts[0] * parts[3], parts[1] * parts[3], parts[2] * parts[3], parts[3])
      }
    }
  }

  /// What the engine draws of `image` over `width` × `height` pixels.
  init(drawing image: Image, _ width: Int, _ height: Int) throws {
    (self.width, self.height, holds) = (width, height, false)
    let frame = try PictureRenderer(threadCount: 1).render(image, to: .float(width, height))
    pixels = (0..<height).flatMap { y in
      (0..<width).map { x in
        RGBA([2, 0, 1, 3].map { Double(frame.float($0, x, y)) })
      }
    }
  }

  subscript(x: Int, y: Int) -> RGBA {
    let (column, row) = (max(0, min(width - 1, x)), max(0, min(height - 1, y)))
    guard holds || (column == x && row == y) else { return .zero }
    return pixels[row * width + column]
  }

  /// Linear between pixels; (½, ½) is the centre of the first.
  func at(_ x: Double, _ y: Double) -> RGBA {
    let (u, v) = (x - 0.5, y - 0.5)
    let (column, row) = (u.rounded(.down), v.rounded(.down))
    let (fx, fy) = (u - column, v - row)
    let (i, j) = (Int(column), Int(row))
    let above = self[i, j] * (1 - fx) + self[i + 1, j] * fx
    let below = self[i, j + 1] * (1 - fx) + self[i + 1, j + 1] * fx
    return above * (1 - fy) + below * fy
  }

  static func luma(_ p: RGBA) -> Double { p.x * 0.2126 + p.y * 0.7152 + p.z * 0.0722 }

  static func smoothstep(_ low: Double, _ high: Double, _ value: Double) -> Double {
    let t = max(0, min(1, (value - low) / (high - low)))
    return t * t * (3 - 2 * t)
  }

  /// `colors` with the alpha of `other`.
  static func keepingAlpha(_ colors: RGBA, of other: RGBA) -> RGBA {
    RGBA(colors.x, colors.y, colors.z, other.w)
  }
}
