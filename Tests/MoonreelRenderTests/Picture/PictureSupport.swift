// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

@testable import MoonreelRender

/// A repeatable source of random numbers (SplitMix64).
struct Seeded: RandomNumberGenerator {
  var state: UInt64

  init(_ seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }
}

extension FrameBuffer {
  /// A frame whose components are filled by `code(plane, component, x, y)`.
  static func make(
    _ format: PixelFormat, _ width: Int, _ height: Int, _ color: ColorTags = .bt709,
    alphaMode: FrameBuffer.AlphaMode = .straight, code: (Int, Int, Int, Int) -> Int
  ) -> FrameBuffer {
    FrameBuffer(
      format: format, size: PixelSize(width, height), color: color, alphaMode: alphaMode
    ) { planes in
      for (index, plane) in planes.enumerated() {
        let parts = format.componentsPerSample(inPlane: index)
        for y in 0..<plane.size.height {
          let row = plane.base + y * plane.strideBytes
          for x in 0..<plane.size.width {
            for part in 0..<parts {
              let value = code(index, part, x, y)
              if format.bytesPerComponent == 1 {
                row.storeBytes(of: UInt8(value), toByteOffset: x * parts + part, as: UInt8.self)
              } else {
                row.storeBytes(
                  of: UInt16(value << format.bitShift), toByteOffset: 2 * (x * parts + part),
                  as: UInt16.self)
              }
            }
          }
        }
      }
    }
  }

  /// A frame of random codes.
  static func random(
    _ format: PixelFormat, _ width: Int, _ height: Int, _ color: ColorTags = .bt709,
    alphaMode: FrameBuffer.AlphaMode = .straight, seed: UInt64
  ) -> FrameBuffer {
    var random = Seeded(seed)
    return make(format, width, height, color, alphaMode: alphaMode) { _, _, _, _ in
      Int.random(in: 0..<(1 << format.bitDepth), using: &random)
    }
  }

  /// The code value of component `part` of plane `plane`.
  func code(_ plane: Int, _ x: Int, _ y: Int, part: Int = 0) -> Int {
    let parts = format.componentsPerSample(inPlane: plane)
    let row = planes[plane].base + y * planes[plane].strideBytes
    if format.bytesPerComponent == 1 {
      return Int(row.load(fromByteOffset: x * parts + part, as: UInt8.self))
    }
    return Int(row.load(fromByteOffset: 2 * (x * parts + part), as: UInt16.self))
      >> format.bitShift
  }

  /// The value of plane `plane` of a float frame.
  func float(_ plane: Int, _ x: Int, _ y: Int) -> Float {
    (planes[plane].base + y * planes[plane].strideBytes).load(
      fromByteOffset: 4 * x, as: Float.self)
  }
}

extension FrameTarget {
  /// 8-bit R'G'B' of this size.
  static func rgb(_ width: Int, _ height: Int, background: Color = .black) -> FrameTarget {
    FrameTarget(
      size: PixelSize(width, height), format: .rgb24, color: .srgb, background: background)
  }

  /// Float planes with alpha, nothing under the picture.
  static func float(_ width: Int, _ height: Int, scale: Double = 1) -> FrameTarget {
    FrameTarget(
      size: PixelSize(width, height), format: .floatGBRA, color: .srgb, scale: scale,
      background: .transparent, alphaMode: .premultiplied)
  }
}

/// The tags of a Y'CbCr picture.
func tags(
  _ matrix: ColorTags.Matrix, _ range: ColorTags.Range = .limited,
  _ siting: ColorTags.ChromaSiting = .left
) -> ColorTags {
  ColorTags(matrix: matrix, transfer: .bt709, primaries: .bt709, range: range, siting: siting)
}
