// SPDX-License-Identifier: MIT

import Glibc
import MoonreelCore
import MoonreelModel
import Testing

@testable import MoonreelRender

/// Keys and spill suppression against formulas in double precision.
struct KeyingTests {
  private let renderer = PictureRenderer(threadCount: 2)
  private typealias RGB = SIMD3<Double>

  private func smoothstep(_ low: Double, _ high: Double, _ value: Double) -> Double {
    if low >= high { return value >= high ? 1 : 0 }
    let t = min(1, max(0, (value - low) / (high - low)))
    return t * t * (3 - 2 * t)
  }

  /// Expects every component times `share` of the straight colour, after `despill`.
  private func check(
    _ name: String, _ change: (Image) -> Image, despill: (RGB) -> RGB = { $0 },
    _ share: (RGB) -> Double
  ) throws {
    let source = ColorCheck.frame(61, 33, seed: 3, beyond: false)
    let drawn = try renderer.render(change(Image(frame: source)), to: .float(61, 33))
    for y in 0..<33 {
      for x in 0..<61 {
        let pixel = source.floatPixel(x, y)
        let straight = pixel.w == 0 ? .zero : RGB(pixel.x, pixel.y, pixel.z) / pixel.w
        let wanted = SIMD4(despill(straight) * pixel.w, pixel.w) * share(straight)
        let error = distance(drawn.floatPixel(x, y), wanted)
        #expect(error < 5e-6, "\(name) of \(straight): \(drawn.floatPixel(x, y)), not \(wanted)")
      }
    }
  }

  private func chroma(_ color: RGB) -> SIMD2<Double> {
    let luma = 0.2989 * color.x + 0.5866 * color.y + 0.1145 * color.z
    return SIMD2(0.7132 * (color.x - luma), 0.5647 * (color.z - luma))
  }

  private func length(_ vector: SIMD2<Double>) -> Double { hypot(vector.x, vector.y) }

  private func withoutGreen(_ amount: Double) -> (RGB) -> RGB {
    { RGB($0.x, $0.y - amount * max(0, $0.y - ($0.x + $0.z) / 2), $0.z) }
  }

  @Test func chromaKeysAreVideoLabs() throws {
    // VideoLab's defaults, 0.4 and 0.1, to the third digit.
    let toGrey = length(chroma(RGB(0, 1, 0)))
    #expect(abs(0.75 * toGrey - 0.4) < 0.001 && abs(0.1875 * toGrey - 0.1) < 0.001)
    try check("default", { $0.chromaKeyed() }) { color in
      smoothstep(
        0.75 * toGrey, 0.9375 * toGrey, length(chroma(color) - chroma(RGB(0, 1, 0))))
    }
    try check(
      "blue", { $0.chromaKeyed(Color(0.1, 0.2, 0.9), threshold: 0.2, smoothing: 0.3, spill: 0) }
    ) { color in
      smoothstep(0.2, 0.5, length(chroma(color) - chroma(RGB(0.1, 0.2, 0.9))))
    }
    try check(
      "spill", { $0.chromaKeyed(threshold: 0.3, smoothing: 0.2, spill: 0.7) },
      despill: withoutGreen(0.7)
    ) { color in
      smoothstep(0.3, 0.5, length(chroma(color) - chroma(RGB(0, 1, 0))))
    }
  }

  @Test func theScreenGoesAndTheRestStays() throws {
    let colors: [(Color, Double)] = [
      (Color(0, 1, 0), 0), (Color(0.1, 0.85, 0.12), 0), (Color(0.8, 0.6, 0.5), 1), (.white, 1),
    ]
    for (color, alpha) in colors {
      let drawn = try renderer.render(Image(color: color).chromaKeyed(), to: .float(1, 1))
      #expect(abs(drawn.floatPixel(0, 0).w - alpha) < 1e-6, "\(color)")
    }
  }

  /// Screens as cameras see them, in better and worse light, named by their own colour.
  @Test(arguments: [
    RGB(0, 1, 0), RGB(0, 0.69, 0.25), RGB(0.35, 0.78, 0.39), RGB(0.12, 0.43, 0.18),
    RGB(0.08, 0.24, 0.75),
  ])
  func aScreenNeedsNoNumbers(_ screen: SIMD3<Double>) throws {
    func alpha(_ color: RGB) throws -> Double {
      let image = Image(color: Color(color.x, color.y, color.z))
      let key = Color(screen.x, screen.y, screen.z)
      return Double(
        try renderer.render(image.chromaKeyed(key), to: .float(1, 1)).floatPixel(0, 0).w)
    }
    for light in [0.75, 0.9, 1, 1.2] {
      #expect(try alpha((screen * light).clamped(lowerBound: .zero, upperBound: .one)) == 0)
    }
    for gray in [0, 0.2, 0.5, 0.8, 1] {
      #expect(try alpha(RGB(repeating: gray)) == 1, "gray \(gray)")
    }
    for skin in [RGB(0.86, 0.68, 0.57), RGB(0.55, 0.38, 0.29), RGB(0.3, 0.2, 0.15)] {
      #expect(try alpha(skin) == 1, "skin \(skin)")
    }
  }

  /// No colour is far from itself: a gray screen takes only what is about as gray.
  @Test func aGrayScreenTakesOnlyGrays() throws {
    for (color, alpha) in [(Color(0.5, 0.5, 0.5), 0.0), (Color(0.8, 0.5, 0.4), 1)] {
      let drawn = try renderer.render(
        Image(color: color).chromaKeyed(Color(0.6, 0.6, 0.6)), to: .float(1, 1))
      #expect(Double(drawn.floatPixel(0, 0).w) == alpha)
    }
  }

  @Test func colorKeysAreDistances() throws {
    let key = Color(0.62, 0.13, 0.47)
    let place = RGB(0.62, 0.13, 0.47)
    try check("colour", { $0.colorKeyed(key, threshold: 0.3, smoothing: 0.25) }) { color in
      let difference = color - place
      let square = difference * difference
      return smoothstep(0.3, 0.55, ((square.x + square.y + square.z) / 3).squareRoot())
    }
  }

  @Test func lumaKeysKeepOneEnd() throws {
    try check("dark", { $0.lumaKeyed(threshold: 0.3, smoothing: 0.4) }) {
      smoothstep(0.3, 0.7, $0.luma)
    }
    try check("bright", { $0.lumaKeyed(threshold: 0.3, smoothing: 0.4, inverted: true) }) {
      1 - smoothstep(0.3, 0.7, $0.luma)
    }
  }

  @Test func spillIsWhatExceedsTheOthers() throws {
    try check(
      "green", { $0.despilled(of: Color(0, 1, 0), amount: 0.5) }, despill: withoutGreen(0.5)
    ) { _ in 1 }
    try check(
      "blue", { $0.despilled(of: Color(0, 0, 1)) },
      despill: { RGB($0.x, $0.y, min($0.z, ($0.x + $0.y) / 2)) }
    ) { _ in 1 }
    let image = Image(color: .white)
    #expect(image.despilled(of: .black, amount: 0) === image)
  }
}
