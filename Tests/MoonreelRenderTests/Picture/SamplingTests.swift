// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel
import Testing

@testable import MoonreelRender

/// Transforms, crops, blurs: exact where they should be, free of aliases where they reduce.
struct SamplingTests {
  private let renderer = PictureRenderer(threadCount: 2)
  private let frame = FrameBuffer.random(.rgb24, 12, 8, .srgb, seed: 9)

  private func pixels(_ image: Image, _ width: Int, _ height: Int) throws -> FrameBuffer {
    try renderer.render(image, to: .rgb(width, height))
  }

  @Test(arguments: Image.Sampling.allCases)
  func movesAndQuarterTurnsAreExact(_ sampling: Image.Sampling) throws {
    let moved = try pixels(
      Image(frame: frame).transformed(by: .init(translationX: 3, y: -2), sampling: sampling), 12, 8)
    let turned = try pixels(
      Image(frame: frame).transformed(
        by: AffineTransform(rotationDegrees: 90).followed(by: .init(translationX: 8, y: 0)),
        sampling: sampling), 8, 12)
    let mirrored = try pixels(
      Image(frame: frame).transformed(
        by: AffineTransform(scaleX: -1, y: 1).followed(by: .init(translationX: 12, y: 0)),
        sampling: sampling), 12, 8)
    for y in 0..<8 {
      for x in 0..<12 {
        for part in 0..<3 {
          let code = frame.code(0, x, y, part: part)
          if x + 3 < 12, y >= 2 { #expect(moved.code(0, x + 3, y - 2, part: part) == code) }
          #expect(turned.code(0, 7 - y, x, part: part) == code)
          #expect(mirrored.code(0, 11 - x, y, part: part) == code)
        }
      }
    }
    #expect(moved.code(0, 0, 0) == 0)
  }

  @Test func edgesBetweenPixelsAreCutByCoverage() throws {
    let white = Image(frame: .make(.rgb24, 4, 4, .srgb) { _, _, _, _ in 255 })
    let moved = try renderer.render(
      white.transformed(by: .init(translationX: 1.25, y: 2)), to: .float(8, 8))
    let row = (0..<8).map { moved.float(3, $0, 3) }
    #expect(row == [0, 0.75, 1, 1, 1, 0.25, 0, 0])
    let crop = try renderer.render(
      Image(color: .white).cropped(to: Rect(x: 2.5, y: 1, width: 0.25, height: 3)),
      to: .float(8, 8))
    #expect(crop.float(3, 2, 2) == 0.25 && crop.float(3, 1, 2) == 0 && crop.float(3, 3, 2) == 0)
  }

  @Test(arguments: Image.Sampling.allCases)
  func reducedCheckersAreGray(_ sampling: Image.Sampling) throws {
    let board = FrameBuffer.make(.rgb24, 400, 300, .srgb) { _, _, x, y in (x + y) % 2 * 255 }
    for (scale, degrees) in [(0.25, 0.0), (0.13, 0), (0.2, 30), (0.17, 45), (0.31, 12)] {
      let map = AffineTransform(translationX: -200, y: -150)
        .followed(by: .init(scaleX: scale, y: scale))
        .followed(by: .init(rotationDegrees: degrees)).followed(by: .init(translationX: 30, y: 20))
      let drawn = try renderer.render(
        Image(frame: board).clampedToEdges().transformed(by: map, sampling: sampling),
        to: .float(60, 40))
      // The middle of the board, away from its edges.
      for dy in -4...4 {
        for dx in -4...4 {
          let value = drawn.float(0, 30 + dx, 20 + dy)
          #expect(abs(value - 0.5) < 0.06, "\(sampling) \(scale) \(degrees)")
        }
      }
    }
    let small = try renderer.render(
      Image(.checker(side: 1, .black, .white)).transformed(by: .init(scaleX: 0.125, y: 0.125)),
      to: .float(16, 16))
    #expect(small.float(0, 7, 7) == 0.5)
  }

  @Test(arguments: Image.Sampling.allCases)
  func flatPicturesStayFlat(_ sampling: Image.Sampling) throws {
    let flat = FrameBuffer.make(.yuv420(), 50, 30, tags(.bt709)) { plane, _, _, _ in
      plane == 0 ? 180 : plane == 1 ? 90 : 160
    }
    let wanted = try pixels(Image(frame: flat), 4, 4).bytes[..<3]
    for (scale, degrees) in [(1.7, 0.0), (1.7, 33), (0.4, 0), (0.4, 33), (1, 0.5)] {
      let map = AffineTransform(scaleX: scale, y: scale)
        .followed(by: .init(rotationDegrees: degrees))
      let drawn = try pixels(
        Image(frame: flat).clampedToEdges().transformed(by: map, sampling: sampling), 40, 20)
      #expect(Set(drawn.bytes.indices.map { Int(drawn.bytes[$0]) - Int(wanted[$0 % 3]) }) == [0])
    }
  }

  @Test(arguments: [(0.8, 0.8), (3.0, 0.0), (2.5, 5.0)])
  func blursAreTheConvolution(_ sigmaX: Double, _ sigmaY: Double) throws {
    let image = Image(frame: .random(.yuv444(), 20, 16, tags(.bt709), seed: 4))
      .transformed(by: .init(translationX: 2, y: 1))
    let blurred = image.filtered(.gaussianBlur(sigmaX: sigmaX, sigmaY: sigmaY))
    let drawn = try renderer.render(blurred, to: .float(24, 18))
    for y in stride(from: 0, to: 18, by: 3) {
      for x in stride(from: 0, to: 24, by: 3) {
        let wanted = SlowPainter().color(blurred, .identity, x, y)
        #expect(abs(Double(drawn.float(0, x, y)) - wanted.y) < 0.25 / 255)
        #expect(abs(Double(drawn.float(3, x, y)) - wanted.w) < 0.25 / 255)
      }
    }
  }

  @Test func heldEdgesBlurWithoutDarkening() throws {
    let white = FrameBuffer.make(.rgb24, 20, 10, .srgb) { _, _, _, _ in 255 }
    let held = Image(frame: white).clampedToEdges().gaussianBlurred(sigma: 3)
    #expect(try pixels(held, 20, 10).bytes.allSatisfy { $0 == 255 })
    let cropped = Image(color: .white).cropped(to: Rect(x: 4, y: 4, width: 5, height: 3))
    #expect(try pixels(cropped.clampedToEdges(), 20, 10).bytes.allSatisfy { $0 == 255 })
  }

  @Test func aTargetsScaleDrawsTheSamePictureSmaller() throws {
    let image = Image(.testCard(size: Size(160, 90), phase: 0)).gaussianBlurred(sigma: 2)
      .over(Image(.checker(side: 16, .black, .white)))
    let large = try renderer.render(image, to: .float(160, 90))
    let small = try renderer.render(image, to: .float(80, 45, scale: 0.5))
    var sum = 0.0
    for y in 0..<45 {
      for x in 0..<80 {
        let mean =
          (large.float(0, 2 * x, 2 * y) + large.float(0, 2 * x + 1, 2 * y)
            + large.float(0, 2 * x, 2 * y + 1) + large.float(0, 2 * x + 1, 2 * y + 1)) / 4
        sum += Double(abs(mean - small.float(0, x, y)))
      }
    }
    #expect(sum / 3600 < 0.03)
  }

  @Test func hiddenColoursStayHidden() throws {
    // Transparent pixels are bright green: none of it may bleed when the frame is filtered.
    let frame = FrameBuffer.make(.rgba, 8, 8, .srgb) { _, part, x, _ in
      x < 4 ? [255, 0, 0, 255][part] : [0, 255, 0, 0][part]
    }
    let drawn = try pixels(
      Image(frame: frame).transformed(by: .init(scaleX: 2.3, y: 2.3), sampling: .bicubic), 16, 16)
    #expect(stride(from: 1, to: drawn.bytes.count, by: 3).allSatisfy { drawn.bytes[$0] == 0 })
  }
}
