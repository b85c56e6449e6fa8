// SPDX-License-Identifier: MIT

import Glibc
import MoonreelCore
import MoonreelModel
import Testing

@testable import MoonreelRender

/// Blurs against the gaussian in double precision: within a quarter of an 8-bit code value.
struct BlurTests {
  private let renderer = PictureRenderer(threadCount: 2)
  private static let tolerance = 0.25 / 255

  /// Planes that are hard on a scheme that reduces: noise, an edge, and the finest stripes.
  private enum Content: CaseIterable {
    case noise, edge, stripes, slowStripes

    func code(_ x: Int, _ y: Int, _ random: inout Seeded) -> Int {
      switch self {
      case .noise: Int.random(in: 0...1, using: &random) * 255
      case .edge: x + 2 * y < 24 ? 0 : 255
      case .stripes: (x + y) % 2 * 255
      case .slowStripes: (x / 3 + y / 2) % 2 * 255
      }
    }
  }

  /// `values` (rows of `width`) blurred along x by weights exp(−d² / 2σ²), all of them; outside lie
  /// zeros or the edge. Rows come out as columns, so that a second call blurs along y.
  private func blurred(_ values: [Double], _ width: Int, _ sigma: Double, clamped: Bool) -> [Double]
  {
    let height = values.count / width
    let reach = sigma > 0 ? Int(8 * sigma) + 1 : 0
    let raw = (-reach...reach).map { sigma > 0 ? exp(-Double($0 * $0) / (2 * sigma * sigma)) : 1 }
    let sum = raw.reduce(0, +)
    // The weight that each sample of a row has for each pixel, edges collected.
    var result = [Double](repeating: 0, count: values.count)
    for x in 0..<width {
      var weights = [Double](repeating: 0, count: width)
      for tap in -reach...reach {
        let place = x + tap
        if clamped || (0..<width).contains(place) {
          weights[max(0, min(width - 1, place))] += raw[tap + reach] / sum
        }
      }
      for y in 0..<height {
        var total = 0.0
        for place in 0..<width { total += weights[place] * values[y * width + place] }
        result[x * height + y] = total
      }
    }
    return result
  }

