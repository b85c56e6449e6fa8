// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel
import Testing

@testable import MoonreelRender

/// Pictures that stay are resampled once, and look like those that are resampled every time.
@Suite struct RasterMemoTests {
  private let target = FrameTarget(size: PixelSize(64, 36), format: .yuv420(), color: .bt709)

  private func frame(_ seed: Int) -> FrameBuffer {
    FrameBuffer(format: .yuv420(), size: PixelSize(48, 32), color: .bt709) { planes in
      for plane in planes {
        for y in 0..<plane.size.height {
          for x in 0..<plane.size.width {
            let code = UInt8(truncatingIfNeeded: 40 + seed * 31 + x * 5 + y * 3)
            plane.base.storeBytes(of: code, toByteOffset: y * plane.strideBytes + x, as: UInt8.self)
          }
        }
      }
    }
  }

  private func placed(_ frame: FrameBuffer, x: Double, opacity: Float) -> Image {
    Image(frame: frame).transformed(
      by: AffineTransform(scaleX: 0.75, y: 0.75).followed(
        by: AffineTransform(translationX: x, y: 3))
    ).opacity(opacity).over(Image(color: .black))
  }

  @Test("a still that fades is resampled once, with the same pixels") func still() throws {
    let renderer = PictureRenderer(threadCount: 2)
    let still = frame(1)
    for step in 0..<6 {
      let image = placed(still, x: 5.3, opacity: Float(step + 1) / 7)
      let found = try renderer.render(image, to: target)
      let wanted = try PictureRenderer(threadCount: 1).render(image, to: target)
      #expect(found.bytes == wanted.bytes, "frame \(step)")
      #expect(renderer.memo.count == (step == 0 ? 0 : 3), "planes kept after frame \(step)")
    }
  }

  @Test("of clips, and of stills that move, nothing is kept") func moving() throws {
    let renderer = PictureRenderer(threadCount: 1)
    let still = frame(1)
    for step in 0..<4 {
      _ = try renderer.render(placed(frame(step), x: 5.3, opacity: 0.5), to: target)
      #expect(renderer.memo.count == 0)
    }
    for step in 0..<4 {
      _ = try renderer.render(placed(still, x: Double(step) + 0.3, opacity: 0.5), to: target)
      #expect(renderer.memo.count == 0)
    }
  }

  @Test("what is not asked for any more is let go, and what comes back is right") func gone() throws
  {
    let renderer = PictureRenderer(threadCount: 1)
    let (first, second) = (
      placed(frame(1), x: 5.3, opacity: 0.5), placed(frame(2), x: 1.6, opacity: 0.9)
    )
    for (image, count) in [
      (first, 0), (first, 3), (second, 0), (second, 3), (first, 0), (first, 3),
    ] {
      let wanted = try PictureRenderer(threadCount: 1).render(image, to: target)
      #expect(try renderer.render(image, to: target).bytes == wanted.bytes)
      #expect(renderer.memo.count == count)
    }
  }

  @Test("no more is kept than the limit") func limit() {
    let rect = PixelRect(size: PixelSize(16, 16))
    let memo = RasterMemo(limit: 3 * Raster(rect: rect, planeCount: 1).byteCount)
    let component = Component(plane: 0, offset: 0, step: 1, bytes: 1, shift: 0, isChroma: false)
    func key(_ serial: UInt64) -> RasterMemo.Key {
      RasterMemo.Key(
        serial: serial, part: .component(component), map: .identity, sampling: .bicubic,
        rect: PixelRect(size: PixelSize(16, 16)))
    }
    for turn in 0..<3 {
      for serial in 0..<5 {
        let known = memo.raster(key(UInt64(serial)))
        #expect((known != nil) == (turn == 2 && serial < 3))
        let raster = Raster(rect: rect, planeCount: 1)
        raster.allocate()
        memo.offer(raster, key(UInt64(serial)))
      }
      memo.endFrame()
      #expect(memo.count == (turn == 0 ? 0 : 3))
    }
  }
}
