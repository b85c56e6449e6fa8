// SPDX-License-Identifier: MIT

import CKernels
import MoonreelCore
import Testing

@testable import MoonreelRender

/// Kernels that read pictures or make them, at every level: in range, and the same bits everywhere.
struct SourceKernelTests {
  private let frames: [FrameBuffer] = [
    .random(.yuv420(), 37, 21, seed: 1), .random(.p010, 37, 21, seed: 2),
    .random(.rgb24, 37, 21, .srgb, seed: 3), .random(.rgba64, 37, 21, .srgb, seed: 4),
  ]

  /// Payloads for each operation, over frames of several kinds.
  private func payloads() throws -> [(mr_op, Payload, Int)] {
    var result: [(mr_op, Payload, Int)] = []
    for frame in frames {
      let layout = try frame.format.components()
      for (index, component) in layout.color.enumerated() {
        var view = PlaneView(source: .frame(FrameReference(buffer: frame), component))
        (view.offsetX, view.offsetY) = (-5, 3)
        result.append((MR_LOAD, .plane(view), 1))
        let map = FixedMap(
          AffineTransform(scaleX: 0.7, y: 0.9).followed(by: .init(rotationDegrees: 25)))
        result.append((MR_NEAREST, .gather(view, map, nil), 1))
        result.append((MR_BILINEAR, .gather(view, map, nil), 1))
        result.append((MR_TAPS, .gather(view, map, .bicubic), 1))
        result.append((MR_TAPS, .gather(view, map, .lanczos), 1))
        (view.shiftX, view.shiftY) = (1, 1)
        result.append((MR_MEAN, .plane(view), 1))
        guard index > 0, frame.format.family == .yuv else { continue }
        for siting in ColorTags.ChromaSiting.allCases {
          for shifts in [(1, 1), (1, 0), (0, 1), (2, 0), (2, 2)] {
            (view.siting, view.shiftX, view.shiftY) = (siting, shifts.0, shifts.1)
            result.append((MR_CHROMA, .plane(view), 1))
          }
        }
      }
    }
    let ramp = Ramp(base: -3, stepX: 0.013, stepY: 0.1)
    result += [
      (MR_RAMP, .ramp(ramp), 1), (MR_COVER, .ramp(ramp), 1),
      (MR_BOX, .box([ramp, ramp.scaled(-0.7, plus: 1), ramp.scaled(0.4, plus: 2), nil]), 1),
      (MR_CHECKER, .checker(u: ramp, v: ramp.scaled(2), width: 0.2, height: 0.1), 1),
      (MR_NOISE, .noise(x: 3, y: -9, seed: 12), 1),
      (
        MR_CARD,
        .card(
          CardShape(
            u: Ramp(base: -0.9, stepX: 0.0017, stepY: 0),
            v: Ramp(base: -0.3, stepX: 0, stepY: 0.01),
            aspect: 16.0 / 9, pixel: 0.0017, phase: 0.4)), 3
      ),
    ]
    return result
  }

  @Test("a rectangle covers what the nearness to its edges says, to the bit")
  func boxes() {
    for seed in 0..<200 {
      var random = Seeded(UInt64(seed))
      let degrees = seed % 4 == 0 ? 0 : Double.random(in: 0...360, using: &random)
      let map = AffineTransform(rotationDegrees: degrees)
        .followed(by: .init(scaleX: .random(in: 0.01...3, using: &random), y: 0.7))
      func edges(_ ramp: Ramp) -> [Ramp?] {
        let (low, high) = (
          Double.random(in: -60...20, using: &random), Double.random(in: 20...90, using: &random)
        )
        let both: [Ramp?] = [ramp.scaled(1, plus: 0.5 - low), ramp.scaled(-1, plus: 0.5 + high)]
        return both.map { Int.random(in: 0..<6, using: &random) == 0 ? nil : $0 }
      }
      let all = edges(Ramp.x(of: map)) + edges(Ramp.y(of: map))
      let builder = ProgramBuilder()
      func along(_ edges: ArraySlice<Ramp?>) -> Value {
        let seen = edges.compactMap { $0.map(builder.cover) }
        guard let first = seen.first else { return builder.one }
        return seen.count == 1 ? first : builder.sub(builder.add(first, seen[1]), builder.one)
      }
      let values = [builder.mul(along(all[..<2]), along(all[2...])), builder.box(all)]
      let program = ProgramCompiler.compile(builder.instructions, outputs: values)
      let bound = BoundProgram(
        program, params: builder.params, payloads: builder.payloads, kernels: mr_kernels_best())
      let worker = TileWorker(bound)
      for y in [-80, -3, 0, 17, 60] {
        for (x, count) in [(-70, 150), (10, 1), (0, 2), (90, 33)] {
          worker.run(x: x, y: y, count: count)
          let found = (0..<2).map {
            Array(UnsafeBufferPointer(start: worker.output($0), count: count))
          }
          #expect(found[0] == found[1], "seed \(seed), \(count) pixels from (\(x), \(y))")
        }
      }
    }
  }

