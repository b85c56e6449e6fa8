// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel
import Testing

@testable import MoonreelRender

/// Draft, good and best pictures.
struct QualityTests {
  private let renderer = PictureRenderer(threadCount: 2)
  private let frame = FrameBuffer.random(.yuv420(), 64, 48, seed: 3)

  private func drawn(
    _ map: AffineTransform, _ sampling: Image.Sampling, _ quality: RenderQuality
  ) throws -> [UInt8] {
    var target = FrameTarget(size: PixelSize(40, 30), format: .yuv420(), color: .bt709)
    target.quality = quality
    return try renderer.render(
      Image(frame: frame).transformed(by: map, sampling: sampling), to: target
    ).bytes
  }

  private static let maps: [AffineTransform] = [
    AffineTransform(scaleX: 1.7, y: 1.4), AffineTransform(scaleX: 0.37, y: 0.45),
    AffineTransform(rotationDegrees: 20).followed(by: .init(translationX: 9, y: 3)),
    AffineTransform(translationX: 0.3, y: -0.6),
  ]

  @Test(arguments: maps.indices) func bestTakesLanczosForBicubic(_ index: Int) throws {
    let map = Self.maps[index]
    #expect(try drawn(map, .bicubic, .best) == drawn(map, .lanczos, .good))
    #expect(try drawn(map, .bicubic, .best) != drawn(map, .bicubic, .good))
    #expect(try drawn(map, .bilinear, .best) == drawn(map, .bilinear, .good))
    #expect(try drawn(map, .nearest, .best) == drawn(map, .nearest, .good))
  }

  @Test("a draft reads two by two samples, also where it reduces") func drafts() throws {
    for map in Self.maps where map.a >= 1 || map.b != 0 {
      #expect(try drawn(map, .lanczos, .draft) == drawn(map, .bilinear, .good))
    }
    let codes = FrameBuffer.make(.yuv444(), 64, 48) { plane, _, x, y in
      plane == 0 ? 20 + 3 * x % 200 : 100 + (x ^ y) % 50
    }
    var target = FrameTarget(size: PixelSize(16, 12), format: .yuv444(), color: .bt709)
    target.quality = .draft
    let quarter = Image(frame: codes).transformed(by: AffineTransform(scaleX: 0.25, y: 0.25))
    let found = try renderer.render(quarter, to: target)
    for y in 0..<12 {
      for x in 0..<16 {
        // The middle of the four by four samples that the pixel covers lies between these.
        let (left, top) = (4 * x + 1, 4 * y + 1)
        let sum = [(0, 0), (1, 0), (0, 1), (1, 1)].reduce(0) {
          $0 + codes.code(0, left + $1.0, top + $1.1)
        }
        #expect(abs(Double(found.code(0, x, y)) - Double(sum) / 4) <= 0.51)
      }
    }
  }

  @Test("what is not scaled is the same in all three") func untouched() throws {
    let title = Image(color: Color(1, 0.5, 0)).cropped(to: Rect(x: 3.5, y: 2, width: 9, height: 8))
    let image = title.over(Image(frame: frame).saturation(0.5))
    var bytes: Set<[UInt8]> = []
    for quality in RenderQuality.allCases {
      var target = FrameTarget(size: PixelSize(40, 30), format: .yuv420(), color: .bt709)
      target.quality = quality
      bytes.insert(try renderer.render(image, to: target).bytes)
    }
    #expect(bytes.count == 1)
  }
}
