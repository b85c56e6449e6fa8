// SPDX-License-Identifier: MIT

import CFFmpeg
import CMediaHost
import MoonreelCore

extension HDRMetadata {
  /// What the frame says; `nil` where it says nothing.
  init?(_ frame: UnsafePointer<AVFrame>) { self.init(mr_frame_hdr(frame)) }

  /// What the stream's container says; `nil` where it says nothing.
  init?(_ stream: UnsafePointer<AVStream>) { self.init(mr_stream_hdr(stream)) }

  private init?(_ hdr: mr_hdr) {
    guard hdr.hasDisplay != 0 || hdr.hasLight != 0 else { return nil }
    self.init()
    if hdr.hasDisplay != 0 {
      let p = hdr.primaries
      masteringDisplay = MasteringDisplay(
        primaries: [SIMD2(p.0, p.1), SIMD2(p.2, p.3), SIMD2(p.4, p.5)],
        white: SIMD2(hdr.white.0, hdr.white.1), minLuminance: hdr.minLuminance,
        maxLuminance: hdr.maxLuminance)
    }
    if hdr.hasLight != 0 {
      contentLight = ContentLight(
        maxContent: Int(hdr.maxContent), maxAverage: Int(hdr.maxAverage))
    }
  }

  /// The same for libav.
  var libav: mr_hdr {
    var hdr = mr_hdr()
    if let display = masteringDisplay {
      hdr.hasDisplay = 1
      let p = display.primaries
      hdr.primaries = (p[0].x, p[0].y, p[1].x, p[1].y, p[2].x, p[2].y)
      hdr.white = (display.white.x, display.white.y)
      (hdr.minLuminance, hdr.maxLuminance) = (display.minLuminance, display.maxLuminance)
    }
    if let light = contentLight {
      hdr.hasLight = 1
      (hdr.maxContent, hdr.maxAverage) = (Int32(light.maxContent), Int32(light.maxAverage))
    }
    return hdr
  }

  /// The same as parameters of x265: chromaticities in units of 0.00002, light in units of 0.0001 cd/m².
  var x265Parameters: String {
    var parts: [String] = []
    if let display = masteringDisplay {
      func pair(_ point: SIMD2<Double>) -> String {
        "(\(Int(limiting: (point.x * 50_000).rounded())),\(Int(limiting: (point.y * 50_000).rounded())))"
      }
      func light(_ value: Double) -> Int { Int(limiting: (value * 10_000).rounded()) }
      let p = display.primaries
      parts.append(
        "master-display=G\(pair(p[1]))B\(pair(p[2]))R\(pair(p[0]))WP\(pair(display.white))"
          + "L(\(light(display.maxLuminance)),\(light(display.minLuminance)))")
    }
    if let light = contentLight {
      parts.append("max-cll=\(light.maxContent),\(light.maxAverage)")
    }
    return parts.joined(separator: ":")
  }
}
