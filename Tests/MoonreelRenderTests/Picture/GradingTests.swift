// SPDX-License-Identifier: MIT

import Glibc
import MoonreelCore
import MoonreelModel
import Testing

@testable import MoonreelRender

/// Colour operations against formulas in double precision.
struct GradingTests {
  private let check = ColorCheck()
  private typealias RGB = SIMD3<Double>

  @Test func exposureIsExactInLight() throws {
    for stops: Float in [-2, -0.5, 1, 3] {
      try check("exposure \(stops)", { $0.exposure(stops) }) { color in
        color.map { signal in
          let light = pow(Swift.abs(signal), 2.4) * pow(2, Double(stops))
          return (signal < 0 ? -1 : 1) * pow(light, 1 / 2.4)
        }
      }
    }
  }

  @Test func simpleAdjustmentsAreTheirFormulas() throws {
    try check("brightness", { $0.brightness(0.2) }) { $0 + 0.2 }
    try check("contrast", { $0.contrast(1.5) }) { ($0 - 0.5) * 1.5 + 0.5 }
    try check("saturation", { $0.saturation(0.3) }) { RGB(repeating: $0.luma) * 0.7 + $0 * 0.3 }
    try check("inverted", { $0.inverted() }) { 1 - $0 }
    try check("half inverted", { $0.inverted(0.25) }) { $0 * 0.75 + (1 - $0) * 0.25 }
    try check(
      "mixed",
      {
        $0.channelsMixed(
          red: SIMD3(0, 1, 0), green: SIMD3(0.5, 0.25, 0.25), offset: SIMD3(0, 0.1, -0.2))
      }
    ) { RGB($0.y, 0.5 * $0.x + 0.25 * $0.y + 0.25 * $0.z + 0.1, $0.z - 0.2) }
  }

  @Test func vibranceSparesStrongColours() throws {
    for amount: Float in [-1, -0.4, 0.5, 1] {
      try check("vibrance", { $0.vibrance(amount) }) { color in
        let spread = min(1, max(0, color.max() - color.min()))
        let gray = RGB(repeating: color.luma)
        return gray + (color - gray) * (1 + Double(amount) * (1 - spread))
      }
    }
  }

  @Test func levelsStretch() throws {
    let red = Levels(black: 0.1, white: 0.8, gamma: 1.8)
    let blue = Levels(gamma: 0.5, lowOutput: 0.9, highOutput: 0.2)
    let green = Levels(black: 0.25, white: 0.75, lowOutput: 0.1, highOutput: 0.7)
    func apply(_ value: Double, _ levels: Levels) -> Double {
      let share = min(1, max(0, (value - levels.black) / (levels.white - levels.black)))
      return levels.lowOutput
        + pow(share, 1 / levels.gamma) * (levels.highOutput - levels.lowOutput)
    }
    try check("levels", { $0.levels(red: red, green: green, blue: blue) }) {
      RGB(apply($0.x, red), apply($0.y, green), apply($0.z, blue))
    }
    try check("straight levels", { $0.levels(green) }) { $0.map { apply($0, green) } }
  }

  @Test func decisionsAreTheASCs() throws {
    let decision = ColorDecision(
      slope: SIMD3(1.2, 0.9, 1), offset: SIMD3(-0.1, 0.05, 0), power: SIMD3(0.8, 1, 1.7),
      saturation: 0.6)
    try check("decision", { $0.graded(decision) }) { color in
      var out = (color * RGB(1.2, 0.9, 1) + RGB(-0.1, 0.05, 0)).limited
      out = RGB(pow(out.x, 0.8), out.y, pow(out.z, 1.7))
      return RGB(repeating: out.luma) * 0.4 + out * 0.6
    }
    let wheels = ColorDecision(
      lift: SIMD3(0.1, 0, 0), gamma: SIMD3(1, 2, 1), gain: .init(1, 1, 0.5))
    try check("wheels", { $0.graded(wheels) }) { color in
      let out = RGB(0.1 + 0.9 * color.x, color.y, 0.5 * color.z).limited
      return RGB(out.x, out.y.squareRoot(), out.z)
    }
  }

