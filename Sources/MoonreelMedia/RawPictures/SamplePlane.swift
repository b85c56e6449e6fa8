// SPDX-License-Identifier: MIT

import CMediaHost
import MoonreelCore

/// One plane of a frame of libav's.
struct SamplePlane {
  let base: UnsafeMutableRawPointer
  let stride: Int
  private let size: PixelSize
  private let bits: Int

  /// Plane `number` of `frame`, which has `layout`.
  init(_ frame: NativeFrame, _ number: Int, _ layout: PlaneLayout) {
    // holds: a number of a plane.
    guard let plane = mr_frame_plane(frame.frame, Int32(number)) else {
      preconditionFailure("a decoded frame has its planes")
    }
    base = UnsafeMutableRawPointer(plane)
    // holds: a number of a plane.
    stride = Int(mr_frame_stride(frame.frame, Int32(number)))
    size = layout.planeSize(number, frame.size)
    bits = layout.bits
  }

  /// Copies `region` to `out`, a plane of `target` samples of `wanted` bits: those of a region of another size
  /// are repeated or left out, those of another depth scaled.
  func copy(
    _ region: PixelRegion, to out: UnsafeMutableRawBufferPointer, _ target: PixelSize,
    bits wanted: Int
  ) {
    let row = target.width * (wanted > 8 ? 2 : 1)
    let isPlain = bits == wanted && region.size.width == target.width
    for y in 0..<target.height {
      let line = min(size.height - 1, region.y + y * region.size.height / target.height)
      let from = UnsafeRawPointer(base + line * stride)
      // holds: rows have bytes.
      let to = UnsafeMutableRawBufferPointer(rebasing: out[y * row..<(y + 1) * row])
      if isPlain, region.x + target.width <= size.width {
        to.copyMemory(from: .init(start: from + region.x * (wanted > 8 ? 2 : 1), count: row))
      } else {
        for x in 0..<target.width {
          let at = min(size.width - 1, region.x + x * region.size.width / target.width)
          store(sample(from, at), in: to, at: x, bits: wanted)
        }
      }
    }
  }

  private func sample(_ line: UnsafeRawPointer, _ at: Int) -> Int {
    bits > 8
      ? Int(line.load(fromByteOffset: 2 * at, as: UInt16.self))
      : Int(line.load(fromByteOffset: at, as: UInt8.self))
  }

  private func store(
    _ value: Int, in line: UnsafeMutableRawBufferPointer, at x: Int, bits wanted: Int
  ) {
    let (most, full) = ((1 << bits) - 1, (1 << wanted) - 1)
    let scaled = bits == wanted ? value : (min(value, most) * full + most / 2) / most
    if wanted > 8 {
      // holds: a value of as many bits.
      line.storeBytes(of: UInt16(scaled), toByteOffset: 2 * x, as: UInt16.self)
    } else {
      // holds: a value of as many bits.
      line[x] = UInt8(scaled)
    }
  }

  /// Fills `out` with samples of `bits` in the middle of their range.
  static func fillGray(_ out: UnsafeMutableRawBufferPointer, bits: Int) {
    guard bits > 8 else {
      out.initializeMemory(as: UInt8.self, repeating: 128)
      return
    }
    for at in Swift.stride(from: 0, to: out.count - 1, by: 2) {
      // holds: bits of a format.
      out.storeBytes(of: UInt16(1 << (bits - 1)), toByteOffset: at, as: UInt16.self)
    }
  }
}
