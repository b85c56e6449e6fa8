// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel
import Testing

@testable import MoonreelRender

/// Blend modes, Porter-Duff operators and mattes against formulas in double precision.
struct BlendingTests {
  private let renderer = PictureRenderer(threadCount: 2)

  /// Colours and alphas that meet every branch and corner, at random places.
  private static func frame(_ width: Int, _ height: Int, seed: UInt64) -> FrameBuffer {
    var random = Seeded(seed)
    let colors: [Float] = [0, 0.13, 0.25, 0.47, 0.62, 0.8, 1]
    let alphas: [Float] = [0, 0.3, 0.71, 1, 1]
    return .floats(width, height) { _, _ in
      let alpha = alphas.randomElement(using: &random)!
      let color = (0..<3).map { _ in colors.randomElement(using: &random)! * alpha }
      return SIMD4(color[0], color[1], color[2], alpha)
    }
  }

  private static let sizes = [(1, 1), (7, 1), (1, 5), (61, 33)]

  private func check(
    _ name: String, _ make: (Image, Image) -> Image,
    _ wanted: (_ backdrop: SIMD4<Double>, _ source: SIMD4<Double>) -> SIMD4<Double>
  ) throws {
    for (index, (width, height)) in Self.sizes.enumerated() {
      let source = Self.frame(width, height, seed: UInt64(index) + 1)
      let backdrop = Self.frame(width, height, seed: UInt64(index) + 77)
      let drawn = try renderer.render(
        make(Image(frame: source), Image(frame: backdrop)), to: .float(width, height))
      for y in 0..<height {
        for x in 0..<width {
          let (s, b) = (source.floatPixel(x, y), backdrop.floatPixel(x, y))
          let error = distance(drawn.floatPixel(x, y), wanted(b, s))
          #expect(
            error < 2e-6, "\(name) of \(s) on \(b): \(drawn.floatPixel(x, y)), not \(wanted(b, s))")
        }
      }
    }
  }

  @Test(arguments: BlendMode.allCases.filter { $0 != .noiseDissolve })
  func modesAreTheFormulas(_ mode: BlendMode) throws {
    try check(
      mode.rawValue, { $0.blended(onto: $1, mode: mode) }, PlainBlending(mode: mode).blend)
  }

  @Test(arguments: [BlendMode.multiply, .colorDodge, .luminosity])
  func opacityComesFirst(_ mode: BlendMode) throws {
    try check(
      mode.rawValue, { $0.blended(onto: $1, mode: mode, opacity: 0.4) },
      { PlainBlending(mode: mode).blend($0, $1 * Double(Float(0.4))) })
  }

  @Test(arguments: CompositeOperator.allCases)
  func operatorsArePorterDuffs(_ name: CompositeOperator) throws {
    try check(name.rawValue, { $0.composited(onto: $1, name) }) { d, s in
      // Where both overlap, and where each is alone.
      let (onlyS, onlyD) = (s * (1 - d.w), d * (1 - s.w))
      let (sOverlap, dOverlap) = (s * d.w, d * s.w)
      switch name {
      case .clear: return .zero
      case .source: return onlyS + sOverlap
      case .destination: return onlyD + dOverlap
      case .sourceOver: return onlyS + onlyD + sOverlap
      case .destinationOver: return onlyS + onlyD + dOverlap
      case .sourceIn: return sOverlap
      case .destinationIn: return dOverlap
      case .sourceOut: return onlyS
      case .destinationOut: return onlyD
      case .sourceAtop: return onlyD + sOverlap
      case .destinationAtop: return onlyS + dOverlap
      case .xor: return onlyS + onlyD
      case .plus: return (s + d).clamped(lowerBound: .zero, upperBound: .one)
      }
    }
  }

  @Test func signalsBeyondWhitePassWhereTheModeIsDefinedThere() throws {
    let bright = FrameBuffer.floats(1, 1) { _, _ in SIMD4(1.5, -0.25, 0.5, 1) }
    let white = Image(color: .white)
    for (mode, wanted) in [
      (BlendMode.multiply, SIMD4(1.5, -0.25, 0.5, 1)), (.overlay, SIMD4(1, 0, 1, 1)),
    ] {
      let drawn = try renderer.render(
        white.blended(onto: Image(frame: bright), mode: mode), to: .float(1, 1))
      #expect(drawn.floatPixel(0, 0) == wanted, "\(mode)")
    }
  }

  @Test(arguments: Image.MatteChannel.allCases, [false, true])
  func mattesKeepAShare(_ channel: Image.MatteChannel, _ inverted: Bool) throws {
    try check("\(channel)", { $0.matted(by: $1, channel: channel, inverted: inverted) }) { m, s in
      let luma = 0.2126 * m.x + 0.7152 * m.y + 0.0722 * m.z
      let share = max(0, min(1, channel == .alpha ? m.w : luma))
      return s * (inverted ? 1 - share : share)
    }
  }

  @Test func noiseShowsAShareOfThePixels() throws {
    let top = Image(color: Color(1, 0.5, 0.25, 0.3))
    let drawn = try renderer.render(
      top.blended(onto: Image(color: .black), mode: .noiseDissolve, seed: 5), to: .float(128, 96))
    var count = 0
    for y in 0..<96 {
      for x in 0..<128 {
        let pixel = drawn.floatPixel(x, y)
        if pixel.x > 0.5 { count += 1 }
        let isOne = distance(pixel, SIMD4(1, 0.5, 0.25, 1)) < 1e-6
        #expect(isOne || pixel == SIMD4(0, 0, 0, 1))
      }
    }
    #expect(abs(Double(count) / (128 * 96) - 0.3) < 0.02)
    for (opacity, wanted) in [(Float(0), 0.0), (1, 1)] {
      let all = try renderer.render(
        Image(color: .white).blended(
          onto: Image(color: .black), mode: .noiseDissolve, opacity: opacity),
        to: .float(40, 30))
      #expect((0..<30).allSatisfy { all.float(0, 7, $0) == Float(wanted) })
    }
  }

  @Test func nothingComesOfNothing() {
    let box = Image(color: .white).cropped(to: Rect(x: 0, y: 0, width: 10, height: 4))
    let right = Image(color: Color(1, 0, 0)).cropped(to: Rect(x: 5, y: 0, width: 10, height: 4))
    for mode in BlendMode.allCases {
      #expect(
        box.blended(onto: right, mode: mode).extent == Rect(x: 0, y: 0, width: 15, height: 4))
    }
    let wanted: [(CompositeOperator, Rect)] = [
      (.sourceIn, Rect(x: 5, y: 0, width: 5, height: 4)), (.sourceOut, box.extent!),
      (.destinationOut, right.extent!), (.sourceAtop, right.extent!),
      (.plus, Rect(x: 0, y: 0, width: 15, height: 4)),
    ]
    for (name, rect) in wanted { #expect(box.composited(onto: right, name).extent == rect) }
  }
}