  @Test func stepsFallWhereTheyShould() throws {
    try check(
      "threshold", { $0.thresholded(at: 0.4) }, isNearStep: { Swift.abs($0.luma - 0.4) < 1e-6 }
    ) { RGB(repeating: $0.luma >= 0.4 ? 1 : 0) }
    for count in [2, 5, 64] {
      func isNear(_ value: Double) -> Bool {
        let place = value * Double(count)
        return Swift.abs(place - place.rounded()) < 1e-4 && place > 0.5
      }
      try check(
        "posterize \(count)", { $0.posterized(to: count) },
        isNearStep: { isNear($0.x) || isNear($0.y) || isNear($0.z) }
      ) {
        $0.map { value in
          let step = Int((min(1, max(0, value)) * Double(count)).rounded(.down))
          return Double(min(count - 1, step)) / Double(count - 1)
        }
      }
    }
  }

  @Test func temperaturesAdaptTheWhite() throws {
    // Grays become the colour of the light, seen the other way round; luminance hardly changes.
    let renderer = PictureRenderer(threadCount: 1)
    func gray(_ kelvin: Double, _ tint: Double = 0) throws -> SIMD4<Double> {
      let image = Image(frame: .floats(1, 1) { _, _ in SIMD4(0.5, 0.5, 0.5, 1) })
      return try renderer.render(
        image.temperature(kelvin: kelvin, tint: tint), to: .float(1, 1)
      ).floatPixel(0, 0)
    }
    let (warm, cool) = (try gray(9000), try gray(4000))
    #expect(warm.x > 0.52 && warm.z < 0.48 && cool.x < 0.45 && cool.z > 0.6)
    let (magenta, green) = (try gray(6500, 60), try gray(6500, -60))
    #expect(magenta.y < 0.495 && magenta.x > 0.5 && green.y > 0.505 && green.x < 0.5)
    // The light itself becomes the neutral white: adapting there and back is nothing.
    let image = Image(frame: .floats(1, 1) { _, _ in SIMD4(0.7, 0.4, 0.2, 1) })
    #expect(image.temperature(kelvin: 6500) === image)
    // Independently: Krystek's 5000 K is (u, v) = (0.2114, 0.3231), close to CIE's black body.
    let body = SIMD2(0.34510, 0.35161)  // x, y of a black body of 5000 K (CIE 15)
    let neutral = SIMD2(0.31352, 0.32363)  // and of 6500 K
    func xyz(_ c: SIMD2<Double>) -> RGB { RGB(c.x / c.y, 1, (1 - c.x - c.y) / c.y) }
    func cones(_ c: RGB) -> RGB {
      RGB(
        0.8951 * c.x + 0.2664 * c.y - 0.1614 * c.z, -0.7502 * c.x + 1.7135 * c.y + 0.0367 * c.z,
        0.0389 * c.x - 0.0685 * c.y + 1.0296 * c.z)
    }
    // BT.709 white through Bradford's cones, back through a linear system solved by hand: compare
    // the cone responses of what is drawn.
    let drawn = try gray(5000)
    let light = RGB(drawn.x, drawn.y, drawn.z).map { pow($0 / 0.5, 2.4) }
    let drawnXYZ = RGB(
      0.412391 * light.x + 0.357584 * light.y + 0.180481 * light.z,
      0.212639 * light.x + 0.715169 * light.y + 0.072192 * light.z,
      0.019331 * light.x + 0.119195 * light.y + 0.950532 * light.z)
    let white = RGB(0.950456, 1, 1.089058)
    let wanted = cones(white) * cones(xyz(neutral)) / cones(xyz(body))
    #expect((cones(drawnXYZ) - wanted).map { Swift.abs($0) }.max() < 5e-3)
  }

  @Test func neutralParametersAreThePictureItself() throws {
    let image = Image(frame: .random(.rgba, 4, 4, .srgb, seed: 1))
    #expect(image.exposure(0) === image && image.brightness(0) === image)
    #expect(image.contrast(1) === image && image.saturation(1) === image)
    #expect(image.hue(degrees: 0) === image && image.vibrance(0) === image)
    #expect(image.levels(.identity) === image && image.graded(.identity) === image)
    #expect(image.curves() === image && image.channelsMixed() === image)
    #expect(image.inverted(0) === image)
    let table = try LookupTable(.curves, size: 2, colors: [.zero, .one])
    #expect(image.lut(ColorLUT(tables: [table]), intensity: 0) === image)
    #expect(image.lut(ColorLUT(tables: [])) === image)
  }
}
