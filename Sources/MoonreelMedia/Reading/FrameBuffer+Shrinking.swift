// SPDX-License-Identifier: MIT

import MoonreelCore

extension FrameBuffer {
  /// The picture at 1 / `divisor` of the size, each sample the mean of those that it stands for; at 1 / a smaller number
  /// where that does not divide all planes. `nil` where nothing does, and for pictures with alpha, whose colours cannot be
  /// averaged without it, or with more than 16 bits.
  func shrunk(by divisor: Int) -> (buffer: FrameBuffer, divisor: Int)? {
    guard divisor > 1, !format.hasAlpha, format.bytesPerComponent <= 2 else { return nil }
    let fitting = (2...divisor).last { divisor in
      planes.allSatisfy { $0.size.width % divisor == 0 && $0.size.height % divisor == 0 }
    }
    guard let fitting else { return nil }
    let small = FrameBuffer(
      format: format, size: PixelSize(size.width / fitting, size.height / fitting), color: color,
      pixelAspect: pixelAspect, alphaMode: alphaMode, hdr: hdr, isZeroed: false
    ) { targets in
      for (index, target) in targets.enumerated() {
        let components = format.componentsPerSample(inPlane: index)
        if format.bytesPerComponent == 1 {
          Self.average(planes[index], to: target, fitting, components, UInt8.self)
        } else {
          Self.average(planes[index], to: target, fitting, components, UInt16.self)
        }
      }
    }
    return (small, fitting)
  }

  @inline(__always)
  private static func average<Sample: FixedWidthInteger & UnsignedInteger>(
    _ source: Plane, to target: Plane, _ divisor: Int, _ components: Int, _: Sample.Type
  ) {
    let area = UInt32(divisor * divisor)
    for y in 0..<target.size.height {
      let row = (target.base + y * target.strideBytes).assumingMemoryBound(to: Sample.self)
      let first = source.base + y * divisor * source.strideBytes
      for x in 0..<target.size.width {
        for component in 0..<components {
          var sum = area / 2
          for line in 0..<divisor {
            let samples = (first + line * source.strideBytes).assumingMemoryBound(to: Sample.self)
            let place = x &* divisor &* components &+ component
            for step in 0..<divisor { sum &+= UInt32(samples[place &+ step &* components]) }
          }
          row[x &* components &+ component] = Sample(truncatingIfNeeded: sum / area)
        }
      }
    }
  }
}