  @Test func everyLevelGivesTheSameBits() throws {
    let memory = UnsafeMutableRawPointer.allocate(byteCount: 256, alignment: 64)
    defer { memory.deallocate() }
    let levels = kernelLevels()
    for (op, payload, outputs) in try payloads() {
      payload.encode(to: memory)
      let out = (0..<UInt32(outputs)).map { $0 }
      for width in KernelTests.widths {
        var wanted: [[UInt32]] = []
        for kernels in levels {
          let bench = KernelBench(registers: 4)
          let isKept = bench.run(
            kernel(kernels, op), out: out, in: [], data: memory, x: width % 5 - 2, y: width % 23,
            width: width)
          let found = (0..<outputs).map { bench.bits($0, width) }
          if wanted.isEmpty { wanted = found }
          let level = String(cString: kernels.pointee.level)
          #expect(isKept && found == wanted, "operation \(op.rawValue) \(level) width \(width)")
        }
      }
    }
  }

  @Test func loadsRepeatTheEdge() throws {
    let frame = frames[2]
    let component = try frame.format.components().color[1]
    let view = PlaneView(source: .frame(FrameReference(buffer: frame), component))
    let memory = UnsafeMutableRawPointer.allocate(byteCount: 256, alignment: 64)
    defer { memory.deallocate() }
    Payload.plane(view).encode(to: memory)
    for kernels in kernelLevels() {
      for x in [-100, -37, -3, 0, 5, 36, 37, 90] {
        for width in [1, 2, 17, 60, 200] {
          let bench = KernelBench(registers: 1)
          #expect(
            bench.run(
              kernel(kernels, MR_LOAD), out: [0], in: [], data: memory, x: x, y: -2, width: width))
          for lane in 0..<width {
            let column = max(0, min(36, x + lane))
            #expect(bench[0][lane] == Float(frame.code(0, column, 0, part: 1)))
          }
        }
      }
    }
  }

  @Test("bytes are copied as they are, and repeat the edge")
  func copies() throws {
    let component = try frames[0].format.components().color[1]
    let view = PlaneView(
      source: .frame(FrameReference(buffer: frames[0]), component))
    var plane = view.encoded
    for kernels in kernelLevels() {
      for (x, y) in [(-100, -2), (-37, 0), (-3, 5), (0, 10), (5, 11), (18, 3), (90, 3)] {
        for width in [1, 2, 17, 60, 200] {
          var bytes = [UInt8](repeating: 0xa5, count: width + 1)
          kernels.pointee.copy(&bytes, &plane, Int64(x), Int64(y), Int32(width))
          let row = max(0, min(10, y))
          let wanted = (0..<width).map {
            UInt8(frames[0].code(1, max(0, min(18, x + $0)), row))
          }
          #expect(bytes == wanted + [0xa5], "\(x), \(y), \(width)")
        }
      }
    }
  }

  @Test("samples less a number are the samples, and then less it")
  func loadsLess() throws {
    let memory = UnsafeMutableRawPointer.allocate(byteCount: 256, alignment: 64)
    defer { memory.deallocate() }
    for frame in frames {
      for component in try frame.format.components().color {
        let view = PlaneView(source: .frame(FrameReference(buffer: frame), component))
        Payload.plane(view).encode(to: memory)
        for kernels in kernelLevels() {
          for width in [1, 15, 16, 17, 37, 200] {
            let bench = KernelBench(registers: 3)
            bench[2][0] = 16.3
            func run(_ op: mr_op, _ register: UInt32, _ operands: [UInt32]) -> Bool {
              bench.run(
                kernel(kernels, op), out: [register], in: operands, data: memory, x: -3, y: 1,
                width: width)
            }
            #expect(run(MR_LOAD, 0, []) && run(MR_LOAD_S, 1, [2]))
            let wanted = bench[0].prefix(width).map { ($0 - 16.3).bitPattern }
            #expect(bench.bits(1, width) == wanted, "\(frame.format) \(width)")
          }
        }
      }
    }
  }

  @Test("rows that are turned a little are the same bits at every level")
  func gentleTurns() throws {
    let memory = UnsafeMutableRawPointer.allocate(byteCount: 256, alignment: 64)
    defer { memory.deallocate() }
    let levels = kernelLevels()
    var random = Seeded(11)
    for format in [PixelFormat.yuv420(), .yuv420(10), .p010, .yuv420(16), .floatGBRA] {
      let frame = FrameBuffer(
        format: format, size: PixelSize(173, 41), color: .srgb
      ) { planes in
        for y in 0..<41 {
          let row = planes[0].base + y * planes[0].strideBytes
          for x in 0..<173 {
            switch format.bytesPerComponent {
            case 1:
              row.storeBytes(
                of: .random(in: 0...255, using: &random), toByteOffset: x, as: UInt8.self)
            case 2:
              row.storeBytes(
                of: .random(in: 0...65535, using: &random), toByteOffset: 2 * x, as: UInt16.self)
            default:
              row.storeBytes(
                of: .random(in: -1...2, using: &random), toByteOffset: 4 * x, as: Float.self)
            }
          }
        }
      }
      let component = try format.components().color[0]
      let view = PlaneView(source: .frame(FrameReference(buffer: frame), component))
      for _ in 0..<60 {
        let sign = Bool.random(using: &random) ? 1.0 : -1
        let map = AffineTransform(
          a: sign * .random(in: 0.05...2.1, using: &random),
          b: .random(in: -0.15...0.15, using: &random),
          c: .random(in: -0.2...0.2, using: &random), d: .random(in: 0.2...2, using: &random),
          tx: sign > 0 ? .random(in: -20...60, using: &random) : 170,
          ty: .random(in: -5...30, using: &random))
        Payload.gather(view, FixedMap(map), nil).encode(to: memory)
        for width in [16, 100, 128, 300] {
          var wanted: [UInt32] = []
          for kernels in levels {
            let bench = KernelBench(registers: 1)
            let isKept = bench.run(
              kernel(kernels, MR_BILINEAR), out: [0], in: [], data: memory, y: 5, width: width)
            let found = bench.bits(0, width)
            if wanted.isEmpty { wanted = found }
            #expect(isKept && found == wanted, "\(format) \(map) width \(width)")
          }
        }
      }
    }
  }

  @Test func gathersFindTheirSamples() throws {
    let frame = frames[0]
    let component = try frame.format.components().color[0]
    let view = PlaneView(source: .frame(FrameReference(buffer: frame), component))
    let map = AffineTransform(a: 0.6, b: 0.1, c: -0.2, d: 0.5, tx: 4.25, ty: 3.125)
    let memory = UnsafeMutableRawPointer.allocate(byteCount: 256, alignment: 64)
    defer { memory.deallocate() }
    Payload.gather(view, FixedMap(map), nil).encode(to: memory)
    let bench = KernelBench(registers: 1)
    for kernels in kernelLevels() {
      _ = bench.run(kernel(kernels, MR_BILINEAR), out: [0], in: [], data: memory, y: 2, width: 30)
      for x in 0..<30 {
        let point = map.apply(to: Point(Double(x) + 0.5, 2.5))
        let (u, v) = (point.x - 0.5, point.y - 0.5)
        let (left, top) = (Int(u.rounded(.down)), Int(v.rounded(.down)))
        let (fx, fy) = (u - Double(left), v - Double(top))
        func at(_ dx: Int, _ dy: Int) -> Double {
          Double(frame.code(0, max(0, min(36, left + dx)), max(0, min(20, top + dy))))
        }
        let wanted =
          (at(0, 0) * (1 - fx) + at(1, 0) * fx) * (1 - fy)
          + (at(0, 1) * (1 - fx) + at(1, 1) * fx) * fy
        #expect(abs(Double(bench[0][x]) - wanted) < 1e-3)
      }
    }
  }
}
