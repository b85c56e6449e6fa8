// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel
import MoonreelRender
import Testing

@testable import MoonreelText

/// Pixels: the same every time, in the right colour, moved smoothly.
@Suite("Text rasters") struct TextRasterTests {
  @Test("what is drawn twice is the same, and kept")
  func repeated() throws {
    let description = TextDescription.plain("Moonreel")
    let (first, second) = (try TextDrawing(of: description), try TextDrawing(of: description))
    #expect(try first.raster(scale: 1).buffer === second.raster(scale: 1).buffer)
    let ink = try #require(first.ink)
    let anew = try first.layout.fonts.exclusively {
      let figure = TextFigure(clusters: first.layout.clusters, box: first.box)
      return try FigureRaster.raster(of: DecoratedFigure(figure: figure), ink: ink, scale: 1)
    }
    #expect(anew.buffer !== (try first.raster(scale: 1).buffer))
    #expect(try Pixels(first).bytes == Pixels(RasterOnly(raster: anew)).bytes)
  }

  @Test("the area of the letters is the same at every scale", arguments: [0.5, 1, 2, 3.7])
  func area(scale: Double) throws {
    let drawing = try TextDrawing(of: .plain("Hamburgefonts", size: 64))
    let whole = try Pixels(drawing, scale: 4).area
    #expect(abs(try Pixels(drawing, scale: scale).area / whole - 1) < 0.01)
  }

  @Test("a drawing is rastered at powers of two of the target's scale")
  func scales() {
    let cases = [
      (1.0, 1.0, 1.0), (1.3, 1, 1), (1.4, 1, 2), (0.67, 1, 1), (0.6, 1, 0.5), (5, 1, 4), (6, 1, 8),
      (0.5, 0.5, 0.5), (0.6, 0.5, 0.5), (1.5, 1.5, 1.5), (0, 1, 1), (.infinity, 1, 1),
    ]
    for (wanted, base, scale) in cases {
      #expect(DrawingRaster.scale(for: wanted, base: base) == scale, "\(wanted) at \(base)")
    }
  }

  @Test("a block of one colour has exactly that colour", Fonts.needed("DejaVu Sans"))
  func color() throws {
    let color = Color(0.5, 0.25, 0.75)
    let drawing = try TextDrawing(of: .plain("█", size: 80) { $0.style.fill = .color(color) })
    let place = AffineTransform(translationX: 4, y: 4)
    let target = FrameTarget(size: PixelSize(64, 64), format: .rgb24, color: .srgb)
    func pixel(_ image: Image) throws -> [UInt8] {
      let frame = try PictureRenderer(threadCount: 1).render(image, to: target)
      let start = 3 * (30 * 64 + 30)
      return Array(frame.planeBytes[0][start..<start + 3])
    }
    let drawn = try pixel(Image(.drawing(drawing)).transformed(by: place))
    let plain = try pixel(Image(color: color))
    #expect(zip(drawn, plain).allSatisfy { abs(Int($0) - Int($1)) <= 1 }, "\(drawn) \(plain)")
  }

  @Test("a slow move goes on evenly: the centre of the letters is within 1/50 pixel of its place")
  func slowMove() throws {
    let drawing = try TextDrawing(of: .plain("slow", size: 24))
    let image = Image(.drawing(drawing))
    let start = try centre(image, moved: Point(10, 10))
    for step in 1...40 {
      let (x, y) = (10 + 0.05 * Double(step), 10 + 0.0125 * Double(step))
      let moved = try centre(image, moved: Point(x, y))
      #expect(abs(moved.x - start.x - (x - 10)) < 0.02, "step \(step)")
      #expect(abs(moved.y - start.y - (y - 10)) < 0.02, "step \(step)")
    }
  }

  /// The centre of the alphas of `image`, moved, as it is drawn.
  private func centre(_ image: Image, moved: Point) throws -> Point {
    let map = AffineTransform(translationX: moved.x, y: moved.y)
    let target = FrameTarget(
      size: PixelSize(128, 64), format: .floatGBRA, color: .srgb, background: .transparent)
    let frame = try PictureRenderer(threadCount: 1).render(image.transformed(by: map), to: target)
    let alphas = frame.planeBytes[3].withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    var (sum, x, y) = (0.0, 0.0, 0.0)
    for row in 0..<64 {
      for column in 0..<128 {
        let alpha = Double(alphas[128 * row + column])
        sum += alpha
        x += alpha * (Double(column) + 0.5)
        y += alpha * (Double(row) + 0.5)
      }
    }
    return Point(x / sum, y / sum)
  }

  @Test("frames with text are the same for any number of threads", arguments: [2, 3, 7])
  func threads(count: Int) throws {
    let drawing = try TextDrawing(
      of: .plain("Threads", size: 90) { $0.shadows = [Shadow(offset: Point(3, 3), blur: 4)] })
    let map = AffineTransform(rotationDegrees: 7).followed(
      by: AffineTransform(translationX: 20.3, y: 9.7))
    let image = Image(.drawing(drawing)).transformed(by: map).over(
      Image(color: Color(0.2, 0.3, 0.4)))
    let target = FrameTarget(size: PixelSize(320, 180), format: .yuv420(), color: .bt709)
    func planes(_ threads: Int) throws -> [[UInt8]] {
      try PictureRenderer(threadCount: threads).render(image, to: target).planeBytes
    }
    #expect(try planes(count) == planes(1))
  }
}

/// A raster by itself.
private struct RasterOnly: Drawing {
  let raster: DrawingRaster
  var extent: Rect { .zero }
  var box: Rect { .zero }
  func raster(scale: Double) throws -> DrawingRaster { raster }
  var digest: Digest? { nil }
}
