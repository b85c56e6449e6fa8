// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel
import Testing

@testable import MoonreelRender

/// Pictures with alpha are converted where they lie and laid over Y'CbCr plane by plane.
struct PlanarConversionTests {
  private static let size = PixelSize(41, 27)
  private static let formats: [(PixelFormat, ColorTags)] = [
    (.yuv420(), tags(.bt709)), (.yuv420(10), tags(.bt709, .full, .center)),
    (.p010, tags(.bt2020, .limited, .topLeft)), (.nv12, tags(.bt601)),
    (.yuv420(), tags(.bt709, .limited, .bottom)), (.yuv420(), tags(.bt709, .limited, .bottomLeft)),
    (.yuv422(), tags(.bt709)), (.yuv422(), tags(.bt709, .full, .center)), (.yuv444(), tags(.bt709)),
  ]

  /// A layer with alpha, moved by whole pixels or turned and enlarged.
  private func layer(_ color: ColorTags, _ random: inout Seeded) -> Image {
    let size = (Int.random(in: 1...6, using: &random), Int.random(in: 1...4, using: &random))
    var ordinary = color
    (ordinary.matrix, ordinary.range) = (.rgb, .full)
    let image = Image(frame: .random(.rgba, size.0, size.1, ordinary, seed: random.next()))
    func place(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }
    let map: AffineTransform
    if Bool.random(using: &random) {
      map = AffineTransform(
        translationX: place(-12...44).rounded(), y: place(-9...30).rounded())
    } else {
      map = AffineTransform(scaleX: 1.5, y: 1.5)
        .followed(by: AffineTransform(rotationDegrees: place(-50...50)))
        .followed(by: AffineTransform(translationX: place(-12...44), y: place(-9...30)))
    }
    return image.transformed(by: map, sampling: .bilinear)
      .opacity(.random(in: 0.2...1, using: &random))
  }

  /// What the slow painter paints of `layer`, row by row.
  private func painted(_ layer: Image, _ color: ColorTags) -> [SIMD4<Double>] {
    let painter = SlowPainter(space: ColorSpace(color))
    return (0..<Self.size.height).flatMap { y in
      (0..<Self.size.width).map { x in painter.color(layer, .identity, x, y) }
    }
  }

  /// The differences and alpha of a `painted` layer at one sample, in double precision: converted, and brought
  /// to the grid of chroma.
  private func sample(
    _ painted: [SIMD4<Double>], _ plane: Int, _ x: Int, _ y: Int, _ format: PixelFormat,
    _ color: ColorTags
  ) -> (value: Double, alpha: Double) {
    let plain = PlainColor(color, bits: format.bitDepth)
    func pixel(_ x: Int, _ y: Int) -> SIMD2<Double> {
      let (column, row) = (
        max(0, min(Self.size.width - 1, x)), max(0, min(Self.size.height - 1, y))
      )
      let found = painted[row * Self.size.width + column]
      let codes = plain.codes(found.x, found.y, found.z)
      let differences = [codes.0 - plain.black, codes.1 - plain.neutral, codes.2 - plain.neutral]
      return SIMD2(differences[plane], found.w)
    }
    func weights(_ isShared: Bool, _ place: Double) -> [(Int, Double)] {
      guard plane > 0, isShared else { return [(0, 1)] }
      if place == 0.5 { return [(0, 0.5), (1, 0.5)] }
      return [(-1, 0.25), (0, 0.5), (1, 0.25)].map { ($0.0 + Int(place), $0.1) }
    }
    let (shiftX, shiftY) = (format.chromaShiftX, format.chromaShiftY)
    let (left, top) = plane == 0 ? (x, y) : (x << shiftX, y << shiftY)
    var sum = SIMD2<Double>.zero
    for (dy, share) in weights(shiftY > 0, color.siting.row(of: 2)) {
      for (dx, part) in weights(shiftX > 0, color.siting.column(of: 2)) {
        sum += pixel(left + dx, top + dy) * (share * part)
      }
    }
    return (sum.x, sum.y)
  }

