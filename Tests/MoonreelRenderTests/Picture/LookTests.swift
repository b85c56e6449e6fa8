// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel
import Testing

@testable import MoonreelRender

/// The named looks, and looks stored in pictures.
struct LookTests {
  private let renderer = PictureRenderer(threadCount: 1)

  private func drawn(_ image: Image) throws -> SIMD4<Double> {
    try renderer.render(image, to: .float(1, 1)).floatPixel(0, 0)
  }

  private func look(_ look: Look, _ color: Color) throws -> SIMD4<Double> {
    try drawn(Image(color: color).look(look))
  }

  @Test(arguments: Look.allCases) func intensitiesMix(_ look: Look) throws {
    let color = Color(0.7, 0.4, 0.2)
    let image = Image(color: color)
    #expect(image.look(look, intensity: 0) === image)
    let (plain, whole) = (try drawn(image), try drawn(image.look(look)))
    let half = try drawn(image.look(look, intensity: 0.5))
    #expect(distance(half, (plain + whole) * 0.5) < 1e-6)
    #expect(distance(plain, whole) > 0.02)
  }

  @Test func whatTheNamesPromise() throws {
    let color = Color(0.7, 0.4, 0.2)
    for gray in [Look.mono, .noir, .tonal] {
      let pixel = try look(gray, color)
      #expect(abs(pixel.x - pixel.y) < 1e-6 && abs(pixel.y - pixel.z) < 1e-6, "\(gray)")
    }
    let luma = 0.2126 * 0.7 + 0.7152 * 0.4 + 0.0722 * 0.2
    #expect(abs(try look(.mono, color).x - luma) < 1e-6)
    // Noir is darker in the shadows, tonal never black and never white.
    let shadow = Color(0.3, 0.3, 0.3)
    #expect(abs(try look(.noir, shadow).x - 0.16) < 1e-3)
    #expect(abs(try look(.tonal, .black).x - 0.07) < 1e-6)
    #expect(abs(try look(.tonal, .white).x - 0.95) < 1e-6)
    // Chrome strengthens colours, fade weakens them.
    func spread(_ pixel: SIMD4<Double>) -> Double { max(pixel.x, pixel.z) - min(pixel.x, pixel.z) }
    let (strong, weak) = (spread(try look(.chrome, color)), spread(try look(.fade, color)))
    #expect(strong > 0.55 && weak < 0.4)
    #expect(distance(try look(.fade, .black), SIMD4(0.11, 0.11, 0.13, 1)) < 1e-6)
    // Warm whites, cool or warm shadows, by the tables in the documentation.
    #expect(distance(try look(.instant, .white), SIMD4(0.98, 0.95, 0.80, 1)) < 1e-6)
    #expect(distance(try look(.process, .black), SIMD4(0, 0.02, 0.16, 1)) < 1e-6)
    #expect(distance(try look(.transfer, .black), SIMD4(0.12, 0.05, 0.06, 1)) < 1e-6)
  }

  /// A picture of tiles: red to the right, green down, blue by tile.
  private func tiles(_ color: (Int, Int, Int) -> SIMD3<Int>) -> FrameBuffer {
    .make(.rgb24, 512, 512, .srgb) { _, part, x, y in
      color(x % 64, y % 64, y / 64 * 8 + x / 64)[part]
    }
  }

  @Test func picturesAreCubes() throws {
    // What changes nothing: 64 steps, 255 / 63 apart, rounded to bytes.
    let same = tiles { SIMD3(($0 * 255 + 31) / 63, ($1 * 255 + 31) / 63, ($2 * 255 + 31) / 63) }
    let identity = try renderer.lut(from: same, name: "same.png")
    for color in [Color(0.7, 0.4, 0.2), .black, .white, Color(0.01, 0.99, 0.5)] {
      let pixel = try drawn(Image(color: color).lut(identity))
      #expect(distance(pixel, SIMD4(color.red, color.green, color.blue, 1)) < 0.5 / 255 + 1e-6)
    }
    // Red and blue exchanged, green upside down.
    let turned = tiles { SIMD3($2 * 4, 252 - $1 * 4, $0 * 4) }
    let lut = try renderer.lut(from: turned, name: "turned.png")
    let pixel = try drawn(Image(color: Color(0.25, 0.75, 1)).lut(lut))
    #expect(distance(pixel, SIMD4(252.0 / 255, 63.0 / 255, 63.0 / 255, 1)) < 1e-6)
    let small = FrameBuffer.random(.rgb24, 64, 64, .srgb, seed: 1)
    #expect(throws: MoonreelError.self) { try renderer.lut(from: small, name: "small.png") }
  }
}
