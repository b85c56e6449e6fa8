// SPDX-License-Identifier: MIT

import CKernels
import MoonreelCore
import MoonreelModel
import Testing

@testable import MoonreelRender

/// Planes read at the same positions are read together.
struct GatherTests {
  private static let formats: [PixelFormat] = [.yuv420(), .yuv420(10), .p010, .rgb24, .floatGBRA]

  /// A turn by any angle about the middle of a plane of `size`, enlarged or reduced.
  private func turn(_ size: PixelSize, _ random: inout Seeded) -> AffineTransform {
    let scale = Double.random(in: 0.3...(Bool.random(using: &random) ? 1.6 : 5), using: &random)
    return AffineTransform(translationX: -40, y: -5)
      .followed(by: AffineTransform(scaleX: scale, y: scale))
      .followed(by: AffineTransform(rotationDegrees: .random(in: -180...180, using: &random)))
      .followed(
        by: AffineTransform(translationX: Double(size.width) / 2, y: Double(size.height) / 2))
  }

  /// A frame whose rows are all random, what lies beyond their last samples too.
  private static func noise(_ format: PixelFormat, _ size: PixelSize, _ random: inout Seeded)
    -> FrameBuffer
  {
    FrameBuffer(format: format, size: size, color: .srgb) { planes in
      for plane in planes {
        for offset in stride(from: 0, to: plane.size.height * plane.strideBytes - 3, by: 4) {
          let bits: UInt32 =
            format.bytesPerComponent == 4
            ? Float.random(in: -1...2, using: &random).bitPattern
            : .random(in: 0...UInt32.max, using: &random)
          plane.base.storeBytes(of: bits, toByteOffset: offset, as: UInt32.self)
        }
      }
    }
  }

  /// What each plane gives by itself at the lowest level.
  private func apart(
    _ op: mr_op, _ payloads: [Payload], _ memory: UnsafeMutableRawPointer, _ x: Int, _ y: Int,
    _ width: Int
  ) -> [[UInt32]] {
    payloads.map { payload in
      payload.encode(to: memory)
      let bench = KernelBench(registers: 1)
      _ = bench.run(
        kernel(kernelLevels()[0], op), out: [0], in: [], data: memory, x: x, y: y, width: width)
      return bench.bits(0, width)
    }
  }

  @Test("planes read together have the bits of planes read apart", arguments: formats)
  func together(_ format: PixelFormat) throws {
    let memory = UnsafeMutableRawPointer.allocate(byteCount: 256, alignment: 64)
    defer { memory.deallocate() }
    var random = Seeded(3)
    let frames = [PixelSize(173, 91), PixelSize(1300, 640)].map {
      Self.noise(format, $0, &random)
    }
    let parts = try format.components().color.suffix(2)
    for turnIndex in 0..<90 {
      let (frame, width) = (frames[turnIndex % 2], [100, 611, 1026][turnIndex % 3])
      let size = parts[1].size(in: frame)
      let map = FixedMap(turn(size, &random))
      let x = Int.random(in: -20...size.width / 8, using: &random)
      let y = Int.random(in: -20...size.height / 2, using: &random)
      let cases: [(mr_op, SampleTable?)] = [
        (MR_NEAREST, nil), (MR_BILINEAR, nil), (MR_TAPS, .bicubic), (MR_TAPS, .lanczos),
      ]
      for (op, table) in cases {
        let payloads = parts.map {
          Payload.gather(
            PlaneView(source: .frame(FrameReference(buffer: frame), $0)), map, table)
        }
        let wanted = apart(op, payloads, memory, x, y, width)
        payloads[0].encode(to: memory)
        BoundProgram.add([payloads[1].gatheredPlane?.base], to: memory)
        for kernels in kernelLevels() {
          let bench = KernelBench(registers: 2)
          let isKept = bench.run(
            kernel(kernels, op), out: [0, 1], in: [], data: memory, x: x, y: y, width: width)
          let level = String(cString: kernels.pointee.level)
          #expect(
            isKept && [bench.bits(0, width), bench.bits(1, width)] == wanted,
            "\(format) turn \(turnIndex) operation \(op.rawValue) \(level)")
        }
      }
    }
  }

  @Test("steps behind a guard stay behind it when they are joined")
  func guards() throws {
    let frame = FrameBuffer.random(.yuv420(), 64, 64, seed: 2)
    let map = FixedMap(AffineTransform(rotationDegrees: 7))
    let payloads = try frame.format.components().color.map {
      Payload.gather(PlaneView(source: .frame(FrameReference(buffer: frame), $0)), map, nil)
    }
    func read(_ payload: Int32, _ out: UInt32) -> TileProgram.Step {
      TileProgram.Step(kernel: MR_BILINEAR, out: [out], payload: payload)
    }
    func guarded(_ body: [TileProgram.Step]) -> TileProgram.Step {
      var head = TileProgram.Step(kernel: MR_SPLAT, out: [4], operands: [9])
      (head.kind, head.body) = (.guarding(isScalar: false), body)
      return head
    }
    let inside = BoundProgram.joined([guarded([read(1, 4), read(2, 5)]), read(0, 6)], payloads)
    #expect(inside.flatMap(\.flattened).map(\.out) == [[4], [4, 5], [6]])
    #expect(inside[0].body.count == 1)
    let across = BoundProgram.joined([guarded([read(0, 4), read(1, 5)]), read(2, 6)], payloads)
    #expect(across.flatMap(\.flattened).map(\.out) == [[4], [4], [5], [6]])
    #expect(across[0].body.count == 2)
  }
}
