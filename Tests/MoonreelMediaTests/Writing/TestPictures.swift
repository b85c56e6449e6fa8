// SPDX-License-Identifier: MIT

import Foundation
import MoonreelCore

/// Synthetic pictures and sound.
enum TestPictures {
  /// A smooth picture that moves with `index`, in any format; floats lie between 0 and 1.
  static func frame(
    _ index: Int, format: PixelFormat, size: PixelSize, color: ColorTags = .bt709,
    isOpaque: Bool = false
  ) -> FrameBuffer {
    FrameBuffer(format: format, size: size, color: color) { planes in
      for (number, plane) in planes.enumerated() {
        fill(plane, number, index, format)
        guard isOpaque, format == .rgba else { continue }
        for y in 0..<size.height {
          for x in 0..<size.width {
            plane.base.storeBytes(
              of: 255, toByteOffset: y * plane.strideBytes + x * 4 + 3, as: UInt8.self)
          }
        }
      }
    }
  }

  private static func fill(
    _ plane: FrameBuffer.Plane, _ number: Int, _ index: Int, _ format: PixelFormat
  ) {
    let step = format.componentsPerSample(inPlane: number)
    for y in 0..<plane.size.height {
      let row = plane.base + y * plane.strideBytes
      for x in 0..<plane.size.width {
        for component in 0..<step {
          let kind = number + component
          let value = level(x, y, kind, index, plane.size)
          // 30…220 of 255, so that it is legal in limited range too.
          let scaled = Int((30 + 190 * value) * Double((1 << min(format.bitDepth, 16)) - 1) / 255)
          let place = x * step + component
          if format.bytesPerComponent == 4 {
            let value = Float((30 + 190 * value) / 255)
            row.storeBytes(of: value, toByteOffset: place * 4, as: Float.self)
          } else if format.bytesPerComponent == 1 {
            row.storeBytes(of: UInt8(scaled), toByteOffset: place, as: UInt8.self)
          } else {
            row.storeBytes(of: UInt16(scaled), toByteOffset: place * 2, as: UInt16.self)
          }
        }
      }
    }
  }

  private static func level(_ x: Int, _ y: Int, _ kind: Int, _ index: Int, _ size: PixelSize)
    -> Double
  {
    let (u, v) = (Double(x) / Double(size.width), Double(y) / Double(size.height))
    let phase = Double(index) * 0.2 + Double(kind)
    return 0.5 + 0.25 * sin(3 * u + phase) + 0.25 * cos(4 * v - phase)
  }

  /// One picture of a single value in every component.
  static func flat(
    _ value: UInt8, format: PixelFormat, size: PixelSize, color: ColorTags = .bt709
  ) -> FrameBuffer {
    FrameBuffer(format: format, size: size, color: color) { planes in
      for (number, plane) in planes.enumerated() {
        let isChroma = format.family == .yuv && number > 0
        memset(plane.base, Int32(isChroma ? 128 : value), plane.strideBytes * plane.size.height)
      }
    }
  }

  /// The bytes of `frame` without padding, plane after plane, as ffmpeg writes raw video.
  static func bytes(_ frame: FrameBuffer) -> [UInt8] {
    var bytes: [UInt8] = []
    for (number, plane) in frame.planes.enumerated() {
      let width =
        plane.size.width * frame.format.componentsPerSample(inPlane: number)
        * frame.format.bytesPerComponent
      for y in 0..<plane.size.height {
        bytes += UnsafeRawBufferPointer(start: plane.base + y * plane.strideBytes, count: width)
      }
    }
    return bytes
  }

  /// The peak signal-to-noise ratio of two pictures' samples, in decibels; infinite where they are
  /// equal.
  static func psnr(_ a: [UInt8], _ b: [UInt8], bitDepth: Int = 8) -> Double {
    precondition(a.count == b.count && !a.isEmpty, "pictures of one size")
    var sum = 0.0
    let wide = bitDepth > 8
    let count = wide ? a.count / 2 : a.count
    for i in 0..<count {
      let left = wide ? Int(a[2 * i]) | Int(a[2 * i + 1]) << 8 : Int(a[i])
      let right = wide ? Int(b[2 * i]) | Int(b[2 * i + 1]) << 8 : Int(b[i])
      sum += Double((left - right) * (left - right))
    }
    let peak = Double((1 << bitDepth) - 1)
    return sum == 0 ? .infinity : 10 * log10(peak * peak * Double(count) / sum)
  }

  /// A sine of 440 Hz and half of full scale, from sample `start` on.
  static func tone(_ start: Int, _ count: Int, rate: Int, channels: Int) -> SampleBuffer {
    let plane = (start..<start + count).map {
      Float(0.5 * sin(2 * Double.pi * 440 * Double($0) / Double(rate)))
    }
    return SampleBuffer(sampleRate: rate, channels: Array(repeating: plane, count: channels))
  }
}

/// libav's name of `format` as `codec` stores it, for the command line.
func ffmpegName(_ format: PixelFormat) -> String {
  let depth = format.bitDepth == 8 ? "" : "\(format.bitDepth)le"
  switch format.packing {
  case .packed(let order): return order.count == 3 ? "\(order)24" : order
  case .semiplanar: return "nv12"
  case .planar:
    let sampling = format.chromaShiftX == 0 ? "444" : format.chromaShiftY == 1 ? "420" : "422"
    return format.family == .gray
      ? "gray\(depth)" : "yuv\(format.hasAlpha ? "a" : "")\(sampling)p\(depth)"
  }
}
