// SPDX-License-Identifier: MIT

import CKernels
import Glibc
import MoonreelCore
import MoonreelModel
import Testing

@testable import MoonreelRender

/// Kernels that take neighbouring pixels together where they read near each other: each pixel has the
/// bits that it has alone, at every CPU level.
struct NeighbourKernelTests {
  /// How far positions move from pixel to pixel.
  struct Way: CustomTestStringConvertible, Sendable {
    var x: Float
    var y: Float
    /// By how much some pixels leave it.
    var scatter: Float = 0
    var testDescription: String { "(\(x), \(y)) ± \(scatter)" }
  }

  static let ways = [
    Way(x: 1, y: 0), Way(x: 0.7, y: 0), Way(x: -1.3, y: 0), Way(x: 1, y: 0.02),
    Way(x: 0.98, y: -0.17), Way(x: 0.9, y: 0.43), Way(x: 0, y: 0.4), Way(x: 0, y: 0),
    Way(x: 1.93, y: 0.1), Way(x: 2.2, y: 0), Way(x: -0.5, y: -1.1),
    Way(x: 0.8, y: 0.1, scatter: 3), Way(x: 1.2, y: 0, scatter: 0.6),
  ]

  /// Random samples; NaN in the padding, which counts nowhere.
  private func raster(_ size: PixelSize, planes: Int, _ random: inout Seeded) -> Raster {
    let raster = Raster(rect: PixelRect(size: size), planeCount: planes)
    raster.allocate()
    for plane in 0..<planes {
      for y in 0..<size.height {
        for x in 0..<raster.stride {
          raster.row(y, plane: plane)[x] =
            x < size.width ? Float.random(in: -1...2, using: &random) : .nan
        }
      }
    }
    return raster
  }

  private func withPayload(_ payload: Payload, _ body: (UnsafeMutableRawPointer) -> Void) {
    let memory = UnsafeMutableRawPointer.allocate(byteCount: 256, alignment: 64)
    defer { memory.deallocate() }
    payload.encode(to: memory)
    body(memory)
  }

  private func lanes(_ start: Float, _ step: Float, _ scatter: Float, _ random: inout Seeded)
    -> [Float]
  {
    (0..<Int(MR_LANES)).map { lane in
      let away = lane % 7 == 3 ? Float.random(in: -scatter...scatter, using: &random) : 0
      return start + step * Float(lane) + away
    }
  }