  @Test(arguments: formats.indices) func layersLieOverPlanes(_ index: Int) throws {
    let (format, color) = Self.formats[index]
    let target = FrameTarget(size: Self.size, format: format, color: color)
    let plain = PlainColor(color, bits: format.bitDepth)
    for seed in 0..<10 {
      var random = Seeded(UInt64(seed * 13 + index))
      let base = FrameBuffer.random(
        format, Self.size.width, Self.size.height, color, seed: random.next())
      let layers = (0..<Int.random(in: 1...3, using: &random)).map { _ in layer(color, &random) }
      let image = layers.reduce(Image(frame: base)) { $1.over($0) }
      #expect(planarPicture(image, for: target) != nil, "seed \(seed)")
      let found = try PictureRenderer(threadCount: 2).render(image, to: target)
      let painted = layers.map { self.painted($0, color) }
      for plane in 0..<3 {
        let isNV = format.packing == .semiplanar && plane > 0
        let (place, part) = isNV ? (1, plane - 1) : (plane, 0)
        let offset = plane == 0 ? plain.black : plain.neutral
        let size = format.planeSize(isNV ? 1 : plane, of: target.size)
        var worst = 0.0
        for y in 0..<size.height {
          for x in 0..<size.width {
            var wanted = Double(base.code(place, x, y, part: part)) - offset
            for layer in painted {
              let top = sample(layer, plane, x, y, format, color)
              wanted = wanted * (1 - top.alpha) + top.value
            }
            let limit = Double((1 << format.bitDepth) - 1)
            wanted = max(0, min(limit, wanted + offset))
            worst = max(worst, abs(Double(found.code(place, x, y, part: part)) - wanted) - 0.5)
          }
        }
        // The slow painter is exact to a thousandth where edges are turned.
        let tolerance = 0.256 * Double(1 << (format.bitDepth - 8))
        #expect(worst < tolerance, "seed \(seed), plane \(plane)")
      }
    }
  }

  @Test("a title does not soften the chroma under it") func chromaStays() throws {
    let frame = FrameBuffer.make(.yuv420(), 32, 32) { plane, _, x, _ in
      plane == 0 ? 100 : x % 2 == 0 ? 64 : 192
    }
    // Half transparent gray: chroma goes half of the way to 128.
    let gray = FrameBuffer.make(.rgba, 16, 16, .srgb) { _, part, _, _ in 128 }
    let target = FrameTarget(size: PixelSize(32, 32), format: .yuv420(), color: .bt709)
    let title = Image(frame: gray).transformed(by: AffineTransform(translationX: 8, y: 8))
    let found = try PictureRenderer(threadCount: 1).render(
      title.over(Image(frame: frame)), to: target)
    #expect((5..<11).map { found.code(1, $0, 7) } == [160, 96, 160, 96, 160, 96])
  }

  @Test("large layers are drawn in float unless they lie on pixels") func largeLayers() throws {
    let target = FrameTarget(size: Self.size, format: .yuv420(), color: .bt709)
    let layer = Image(frame: .random(.rgba, 30, 20, .srgb, seed: 3))
    let base = Image(frame: .random(.yuv420(), Self.size.width, Self.size.height, seed: 4))
    func isPlanar(_ x: Double, _ scale: Double) -> Bool {
      let map = AffineTransform(scaleX: scale, y: scale)
        .followed(by: AffineTransform(translationX: x, y: 2))
      return planarPicture(layer.transformed(by: map).over(base), for: target) != nil
    }
    #expect(isPlanar(3, 1))
    #expect(!isPlanar(3.5, 1))
    #expect(isPlanar(3.5, 0.5))
  }

  @Test("a still is converted once, and gives the same frames") func stillsAreKept() throws {
    let target = FrameTarget(size: Self.size, format: .yuv420(), color: .bt709)
    let still = FrameBuffer.random(.rgba, 12, 9, .srgb, seed: 3)
    let renderer = PictureRenderer(threadCount: 2)
    for step in 0..<6 {
      let base = FrameBuffer.random(
        .yuv420(), Self.size.width, Self.size.height, seed: UInt64(step + 10))
      let image = Image(frame: still)
        .transformed(by: AffineTransform(translationX: 5.5, y: 3.25))
        .opacity(Float(step + 1) / 7).over(Image(frame: base))
      let found = try renderer.render(image, to: target)
      let wanted = try PictureRenderer(threadCount: 1).render(image, to: target)
      #expect(found.bytes == wanted.bytes, "frame \(step)")
      #expect(renderer.memo.count == (step == 0 ? 0 : 2), "rasters kept after frame \(step)")
    }
  }
}
