// SPDX-License-Identifier: MIT

import CKernels
import MoonreelCore
import MoonreelModel
import Testing

@testable import MoonreelRender

/// The engine against the slow painter, and against itself on other threads and CPU levels.
struct RandomGraphTests {
  @Test func pixelsAreWhatTheDefinitionsSay() throws {
    for seed in 0..<90 {
      var source = RandomGraph(seed: UInt64(seed))
      let worst = try worstError(source.image(depth: 4), .float(24, 18))
      #expect(worst.error < 1e-3, "seed \(seed): \(worst)")
    }
  }

  /// Spaces that pictures are composed in.
  private static let spaces: [(ColorTags.Transfer, ColorTags.Primaries)] = [
    (.srgb, .bt709), (.bt709, .bt2020), (.linear, .bt709), (.pq, .bt2020), (.hlg, .bt2020),
  ]

  @Test("HDR and wide frames in every working space", arguments: spaces)
  func spacesAreWhatTheRecommendationsSay(
    _ transfer: ColorTags.Transfer, _ primaries: ColorTags.Primaries
  ) throws {
    var target = FrameTarget.float(24, 18)
    target.color = ColorTags(
      matrix: .rgb, transfer: transfer, primaries: primaries, range: .full, siting: .topLeft)
    for seed in 200..<240 {
      var source = RandomGraph(seed: UInt64(seed), isWide: true)
      let worst = try worstError(source.image(depth: 3), target)
      #expect(worst.error < 2e-4, "seed \(seed): \(worst)")
    }
  }

  /// How far the engine's picture lies from the slow painter's, and where.
  private func worstError(_ image: Image, _ target: FrameTarget) throws -> (
    error: Double, place: String
  ) {
    let frame = try PictureRenderer(threadCount: 2).render(image, to: target)
    let painter = SlowPainter(space: ColorSpace(target.color))
    var worst: (error: Double, place: String) = (0, "")
    for y in 0..<target.size.height {
      for x in 0..<target.size.width {
        let wanted = painter.color(image, .identity, x, y)
        // Planes come as green, blue, red, alpha.
        for (plane, part) in [(0, 1), (1, 2), (2, 0), (3, 3)] {
          let error = abs(Double(frame.float(plane, x, y)) - wanted[part])
          let scale = max(1, abs(wanted[part]))
          if !(error / scale <= worst.error) { worst = (error / scale, "\(x),\(y) \(part)") }
        }
      }
    }
    return worst
  }

  @Test func threadsAndLevelsChangeNothing() throws {
    let reference = PictureRenderer(threadCount: 1, kernels: try #require(mr_kernels_level(0)))
    var others: [(String, PictureRenderer)] = [
      ("2 threads", PictureRenderer(threadCount: 2)),
      ("7 threads", PictureRenderer(threadCount: 7)),
    ]
    var level: Int32 = 1
    while let kernels = mr_kernels_level(level) {
      let name = String(cString: kernels.pointee.level)
      others.append((name, PictureRenderer(threadCount: 1, kernels: kernels)))
      level += 1
    }
    var linear = FrameTarget(size: PixelSize(37, 21), format: .yuv420(), color: tags(.bt709))
    linear.workingColor = ColorTags(
      matrix: .rgb, transfer: .linear, primaries: .bt2020, range: .full, siting: .topLeft)
    let targets: [FrameTarget] = [
      .float(37, 21),
      FrameTarget(size: PixelSize(37, 21), format: .yuv420(), color: tags(.bt709)),
      FrameTarget(
        size: PixelSize(37, 21), format: .p010, color: tags(.bt2020, .limited, .topLeft)),
      FrameTarget(size: PixelSize(37, 21), format: .p010, color: .bt2100(.pq)),
      FrameTarget(size: PixelSize(37, 21), format: .yuv420(10), color: .bt2100(.hlg)),
      linear,
    ]
    for seed in 100..<140 {
      var source = RandomGraph(seed: UInt64(seed), isComplete: true, isWide: seed % 2 == 1)
      let image = Self.blurred(source.image(depth: 4), seed)
      for target in targets {
        let wanted = try reference.render(image, to: target).bytes
        for (name, renderer) in others {
          let found = try renderer.render(image, to: target).bytes
          #expect(found == wanted, "seed \(seed), \(name), \(target.format)")
        }
        let fewer = try others[1].1.render(image, to: target, threadCount: 1).bytes
        #expect(fewer == wanted, "seed \(seed), one of 7 threads, \(target.format)")
      }
    }
  }

  /// Rectangles that fill 37 × 21 pixels, some of them between samples of chroma.
  private static let pieces = [
    PixelRect(minX: 0, minY: 0, maxX: 13, maxY: 9), PixelRect(minX: 13, minY: 0, maxX: 37, maxY: 9),
    PixelRect(minX: 0, minY: 9, maxX: 30, maxY: 10),
    PixelRect(minX: 30, minY: 9, maxX: 37, maxY: 21),
    PixelRect(minX: 0, minY: 10, maxX: 6, maxY: 21),
    PixelRect(minX: 6, minY: 10, maxX: 30, maxY: 21),
  ]

  @Test("a piece of a picture is what it is in the whole") func piecesAreTheSame() throws {
    let renderer = PictureRenderer(threadCount: 1)
    let targets: [FrameTarget] = [
      FrameTarget(size: PixelSize(37, 21), format: .yuv420(), color: tags(.bt709)),
      FrameTarget(
        size: PixelSize(37, 21), format: .p010, color: tags(.bt2020, .limited, .topLeft)),
      FrameTarget(
        size: PixelSize(37, 21), format: .yuv420(), color: tags(.bt709, .limited, .bottomLeft)),
    ]
    for seed in 300..<400 {
      var source = RandomGraph(seed: UInt64(seed), isComplete: true, isWide: seed % 2 == 1)
      let image = Self.blurred(source.image(depth: 4), seed)
      for target in targets {
        let whole = try renderer.renderInFloat(image, to: target).bytes
        let pieces = try renderer.renderInFloat(image, to: target, pieces: Self.pieces).bytes
        let worst = zip(whole, pieces).map { abs(Int($0) - Int($1)) }.max()
        #expect(worst == 0, "seed \(seed), \(target.color.siting)")
      }
    }
  }

  /// Every third graph is blurred, every third reduced and turned, so that all passes take part.
  private static func blurred(_ image: Image, _ seed: Int) -> Image {
    switch seed % 3 {
    case 0: image.gaussianBlurred(sigma: 1.3)
    case 1:
      image.cropped(to: Rect(x: 0, y: 0, width: 30, height: 20)).clampedToEdges().transformed(
        by: AffineTransform(scaleX: 0.4, y: 0.3).followed(by: .init(rotationDegrees: 20)))
    default: image.over(Image(.testCard(size: Size(37, 21), phase: 0.3)))
    }
  }
}