  /// What `MR_AT` gives in the lanes `range` of `bench`, whose registers 4 and 5 hold positions.
  private func sampled(
    _ kernels: UnsafePointer<mr_kernels>, _ data: UnsafeRawPointer, _ x: [Float], _ y: [Float]
  ) -> [[UInt32]] {
    let bench = KernelBench(registers: 6)
    for lane in x.indices { (bench[4][lane], bench[5][lane]) = (x[lane], y[lane]) }
    #expect(
      bench.run(
        kernel(kernels, MR_AT), out: [0, 1, 2, 3], in: [4, 5], data: data, width: x.count))
    return (0..<4).map { bench.bits($0, x.count) }
  }

  /// So many planes of floats, or of bytes or words of a frame.
  private func planes(
    _ count: Int, _ size: PixelSize, _ format: PixelFormat?, _ random: inout Seeded
  )
    throws -> SampledPlanes
  {
    guard let format else {
      return SampledPlanes(raster(size, planes: count, &random), scale: 1)
    }
    let frame = FrameBuffer.random(format, size.width, size.height, .bt709, seed: 3)
    let reader = FrameReader(frame, try format.components())
    return SampledPlanes(reader.layout.color.suffix(count).map(reader.view), toPicture: .identity)
  }

  @Test("samples at moving positions", arguments: ways)
  func samples(_ way: Way) throws {
    var random = Seeded(17)
    let cases: [(Int, PixelSize, PixelFormat?)] = [
      (4, PixelSize(200, 60), nil), (4, PixelSize(34, 9), nil), (4, PixelSize(33, 40), nil),
      (3, PixelSize(31, 12), nil), (3, PixelSize(200, 60), .yuv444()),
      (2, PixelSize(33, 40), .yuv444()), (2, PixelSize(200, 60), .yuv444(10)),
      (1, PixelSize(31, 12), .yuv444()), (3, PixelSize(34, 9), .rgb24),
    ]
    for (count, size, format) in cases {
      let planes = try planes(count, size, format, &random)
      withPayload(.sample(planes)) { data in
        for width in format == nil ? [1, 15, 16, 17, 100, 300] : [17, 100] {
          let from = (
            Float.random(in: -10...Float(size.width), using: &random),
            Float.random(in: -5...Float(size.height), using: &random)
          )
          let x = Array(lanes(from.0, way.x, way.scatter, &random).prefix(width))
          let y = Array(lanes(from.1, way.y, way.scatter, &random).prefix(width))
          let single = x.indices.map { sampled(kernelLevels()[0], data, [x[$0]], [y[$0]]) }
          let wanted = (0..<4).map { part in single.map { $0[part][0] } }
          #expect(wanted.prefix(count).joined().allSatisfy { $0 != 0x7fc0_0000 })
          for kernels in kernelLevels() {
            #expect(sampled(kernels, data, x, y) == wanted, "\(size), \(width) pixels")
          }
        }
      }
    }
  }

  @Test("nothing behind the end of a plane is read", arguments: [1, 2, 4])
  func samplesAtTheEnd(_ bytes: Int) throws {
    let (width, height) = (40, 12)
    let (page, length) = (Int(getpagesize()), width * height * bytes)
    let size = (length + page - 1) / page * page
    let memory = try #require(
      mmap(nil, size + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0))
    defer { munmap(memory, size + page) }
    #expect(mprotect(memory + size, page, PROT_NONE) == 0)
    var samples = mr_samples()
    samples.plane.base = UnsafeRawPointer(memory + size - length)
    samples.plane.stride = Int64(width * bytes)
    (samples.plane.width, samples.plane.height) = (Int32(width), Int32(height))
    (samples.plane.step, samples.plane.bytes) = (1, Int32(bytes))
    (samples.scaleX, samples.scaleY) = (1, 1)
    (samples.right, samples.bottom) = (Float(width - 1), Float(height - 1))
    // Eight pixels read up to five rows, the other eight the last ones.
    for isUpperFirst in [true, false] {
      for spread in 0..<8 {
        let rows = (0..<16).map { lane -> Float in
          (lane < 8) == isUpperFirst ? 3 + Float(lane % 8 * spread) / 8 : Float(height - 1)
        }
        let columns = (0..<16).map { Float($0 < 8 ? $0 : 15 + $0) }
        for kernels in kernelLevels() {
          let found = withUnsafePointer(to: samples) { sampled(kernels, $0, columns, rows) }
          #expect(found[0].allSatisfy { $0 == 0 })
        }
      }
    }
  }

  /// A camera over a picture of `size`, more or less oblique.
  private func view(_ size: PixelSize, _ oblique: Double, _ random: inout Seeded)
    -> ProjectiveTransform
  {
    func number(_ reach: Double) -> Double { .random(in: -reach...reach, using: &random) }
    var map = ProjectiveTransform(
      AffineTransform(scaleX: 1 + number(0.6), y: 1 + number(0.6))
        .followed(by: AffineTransform(rotationDegrees: number(40)))
        .followed(
          by: AffineTransform(
            translationX: number(Double(size.width)), y: number(Double(size.height)))))
    (map.p, map.q) = (number(oblique), number(oblique))
    return map
  }

  @Test("pictures in perspective", arguments: Image.Sampling.allCases, [0, 0.003, 0.03])
  func projections(_ sampling: Image.Sampling, _ oblique: Double) throws {
    var random = Seeded(5)
    for size in [PixelSize(90, 50), PixelSize(5, 3), PixelSize(1, 1)] {
      for planes in 3...4 {
        var levels = [[raster(size, planes: planes, &random)]]
        for halving in 1...4 {
          let half = PixelSize(max(1, size.width >> halving), max(1, size.height >> halving))
          levels.append((0..<planes).map { _ in raster(half, planes: 1, &random) })
        }
        let projection = Projection(
          levels, map: view(size, oblique, &random), nearest: 0.05, sampling: sampling)
        withPayload(.projection(projection)) { data in
          func drawn(_ kernels: UnsafePointer<mr_kernels>, x: Int, y: Int, width: Int) -> [[UInt32]]
          {
            let bench = KernelBench(registers: planes)
            #expect(
              bench.run(
                kernel(kernels, MR_PROJECT), out: (0..<UInt32(planes)).map { $0 }, in: [],
                data: data, x: x, y: y, width: width))
            return (0..<planes).map { bench.bits($0, width) }
          }
          for y in [-9, 3, 31] {
            let single = (-20..<150).map { drawn(kernelLevels()[0], x: $0, y: y, width: 1) }
            let wanted = (0..<planes).map { plane in single.map { $0[plane][0] } }
            #expect(wanted.joined().allSatisfy { $0 != 0x7fc0_0000 })
            for kernels in kernelLevels() {
              #expect(drawn(kernels, x: -20, y: y, width: 170) == wanted, "\(size), row \(y)")
            }
          }
        }
      }
    }
  }

  /// How many samples of which size a pixel is made of, seen by what the sizes hold.
  @Test("a sample serves for as much as a quarter more than its size")
  func samplesServe() {
    var levels: [[Raster]] = []
    for level in 0..<4 {
      let raster = Raster(rect: PixelRect(size: PixelSize(96 >> level, 96 >> level)), planeCount: 3)
      raster.allocate()
      for plane in 0..<3 {
        for y in 0..<raster.rect.height {
          for x in 0..<raster.stride {
            // Level 0 alternates from column to column, so that two samples half a pixel apart differ from one.
            raster.row(y, plane: plane)[x] =
              level == 0 ? Float(x % 4 < 2 ? 0 : 4) : Float(level * 100)
          }
        }
      }
      levels.append([raster])
    }
    func drawn(_ across: Double, _ down: Double) -> [Float] {
      let projection = Projection(
        levels, map: ProjectiveTransform(AffineTransform(scaleX: across, y: down)), nearest: 0,
        sampling: .nearest)
      let bench = KernelBench(registers: 3)
      withPayload(.projection(projection)) {
        _ = bench.run(
          kernel(mr_kernels_best(), MR_PROJECT), out: [0, 1, 2], in: [], data: $0, x: 0, y: 2,
          width: 32)
      }
      return (0..<32).map { bench[0][$0] }
    }
    func sampled(_ across: Double, _ away: Double) -> [Float] {
      (0..<32).map { Int((Double($0) + 0.5 + away) * across) % 4 < 2 ? 0 : 4 }
    }
    for size in [1, 1.125, 1.25] {
      #expect(drawn(size, 1) == sampled(size, 0) && drawn(size, size) == sampled(size, 0))
    }
    let two = zip(sampled(1.375, -0.25), sampled(1.375, 0.25)).map { ($0 + $1) / 2 }
    #expect(drawn(1.375, 1) == two)
    let mixed = zip(drawn(1.625, 1.625), sampled(1.625, 0)).map { abs($0 - ($1 + 100) / 2) }
    #expect((mixed.max() ?? 1) < 1e-4)
    let half = [Float](repeating: 100, count: 32)
    #expect(drawn(2, 2) == half && drawn(2.5, 2.5) == half)
  }
}