  @Test(arguments: [
    (1, 1), (2, 1), (1, 9), (3, 3), (17, 5), (40, 1), (33, 26), (64, 48), (101, 37),
  ])
  func blursAreTheGaussian(_ width: Int, _ height: Int) throws {
    var random = Seeded(UInt64(width * height))
    for sigma in [0, 0.3, 0.7, 1.5, 3.9, 4, 5.5, 7.99, 8, 13, 31, 64, 200] {
      for content in Content.allCases {
        let other = content == .edge ? sigma / 3 : sigma
        let frame = FrameBuffer.make(.rgb24, width, height, .srgb) { _, _, x, y in
          content.code(x, y, &random)
        }
        let codes = (0..<width * height).map {
          Double(frame.code(0, $0 % width, $0 / width)) / 255
        }
        for clamped in [false, true] {
          let image = clamped ? Image(frame: frame).clampedToEdges() : Image(frame: frame)
          let drawn = try renderer.render(
            image.filtered(.gaussianBlur(sigmaX: sigma, sigmaY: other)), to: .float(width, height))
          let columns = blurred(codes, width, sigma, clamped: clamped)
          let wanted = blurred(columns, height, other, clamped: clamped)
          let worst = (0..<width * height).map {
            // Planes come as green, blue, red.
            abs(Double(drawn.float(2, $0 % width, $0 / width)) - wanted[$0])
          }.max()
          #expect(
            (worst ?? 1) <= Self.tolerance, "\(content) sigma \(sigma) clamped \(clamped)")
        }
      }
    }
  }

  @Test func alphaIsBlurredToo() throws {
    let image = Image(color: Color(1, 0.5, 0.25, 0.5)).cropped(
      to: Rect(x: 10, y: 8, width: 30, height: 21))
    for sigma in [1.2, 6, 20] {
      let drawn = try renderer.render(image.gaussianBlurred(sigma: sigma), to: .float(50, 40))
      let inside = (0..<2000).map { (10..<40).contains($0 % 50) && (8..<29).contains($0 / 50) }
      let columns = blurred(inside.map { $0 ? 0.5 : 0 }, 50, sigma, clamped: false)
      let wanted = blurred(columns, 40, sigma, clamped: false)
      for place in 0..<2000 {
        let (x, y) = (place % 50, place / 50)
        #expect(abs(Double(drawn.float(3, x, y)) - wanted[place]) <= Self.tolerance)
        #expect(abs(Double(drawn.float(0, x, y)) - wanted[place] / 2) <= Self.tolerance)
      }
    }
  }

  @Test(arguments: [PixelFormat.yuv420(), .yuv420(10), .yuv422(10), .yuv444(), .nv12, .gray()])
  func planesAreBlurredByThemselves(_ format: PixelFormat) throws {
    let size = PixelSize(46, 30)
    let frame = FrameBuffer.random(format, 46, 30, seed: 5)
    let target = FrameTarget(size: size, format: format, color: .bt709)
    for sigma in [0.6, 3, 8, 40] {
      let held = Image(frame: frame).clampedToEdges().gaussianBlurred(sigma: sigma)
      #expect(planarPicture(held, for: target) != nil)
      let drawn = try renderer.render(held, to: target)
      for plane in 0..<format.planeCount {
        let part = format.componentsPerSample(inPlane: plane)
        let plain = format.planeSize(plane, of: size)
        let (shiftX, shiftY) =
          plane > 0 ? (format.chromaShiftX, format.chromaShiftY) : (0, 0)
        for component in 0..<part {
          let codes = (0..<plain.width * plain.height).map {
            Double(frame.code(plane, $0 % plain.width, $0 / plain.width, part: component))
          }
          let columns = blurred(codes, plain.width, sigma / Double(1 << shiftX), clamped: true)
          let wanted = blurred(columns, plain.height, sigma / Double(1 << shiftY), clamped: true)
          let quarter = 0.25 * Double((1 << format.bitDepth) - 1) / 255
          for place in wanted.indices {
            let found = drawn.code(
              plane, place % plain.width, place / plain.width, part: component)
            #expect(abs(Double(found) - wanted[place]) <= 0.5 + quarter, "\(sigma) \(plane)")
          }
        }
      }
    }
  }

  @Test func aBlurAloneIsWhatItIsAmongOthers() throws {
    let frame = FrameBuffer.random(.yuv420(), 64, 40, seed: 6)
    let target = FrameTarget(size: PixelSize(64, 40), format: .yuv420(), color: .bt709)
    for sigma in [1, 5, 9.5] {
      let blur = Image(frame: frame).clampedToEdges().gaussianBlurred(sigma: sigma)
        .transformed(by: AffineTransform(translationX: 6, y: -4))
      let alone = try renderer.render(blur, to: target)
      let cut = try renderer.render(
        blur.cropped(to: Rect(x: 0, y: 0, width: 30, height: 40)), to: target)
      for y in 0..<40 {
        for x in 0..<30 { #expect(alone.code(0, x, y) == cut.code(0, x, y)) }
      }
      for y in 0..<20 {
        for x in 0..<15 { #expect(alone.code(2, x, y) == cut.code(2, x, y)) }
      }
    }
  }

  @Test func bothWaysOfBlurringAgree() throws {
    let frame = FrameBuffer.random(.yuv420(), 60, 44, seed: 7)
    let target = FrameTarget(size: PixelSize(60, 44), format: .yuv420(), color: .bt709)
    let blur = Image(frame: frame).clampedToEdges().gaussianBlurred(sigma: 5)
    let planar = try renderer.render(blur, to: target)
    let float = try renderer.render(
      blur.colorPolynomial(red: [0, 1], green: [0, 1], blue: [0, 1]), to: target)
    // Chroma is interpolated and averaged again on the way through R'G'B'.
    let worst = zip(planar.bytes, float.bytes).map { abs(Int($0) - Int($1)) }.max()
    #expect((worst ?? 9) <= 2)
  }
}
