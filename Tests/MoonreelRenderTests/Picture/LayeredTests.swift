// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel
import Testing

@testable import MoonreelRender

/// Layers over pictures that are drawn plane by plane: what no layer touches stays as it is.
struct LayeredTests {
  private let renderer = PictureRenderer(threadCount: 2)

  private static let formats: [(PixelFormat, ColorTags)] = [
    (.yuv420(), tags(.bt709)), (.yuv420(10), tags(.bt709, .full, .center)),
    (.p010, tags(.bt2020, .limited, .topLeft)), (.nv12, tags(.bt601)),
    (.yuv420(), tags(.bt709, .limited, .bottom)), (.yuv420(), tags(.bt709, .limited, .bottomLeft)),
    (.yuv422(), tags(.bt709)), (.yuv444(), tags(.bt709)),
  ]

  /// Layers that are drawn in float, somewhere over 41 × 27 pixels.
  private func layers(_ random: inout Seeded) -> [Image] {
    (0..<Int.random(in: 1...3, using: &random)).map { _ in
      let size = (Int.random(in: 1...14, using: &random), Int.random(in: 1...9, using: &random))
      let frame = FrameBuffer.random(.yuv444(), size.0, size.1, seed: random.next())
      let turn = AffineTransform(rotationDegrees: .random(in: -50...50, using: &random))
      let move = AffineTransform(
        translationX: .random(in: -12...44, using: &random),
        y: .random(in: -9...30, using: &random))
      return Image(frame: frame).opacity(.random(in: 0.2...1, using: &random))
        .transformed(by: turn.followed(by: move), sampling: .bilinear)
    }
  }

  /// The pixels that decide about a sample of plane `plane`: those that the chroma of its block reads.
  private func footprint(
    _ plane: Int, _ x: Int, _ y: Int, _ format: PixelFormat, _ siting: ColorTags.ChromaSiting
  ) -> PixelRect {
    let (across, down) = (1 << format.chromaShiftX, 1 << format.chromaShiftY)
    let (x, y) = plane > 0 ? (x, y) : (x / across, y / down)
    let isLeft = across == 2 && siting.rawValue.lowercased().contains("left")
    let isTop = down == 2 && siting.rawValue.hasPrefix("top")
    let isBottom = down == 2 && siting.rawValue.hasPrefix("bottom")
    return PixelRect(
      minX: x * across - (isLeft ? 1 : 0), minY: y * down - (isTop ? 1 : 0),
      maxX: x * across + across, maxY: y * down + down + (isBottom ? 1 : 0))
  }

  @Test(arguments: formats.indices) func samplesAreEitherOr(_ index: Int) throws {
    let (format, color) = Self.formats[index]
    let target = FrameTarget(size: PixelSize(41, 27), format: format, color: color)
    var kept = 0
    var drawn = 0
    for seed in 0..<12 {
      var random = Seeded(UInt64(seed * 7 + index))
      let lowest = Image(frame: .random(format, 41, 27, color, seed: random.next()))
      let base =
        seed % 3 == 0
        ? lowest.dissolved(
          to: Image(frame: .random(format, 41, 27, color, seed: 5)), amount: 0.25) : lowest
      let layers = layers(&random)
      let image = layers.reduce(base) { $1.over($0) }
      let found = try renderer.render(image, to: target)
      let below = try renderer.render(base, to: target)
      let above = try renderer.renderInFloat(image, to: target)
      let touched = layers.compactMap(\.extent).map {
        PixelRect(covering: $0).grown(1, 1).intersection(PixelRect(size: target.size))
      }
      for plane in 0..<format.planeCount {
        let size = format.planeSize(plane, of: target.size)
        for part in 0..<format.componentsPerSample(inPlane: plane) {
          for y in 0..<size.height {
            for x in 0..<size.width {
              let own = footprint(plane, x, y, format, color.siting)
              let isTouched = touched.contains { !$0.intersection(own).isEmpty }
              let wanted = (isTouched ? above : below).code(plane, x, y, part: part)
              if isTouched { drawn += 1 } else { kept += 1 }
              #expect(
                found.code(plane, x, y, part: part) == wanted,
                "seed \(seed), plane \(plane), (\(x), \(y)), touched: \(isTouched)")
            }
          }
        }
      }
    }
    #expect(kept > 1000 && drawn > 1000)
  }

  @Test("layers beside the picture leave the frame itself") func layersBesideThePicture() throws {
    let frame = FrameBuffer.random(.yuv420(), 16, 16, seed: 1)
    let target = FrameTarget(size: PixelSize(16, 16), format: .yuv420(), color: .bt709)
    let away = Image(frame: .random(.rgba, 4, 4, .srgb, seed: 2))
      .transformed(by: AffineTransform(translationX: 40.5, y: 3))
    #expect(try renderer.render(away.over(Image(frame: frame)), to: target) === frame)
  }

  @Test("a title in a corner does not soften the chroma of the rest") func chromaStays() throws {
    let frame = FrameBuffer.make(.yuv420(), 32, 32) { plane, _, x, _ in
      plane == 0 ? 100 : x % 2 == 0 ? 64 : 192
    }
    let target = FrameTarget(size: PixelSize(32, 32), format: .yuv420(), color: .bt709)
    let title = Image(color: Color(1, 1, 1)).cropped(to: Rect(x: 20.5, y: 22, width: 8, height: 6))
    let found = try renderer.render(title.over(Image(frame: frame)), to: target)
    #expect((0..<9).map { found.code(1, $0, 4) } == [64, 192, 64, 192, 64, 192, 64, 192, 64])
  }
}
