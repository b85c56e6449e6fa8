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

  /// Waves that cost as much as `waves` sines, as light of one colour, over a frame.
  private func waved(_ waves: Int, _ phase: Float, over frame: FrameBuffer) -> Image {
    let light = PixelKernel("light", inputs: 0, numbers: 1, extent: .everywhere) { kernel in
      var sum = kernel.x * 0.01
      for wave in 0..<waves { sum = sum + (kernel.y * Float(wave + 1) + kernel.number(0)).sine }
      return KernelPixel(sum, sum, sum, sum)
    }
    let lit = PixelKernel("lit", inputs: 2) { kernel in
      let (pixel, light) = (kernel.input(0), kernel.input(1).red)
      return KernelPixel(pixel.red * light, pixel.green, pixel.blue * light, pixel.alpha)
    }
    let picture = Image(.kernel(light, inputs: [], numbers: [phase]))
    return Image(.kernel(lit, inputs: [Image(frame: frame), picture], numbers: []))
  }

  @Test("a costly picture that is made of numbers is drawn once, with the same pixels")
  func generated() throws {
    // What costs too little, and what changes, is drawn in every frame.
    for (waves, isStill, count) in [(4, true, 1), (0, true, 0), (4, false, 0)] {
      let renderer = PictureRenderer(threadCount: 2)
      for step in 0..<4 {
        let image = waved(waves, isStill ? 0.5 : Float(step), over: frame(step))
        let wanted = try PictureRenderer(threadCount: 1).render(image, to: target)
        #expect(try renderer.render(image, to: target).bytes == wanted.bytes)
        #expect(renderer.memo.count == (step == 0 ? 0 : count), "\(waves) waves, frame \(step)")
        let forgetful = PictureRenderer.forgetful(threadCount: 1)
        #expect(try forgetful.render(image, to: target).bytes == wanted.bytes)
      }
    }
  }

  @Test("and one in another place, or at another size, is another")
  func generatedElsewhere() throws {
    let renderer = PictureRenderer(threadCount: 1)
    let image = waved(4, 0.5, over: frame(1))
    var small = target
    small.scale = 0.5
    let moved = image.transformed(by: AffineTransform(translationX: 2, y: 0))
    for (picture, target) in [(image, target), (moved, target), (image, small), (moved, small)] {
      for _ in 0..<3 {
        let wanted = try PictureRenderer.forgetful(threadCount: 1).render(picture, to: target)
        #expect(try renderer.render(picture, to: target).bytes == wanted.bytes)
      }
    }
  }

  @Test("no more is kept than the limit") func limit() {
    let rect = PixelRect(size: PixelSize(16, 16))
    let memo = RasterMemo(limit: 3 * Raster(rect: rect, planeCount: 1).byteCount)
    let component = Component(plane: 0, offset: 0, step: 1, bytes: 1, shift: 0, isChroma: false)
    func key(_ serial: UInt64) -> RasterMemo.Key {
      RasterMemo.Key(
        source: .frame(serial: serial), part: .component(component), map: .identity,
        sampling: .bicubic,
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
