// SPDX-License-Identifier: MIT

import CKernels
import MoonreelCore
import MoonreelModel
import Testing

@testable import MoonreelRender

/// Frames that are scaled or lie between pixels are drawn plane by plane.
struct PlanarScalingTests {
  private let renderer = PictureRenderer(threadCount: 2)

  private static let kinds: [(PixelFormat, ColorTags)] = [
    (.yuv420(), tags(.bt709)), (.yuv420(), tags(.bt601, .full, .center)),
    (.yuv420(10), tags(.bt709, .limited, .topLeft)), (.yuv422(), tags(.bt709, .limited, .center)),
    (.yuv444(), tags(.bt709)), (.nv12, tags(.bt601)), (.p010, tags(.bt2020, .limited, .bottom)),
    (.yuv420(), tags(.bt709, .limited, .bottomLeft)), (.yuv420(12), tags(.bt709, .full, .top)),
  ]

  private func map(_ random: inout Seeded) -> AffineTransform {
    func scale() -> Double {
      let size = [1, 1, 0.5, Double.random(in: 0.3...2.5, using: &random)]
        .randomElement(using: &random)!
      return Int.random(in: 0..<6, using: &random) == 0 ? -size : size
    }
    let (x, y) = (scale(), scale())
    return AffineTransform(
      a: x, b: 0, c: 0, d: y, tx: .random(in: -8...12, using: &random) + (x < 0 ? 22 : 0),
      ty: .random(in: -6...9, using: &random) + (y < 0 ? 14 : 0))
  }

  private func graph(
    _ format: PixelFormat, _ color: ColorTags, _ random: inout Seeded, _ depth: Int
  ) -> Image {
    guard depth > 0 else {
      if Int.random(in: 0..<5, using: &random) == 0 {
        return Image(color: Color(0.3, .random(in: 0...1, using: &random), 0.25, 0.375))
      }
      let (width, height) = (
        Int.random(in: 1...22, using: &random), Int.random(in: 1...14, using: &random)
      )
      let frame = Image(frame: .random(format, width, height, color, seed: random.next()))
      return Int.random(in: 0..<5, using: &random) == 0 ? frame.clampedToEdges() : frame
    }
    func below() -> Image { graph(format, color, &random, depth - 1) }
    switch Int.random(in: 0..<7, using: &random) {
    case 0: return below().opacity(.random(in: 0.01...0.99, using: &random))
    case 1:
      return below().cropped(
        to: Rect(
          x: .random(in: -3...8, using: &random), y: .random(in: -3...5, using: &random),
          width: .random(in: 0.2...14, using: &random), height: .random(in: 0.2...9, using: &random)
        ))
    case 2: return below().dissolved(to: below(), amount: 0.3)
    case 3: return below().over(below())
    default:
      return below().transformed(
        by: map(&random),
        sampling: [.bilinear, .bicubic, .lanczos].randomElement(using: &random)!)
    }
  }

  private func target(_ format: PixelFormat, _ color: ColorTags) -> FrameTarget {
    FrameTarget(
      size: PixelSize(27, 19), format: format, color: color, background: Color(0.1, 0.7, 0.3))
  }

  /// How far `frame` lies from the plain definition, beyond rounding, and where.
  private func worst(_ frame: FrameBuffer, _ image: Image, _ target: FrameTarget) -> (
    error: Double, place: String
  ) {
    let plain = PlainScaledPlanes(target: target)
    var worst: (error: Double, place: String) = (0, "")
    for plane in 0..<3 {
      let isNV = target.format.packing == .semiplanar && plane > 0
      let size = target.format.planeSize(isNV ? 1 : plane, of: target.size)
      for y in 0..<size.height {
        for x in 0..<size.width {
          let found = frame.code(isNV ? 1 : plane, x, y, part: isNV ? plane - 1 : 0)
          let wanted = plain.code(image, plane, x, y)
          let error = abs(Double(found) - wanted) - 0.5
          if !(error <= worst.error) {
            worst = (error, "plane \(plane) at \(x),\(y): \(found), not \(wanted)")
          }
        }
      }
    }
    return worst
  }

  @Test(arguments: kinds.indices) func everySampleIsAsDefined(_ index: Int) throws {
    let (format, color) = Self.kinds[index]
    let target = target(format, color)
    for seed in 0..<60 {
      var random = Seeded(UInt64(seed * 31 + index))
      let image = graph(format, color, &random, 4)
      #expect(planarPicture(image, for: target) != nil, "seed \(seed)")
      let worst = worst(try renderer.render(image, to: target), image, target)
      #expect(worst.error < 2e-3 * Double(1 << (format.bitDepth - 8)), "seed \(seed): \(worst)")
    }
  }

