// SPDX-License-Identifier: MIT

import CKernels
import MoonreelCore
import MoonreelModel
import Testing

@testable import MoonreelRender

/// Rows of rasters that programs read where they lie, and rasters that show others.
struct RowTests {
  private static let rect = PixelRect(minX: -3, minY: 2, maxX: 34, maxY: 21)

  /// A raster with a number of its own in every sample.
  private func raster(_ rect: PixelRect = rect, planes: Int = 2) -> Raster {
    let raster = Raster(rect: rect, planeCount: planes)
    raster.allocate()
    for plane in 0..<planes {
      for y in 0..<rect.height {
        for x in 0..<rect.width {
          raster.row(y, plane: plane)[x] = Float(plane * 10_000 + y * 100 + x)
        }
      }
    }
    return raster
  }

  private func engine(_ level: UnsafePointer<mr_kernels>, threads: Int = 1) -> Engine {
    Engine(kernels: level, pool: TilePool(threadCount: threads), programs: ProgramCache())
  }

  @Test(
    "inside and beyond a raster a row reads what repeated edges say, and the raster stays as it is")
  func reading() throws {
    let source = raster()
    let before = (0..<2).map { plane in (0..<19).map { source.row($0, plane: plane)[36] } }
    for level in kernelLevels() {
      // Far to the left, across each edge, inside, and far below.
      for (x, y) in [(-90, -40), (-9, -1), (0, 4), (7, 9), (30, 17), (60, 90)] {
        let builder = ProgramBuilder()
        let values = (0..<2).map { builder.source(.load, .plane(PlaneView(of: source, $0))) }
        #expect(values.allSatisfy { builder.rowView($0) != nil })
        let sum = builder.add(values[0], builder.mul(values[1], builder.param(2)))
        let rect = PixelRect(minX: x, minY: y, maxX: x + 41, maxY: y + 8)
        let result = Raster(rect: rect, planeCount: 3)
        let engine = engine(level)
        try engine.run(ProgramPass(builder, values + [sum], into: result))
        for row in 0..<rect.height {
          for column in 0..<rect.width {
            let from = (
              x: max(0, min(36, x + column + 3)), y: max(0, min(18, y + row - 2))
            )
            let wanted = (0..<2).map { Float($0 * 10_000 + from.y * 100 + from.x) }
            let found = (0..<3).map { result.row(row, plane: $0)[column] }
            #expect(found == wanted + [wanted[0] + wanted[1] * 2])
          }
        }
      }
      let after = (0..<2).map { plane in (0..<19).map { source.row($0, plane: plane)[36] } }
      #expect(after == before)
    }
  }

  @Test("a part of a raster, and parts of parts, show its samples; guards repeat its last ones")
  func parts() {
    let source = raster()
    source.isGuarded = true
    source.fillGuards()
    let planes = [1, 0].map { Raster.Plane(raster: source, index: $0) }
    let part = Raster(
      showing: planes, at: (0, 0), rect: PixelRect(minX: 4, minY: 5, maxX: 38, maxY: 20),
      components: [0, 1, nil])
    #expect(part.drawn == [source, source] && part.byteCount == 0)
    #expect(part.row(0, plane: 0)[0] == 10_504 && part.row(3, plane: 1)[2] == 806)
    // Its last column and row are guards.
    #expect(part.row(0, plane: 1)[33] == 536 && part.row(14, plane: 1)[0] == 1804)
    let inner = Raster(
      showing: [Raster.Plane(raster: part, index: 0)], at: (0, 0),
      rect: PixelRect(minX: 1, minY: 1, maxX: 3, maxY: 3), components: [0])
    #expect(inner.row(1, plane: 0)[1] == 10_706)
  }

  @Test("pictures of pictures that are drawn are not drawn once more") func copies() throws {
    let frame = Image(frame: .random(.yuv420(), 64, 48, .bt709, seed: 3))
    let box = Rect(x: 0, y: 0, width: 64, height: 48)
    let gray = frame.over(Image(color: .white)).cropped(to: box)
    let target = FrameTarget(size: PixelSize(64, 48), format: .rgb24, color: .srgb)
    func passes(_ image: Image) throws -> Int {
      let lowering = Lowering(
        region: PixelRect(size: target.size), scale: 1, space: target.workingSpace)
      _ = try lowering.lower(image)
      return lowering.passes.count { $0 is ProgramPass }
    }
    // The frame is drawn once; its edges are held and blurred, and held again, without another copy.
    let blurred = gray.clampedToEdges().gaussianBlurred(sigma: 9)
    #expect(try passes(blurred) == 1)
    let again = blurred.cropped(to: box).clampedToEdges().gaussianBlurred(sigma: 5)
    #expect(try passes(again) == 1)
  }
}
