// SPDX-License-Identifier: MIT

import CKernels
import MoonreelCore

/// A frame's luma in 8 bits (green, where there is no luma): reduced until its longer side is short enough, and then at half
/// the size of that, and so on.
package struct LumaPyramid: Sendable {
  /// No level is smaller than this on its shorter side, but for the first.
  private static let shortestSide = 32
  private static let mostLevels = 5

  /// The levels, the largest first.
  let levels: [FrameBuffer]
  /// How many pixels of the frame one of the first level is wide and high.
  package let factor: Int

  /// The luma of `frame`, whose first level has at most `longestSide` pixels on its longer side.
  ///
  /// - Throws: `MoonreelError` (`unsupportedFormat`) for pixel formats that Moonreel does not draw.
  package init(_ frame: FrameBuffer, longestSide: Int = 640) throws {
    let longest = max(frame.size.width, frame.size.height)
    factor = min(64, max(1, (longest + longestSide - 1) / longestSide))
    var levels = [try Self.reduced(frame, by: factor)]
    while levels.count < Self.mostLevels, let last = levels.last,
      min(last.size.width, last.size.height) >= 2 * Self.shortestSide
    {
      levels.append(Self.halved(last))
    }
    self.levels = levels
  }

  private static func reduced(_ frame: FrameBuffer, by factor: Int) throws -> FrameBuffer {
    let colors = try frame.format.components().color
    let place = frame.format.family == .rgb ? colors[1] : colors[0]
    let plane = frame.planes[place.plane]
    let size = PixelSize(max(1, frame.size.width / factor), max(1, frame.size.height / factor))
    var component = mr_component()
    component.samples = UnsafePointer(
      plane.base.assumingMemoryBound(to: UInt8.self) + place.offset * place.bytes)
    component.stride = plane.strideBytes
    component.step = place.step * place.bytes
    component.bytes = Int32(place.bytes)
    component.shift = Int32(max(0, frame.format.bitDepth - 8 + place.shift))
    return luma(size) { out, stride in
      mr_motion_shrink(
        out, stride, Int32(size.width), Int32(size.height), &component,
        Int32(min(factor, frame.size.width, frame.size.height)))
    }
  }

  private static func halved(_ level: FrameBuffer) -> FrameBuffer {
    var from = level.luma
    return luma(PixelSize(level.size.width / 2, level.size.height / 2)) { out, stride in
      mr_motion_halve(out, stride, &from)
    }
  }

  private static func luma(_ size: PixelSize, fill: (UnsafeMutablePointer<UInt8>, Int) -> Void)
    -> FrameBuffer
  {
    FrameBuffer(format: .gray(), size: size, color: .bt709, isZeroed: false) { planes in
      fill(planes[0].base.assumingMemoryBound(to: UInt8.self), planes[0].strideBytes)
    }
  }
}

extension FrameBuffer {
  /// The samples of a picture of 8 bits of luma, as kernels take them: valid while the buffer lives.
  var luma: mr_luma {
    mr_luma(
      samples: UnsafePointer(planes[0].base.assumingMemoryBound(to: UInt8.self)),
      stride: planes[0].strideBytes, width: Int32(size.width), height: Int32(size.height))
  }
}
