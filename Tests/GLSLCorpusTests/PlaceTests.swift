// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelGLSL
import Testing

/// Where a pixel is, which noise depends on to the last bit.
@Suite struct PlaceTests {
  @Test(
    "uv is the float32 nearest to (pixel + ½) / size",
    arguments: [PixelSize(1920, 3), PixelSize(3, 1080), PixelSize(1279, 5), PixelSize(7, 719)])
  func placesAreRoundedOnce(_ size: PixelSize) throws {
    let shader = try MoonreelGLSL.GLSLShader(
      source: "vec4 transition(vec2 uv) { return vec4(uv, progress, 1.0); }", name: "place.glsl")
    let drawn = try DrawingTests.draw(shader, at: 0.375, size: size)
    var off = 0
    for y in 0..<size.height {
      for x in 0..<size.width {
        let at = 4 * (y * size.width + x)
        let row = size.height - 1 - y
        let isRight =
          drawn[at] == Float((Double(x) + 0.5) / Double(size.width))
          && drawn[at + 1] == Float((Double(row) + 0.5) / Double(size.height))
          && drawn[at + 2] == 0.375
        if !isRight { off += 1 }
      }
    }
    #expect(off == 0, "\(off) of \(size.width * size.height) pixels")
  }
}