  /// Small layers over what is drawn first, by itself.
  private func layers(_ format: PixelFormat, _ color: ColorTags, _ random: inout Seeded) -> Image {
    var image = Image(frame: .random(format, 41, 27, color, seed: random.next()))
    if Bool.random(using: &random) {
      image = image.dissolved(
        to: Image(frame: .random(format, 41, 27, color, seed: random.next())), amount: 0.4)
    }
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      let layer = Image(frame: .random(format, 22, 14, color, seed: random.next()))
        .transformed(by: AffineTransform(scaleX: 0.5, y: 0.6).followed(by: map(&random)))
      let cut =
        Bool.random(using: &random)
        ? layer : layer.cropped(to: Rect(x: 3.3, y: 2.6, width: 30, height: 20))
      image = cut.opacity(.random(in: 0.2...1, using: &random)).over(image)
    }
    return image
  }

  @Test("what small layers do not touch is as if all had been drawn", arguments: kinds.indices)
  func untouchedSamplesAreTheSame(_ index: Int) throws {
    let (format, color) = Self.kinds[index]
    var target = target(format, color)
    target.size = PixelSize(41, 27)
    let lowest = try #require(mr_kernels_level(0))
    let engine = Engine(
      kernels: lowest, pool: TilePool(threadCount: 1), programs: ProgramCache())
    var split = 0
    for seed in 0..<40 {
      var random = Seeded(UInt64(seed * 17 + index))
      let image = layers(format, color, &random)
      let planar = try #require(planarPicture(image, for: target))
      if DrawingPlan(image, for: target).isSplit { split += 1 }
      let wanted = try target.makeFrame { try planar.draw(to: $0, engine) }.bytes
      for threads in [1, 2, 7] {
        let found = try PictureRenderer(threadCount: threads).render(image, to: target)
        #expect(found.bytes == wanted, "seed \(seed), \(threads) threads")
      }
    }
    #expect(split > 10)
  }

  @Test("away from its edges an opaque layer is written as it is, and nothing below it is read")
  func insides() throws {
    let (format, color) = Self.kinds[0]
    let target = FrameTarget(size: PixelSize(64, 48), format: format, color: color)
    let move = AffineTransform(translationX: 11.3, y: 7.7)
    func layer(_ opacity: Float) -> Image {
      Image(frame: .random(format, 33, 21, color, seed: 1)).transformed(by: move).opacity(opacity)
    }
    let base = Image(frame: .random(format, 64, 48, color, seed: 2))
    // Read less black; or that weighted, and laid over the base, which is loaded.
    for (opacity, steps) in [(Float(1), 2), (0.5, 5)] {
      let plan = DrawingPlan(layer(opacity).over(base), for: target)
      let picture = try #require(plan.planar)
      let counts = picture.parts.map {
        ProgramCompiler.compile(picture.luma.instructions, outputs: $0.lumaOutputs.map(\.value))
          .pixelSteps.reduce(0) { $0 + max(1, $1.links.count - 1) }
      }
      let inside = PixelRect(minX: 12, minY: 8, maxX: 44, maxY: 28)
      let parts = zip(picture.parts, counts)
      #expect(parts.filter { $0.0.rects == [inside] }.map(\.1) == [steps], "\(counts)")
      #expect(picture.parts.count == 2 && counts.max()! > 6, "\(counts)")
      // All around, the base is copied.
      #expect(plan.copies.count == 1 && plan.float.isEmpty)
    }
  }

  @Test("nearest samples repeat on each plane") func nearest() throws {
    let frame = FrameBuffer.random(.yuv420(), 8, 6, tags(.bt709, .limited, .center), seed: 4)
    let target = FrameTarget(
      size: PixelSize(24, 18), format: .yuv420(), color: tags(.bt709, .limited, .center))
    let found = try renderer.render(
      Image(frame: frame).transformed(by: AffineTransform(scaleX: 3, y: 3), sampling: .nearest),
      to: target)
    for plane in 0..<3 {
      let size = target.format.planeSize(plane, of: target.size)
      for y in 0..<size.height {
        for x in 0..<size.width {
          #expect(found.code(plane, x, y) == frame.code(plane, x / 3, y / 3))
        }
      }
    }
  }

  @Test("a scaled clip keeps the chroma that its planes hold") func chromaStays() throws {
    // Columns of chroma two wide: brought to the size of luma and back they would be softened twice.
    let frame = FrameBuffer.make(.yuv420(), 64, 8) { plane, _, x, _ in
      plane == 0 ? 100 : x / 2 % 2 == 0 ? 64 : 192
    }
    let target = FrameTarget(size: PixelSize(64, 16), format: .yuv420(), color: .bt709)
    let tall = Image(frame: frame).transformed(by: AffineTransform(scaleX: 1, y: 2))
    let found = try renderer.render(tall, to: target)
    #expect((4..<12).map { found.code(1, $0, 4) } == [64, 64, 192, 192, 64, 64, 192, 192])
  }

  @Test("a layer that moves one pixel at a time keeps its chroma as sharp on odd pixels")
  func oddMoves() throws {
    let frame = FrameBuffer.make(.yuv420(), 64, 8, tags(.bt709, .limited, .center)) {
      plane, _, x, _ in plane == 0 ? 100 : x < 16 ? 64 : 192
    }
    let target = FrameTarget(
      size: PixelSize(64, 8), format: .yuv420(), color: tags(.bt709, .limited, .center))
    let found = try renderer.render(
      Image(frame: frame).transformed(by: AffineTransform(translationX: 1, y: 0)), to: target)
    // Half a sample on: one in the middle, with bicubic overshoot beside it, as Keys' weights −1, 9, 9, −1 say.
    #expect((14..<19).map { found.code(1, $0, 2) } == [64, 56, 128, 200, 192])
    #expect((1..<40).allSatisfy { found.code(0, $0, 2) == 100 })
  }
}
