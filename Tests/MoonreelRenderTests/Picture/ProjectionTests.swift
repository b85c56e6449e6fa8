// SPDX-License-Identifier: MIT

import Glibc
import MoonreelCore
import MoonreelModel
import Testing

@testable import MoonreelRender

/// Pictures in perspective and pictures repeated, against samples taken one by one.
struct ProjectionTests {
  private let renderer = PictureRenderer(threadCount: 2)

  private static let quads: [[Point]] = [
    [Point(3, 2), Point(38, 5), Point(33, 27), Point(6, 22)],
    [Point(-9, 4), Point(44, -6), Point(30, 40), Point(2.5, 20.25)],
    [Point(36, 3), Point(4, 6), Point(2, 25), Point(37, 29)],
  ]

  private func map(_ frame: FrameBuffer, _ quad: [Point]) throws -> ProjectiveTransform {
    try #require(
      ProjectiveTransform(
        from: Rect(origin: .zero, size: frame.size.size), topLeft: quad[0], topRight: quad[1],
        bottomRight: quad[2], bottomLeft: quad[3]))
  }

  private func pinned(_ frame: FrameBuffer, _ quad: [Point], _ sampling: Image.Sampling) throws
    -> Image
  {
    try Image(frame: frame).cornerPinned(
      topLeft: quad[0], topRight: quad[1], bottomRight: quad[2], bottomLeft: quad[3],
      sampling: sampling)
  }

  @Test(arguments: quads) func cornersGoWhereTheyArePinned(_ quad: [Point]) throws {
    let frame = FrameBuffer.random(.rgb24, 12, 7, .srgb, seed: 1)
    let map = try map(frame, quad)
    let corners = [Point(0, 0), Point(12, 0), Point(12, 7), Point(0, 7)]
    for (corner, wanted) in zip(corners, quad) {
      let found = try #require(map.apply(to: corner))
      #expect(hypot(found.x - wanted.x, found.y - wanted.y) < 1e-9)
      let back = try #require(map.inverted?.apply(to: wanted))
      #expect(hypot(back.x - corner.x, back.y - corner.y) < 1e-9)
    }
  }

  /// Every sample by its definition, edges repeating.
  private func sample(
    _ frame: FrameBuffer, _ point: Point, _ sampling: Image.Sampling
  ) -> SIMD4<Double> {
    let reach = sampling == .nearest ? 1 : Int(SampleKernel.radius(sampling))
    if sampling == .nearest { return pixel(frame, point.x.rounded(.down), point.y.rounded(.down)) }
    let (left, top) = ((point.x - 0.5).rounded(.down), (point.y - 0.5).rounded(.down))
    var (sum, total) = (SIMD4<Double>.zero, 0.0)
    for dy in (1 - reach)...reach {
      for dx in (1 - reach)...reach {
        let (x, y) = (left + Double(dx), top + Double(dy))
        let weight =
          SampleKernel.weight(sampling, x + 0.5 - point.x)
          * SampleKernel.weight(sampling, y + 0.5 - point.y)
        sum += pixel(frame, x, y) * weight
        total += weight
      }
    }
    return sum / total
  }

  private func pixel(_ frame: FrameBuffer, _ x: Double, _ y: Double) -> SIMD4<Double> {
    frame.floatPixel(
      max(0, min(frame.size.width - 1, Int(x))), max(0, min(frame.size.height - 1, Int(y))))
  }

  private static func noise(_ width: Int, _ height: Int, seed: UInt64) -> FrameBuffer {
    var random = Seeded(seed)
    return .floats(width, height) { _, _ in
      let alpha = Float.random(in: 0...1, using: &random)
      return SIMD4(alpha * Float.random(in: 0...1, using: &random), alpha * 0.5, 0, alpha)
    }
  }

  @Test(arguments: quads, Image.Sampling.allCases)
  func enlargedPixelsAreSampled(_ quad: [Point], _ sampling: Image.Sampling) throws {
    var checked = 0
    for (width, height) in [(11, 7), (1, 1), (9, 1)] {
      let frame = Self.noise(width, height, seed: 3)
      let inverse = try #require(try map(frame, quad).inverted)
      let drawn = try renderer.render(try pinned(frame, quad, sampling), to: .float(40, 30))
      let shape = PlainShape(polygons: [quad], rule: .nonZero, feather: 0)
      for y in 0..<30 {
        for x in 0..<40 {
          let cover = shape.coverage(x, y)
          guard let point = inverse.apply(to: Point(Double(x) + 0.5, Double(y) + 0.5)) else {
            continue
          }
          // Where pixels cover more than a sample, they are means.
          let steps = [
            Point(Double(x) + 1, Double(y) + 0.5), Point(Double(x) + 0.5, Double(y) + 1),
          ]
          .compactMap { inverse.apply(to: $0) }
          let reach = steps.map { 2 * hypot($0.x - point.x, $0.y - point.y) }.max() ?? 9
          if reach > 0.95 { continue }
          checked += 1
          // A nearest sample between two may be either.
          let edge = min(
            abs(point.x - point.x.rounded()), abs(point.y - point.y.rounded()))
          if sampling == .nearest, edge < 1e-6 { continue }
          let wanted = sample(frame, point, sampling) * cover
          #expect(distance(drawn.floatPixel(x, y), wanted) < 2e-4, "\(sampling) \(x),\(y)")
        }
      }
    }
    #expect(checked > 1500)
  }

  @Test func theDistanceIsAMean() throws {
    // A floor of soft waves, seen from near to far: every pixel is near the mean over its area.
    let frame = FrameBuffer.floats(256, 256) { x, y in
      let wave = 0.5 + 0.5 * sin(Float(x) * 0.12) * cos(Float(y) * 0.1)
      return SIMD4(wave, Float(y) / 256, (x / 2 + y / 2) % 2 == 0 ? 1 : 0, 1)
    }
    let quad = [Point(48, 4), Point(80, 4), Point(150, 90), Point(-22, 90)]
    let inverse = try #require(try map(frame, quad).inverted)
    let drawn = try renderer.render(try pinned(frame, quad, .bilinear), to: .float(128, 90))
    var (worst, checked) = (SIMD4<Double>.zero, 0)
    for y in 6..<88 {
      for x in 2..<126 {
        var sum = SIMD4<Double>.zero
        var isInside = true
        for step in 0..<256 {
          let place = Point(
            Double(x) + (Double(step % 16) + 0.5) / 16, Double(y) + (Double(step / 16) + 0.5) / 16)
          guard let point = inverse.apply(to: place), point.x > 4, point.y > 4, point.x < 252,
            point.y < 252
          else {
            isInside = false
            break
          }
          sum += sample(frame, point, .bilinear)
        }
        guard isInside else { continue }
        checked += 1
        let difference = drawn.floatPixel(x, y) - sum / 256
        for part in 0..<4 { worst[part] = max(worst[part], abs(difference[part])) }
      }
    }
    #expect(checked > 5000)
    #expect(worst.x < 0.12 && worst.y < 0.01 && worst.w < 1e-5, "\(worst)")
  }

  @Test func edgesInPerspectiveAreCutByTheirArea() throws {
    let white = FrameBuffer.floats(20, 10) { _, _ in SIMD4(1, 1, 1, 1) }
    for quad in Self.quads {
      for sampling in Image.Sampling.allCases {
        let drawn = try renderer.render(try pinned(white, quad, sampling), to: .float(40, 30))
        let shape = PlainShape(polygons: [quad], rule: .nonZero, feather: 0)
        for y in 0..<30 {
          for x in 0..<40 {
            #expect(abs(Double(drawn.float(3, x, y)) - shape.coverage(x, y)) < 1e-5)
          }
        }
      }
    }
  }

  @Test func whatLiesBehindTheCameraIsNothing() throws {
    // A floor that goes to the horizon in the frame's middle.
    var map = ProjectiveTransform(AffineTransform(translationX: 20, y: 15))
    map.q = -0.1
    let drawn = try renderer.render(
      Image(.checker(side: 4, .black, .white)).cropped(
        to: Rect(x: -40, y: -40, width: 80, height: 80)
      )
      .projected(by: map), to: .float(40, 30))
    #expect((0..<40).allSatisfy { x in (0..<30).allSatisfy { drawn.float(3, x, $0).isFinite } })
    #expect(drawn.float(3, 20, 14) == 1)
    #expect(throws: MoonreelError.self) {
      try Image(color: .white).cornerPinned(
        topLeft: .zero, topRight: Point(1, 0), bottomRight: Point(1, 1), bottomLeft: Point(0, 1))
    }
    for bad in [
      [Point(0, 0), Point(9, 0), Point(2, 2), Point(0, 9)], [Point](repeating: .zero, count: 4),
    ] {
      #expect(throws: MoonreelError.self) { try pinned(Self.noise(4, 4, seed: 1), bad, .nearest) }
    }
  }

  @Test(arguments: [Image.EdgeMode.mirror, .repeat])
  func tilesGoOnForEver(_ mode: Image.EdgeMode) throws {
    for (width, height) in [(7, 5), (1, 1), (12, 1)] {
      let frame = Self.noise(width, height, seed: 8)
      let tiled = Image(frame: frame).tiled(mode)
      #expect(tiled.extent == nil)
      func wrapped(_ index: Int, _ count: Int) -> Int {
        let rest = index - Int((Double(index) / Double(count)).rounded(.down)) * count
        let turn = Int((Double(index) / Double(count)).rounded(.down))
        return mode == .mirror && turn % 2 != 0 ? count - 1 - rest : rest
      }
      let moved = tiled.transformed(by: .init(translationX: 9, y: -4))
      let enlarged = tiled.transformed(
        by: AffineTransform(scaleX: 1.7, y: 1.7).followed(by: .init(rotationDegrees: 20)),
        sampling: .bilinear)
      let (whole, turned) = (
        try renderer.render(moved, to: .float(30, 20)),
        try renderer.render(enlarged, to: .float(30, 20))
      )
      let inverse = try #require(
        AffineTransform(scaleX: 1.7, y: 1.7).followed(by: .init(rotationDegrees: 20)).inverted)
      for y in 0..<20 {
        for x in 0..<30 {
          let wanted = frame.floatPixel(wrapped(x - 9, width), wrapped(y + 4, height))
          #expect(whole.floatPixel(x, y) == wanted, "\(mode) \(x),\(y)")
          let point = inverse.apply(to: Point(Double(x) + 0.5, Double(y) + 0.5))
          let (u, v) = (point.x - 0.5, point.y - 0.5)
          let (left, top) = (Int(u.rounded(.down)), Int(v.rounded(.down)))
          var sum = SIMD4<Double>.zero
          for (dx, dy) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
            let weight =
              (1 - abs(u - Double(left + dx))) * (1 - abs(v - Double(top + dy)))
            sum += frame.floatPixel(wrapped(left + dx, width), wrapped(top + dy, height)) * weight
          }
          #expect(distance(turned.floatPixel(x, y), sum) < 1e-5, "\(mode) \(x),\(y)")
        }
      }
    }
  }

  @Test func tilesKeepTheirMeanWhenReduced() throws {
    let frame = FrameBuffer.floats(40, 30) { x, y in
      let on: Float = (x + y) % 2 == 0 ? 1 : 0
      return SIMD4(on, on, on, 1)
    }
    for scale in [0.5, 0.21, 0.04] {
      for degrees in [0.0, 33] {
        let map = AffineTransform(scaleX: scale, y: scale)
          .followed(by: .init(rotationDegrees: degrees))
        let drawn = try renderer.render(
          Image(frame: frame).tiled(.repeat).transformed(by: map), to: .float(50, 40))
        for y in 0..<40 {
          for x in 0..<50 { #expect(abs(drawn.float(0, x, y) - 0.5) < 0.06, "\(scale) \(degrees)") }
        }
      }
    }
  }
}
