// SPDX-License-Identifier: MIT

import CFFmpeg
import MoonreelCore

/// How the planes of one of libav's planar formats lie.
struct PlaneLayout {
  /// libav's name.
  let name: String
  /// The bits of a sample; those of more than eight take two bytes.
  let bits: Int
  let planeCount: Int
  private let chromaShift: (x: Int, y: Int)

  /// The layout of `format`; `nil` where it is not planar.
  init?(_ format: AVPixelFormat) {
    // The old names for full range add nothing: frames say their range.
    let own = av_get_pix_fmt_name(format).map { String(cString: $0) } ?? ""
    let name = own.hasPrefix("yuvj") ? "yuv" + own.dropFirst(4) : own
    let isPlanar = ["gray", "yuv4", "yuva4", "gbrp", "gbrap"].contains { name.hasPrefix($0) }
    guard isPlanar, let found = av_pix_fmt_desc_get(av_get_pix_fmt(name)) else { return nil }
    let descriptor = found.pointee
    self.name = name
    bits = Int(descriptor.comp.0.depth)
    planeCount = Int(descriptor.nb_components)
    chromaShift = (Int(descriptor.log2_chroma_w), Int(descriptor.log2_chroma_h))
  }

  /// The same with alpha, with more chroma where libav has it only so; `nil` where there is none.
  var withAlpha: PlaneLayout? {
    let depth = bits > 8 ? "\(bits)le" : ""
    let families =
      switch name.prefix(6) {
      case "yuv420": ["yuva420p", "yuva422p", "yuva444p"]
      case "yuv422": ["yuva422p", "yuva444p"]
      default: name.hasPrefix("gbr") ? ["gbrap"] : ["yuva444p"]
      }
    return families.lazy.compactMap { PlaneLayout(av_get_pix_fmt($0 + depth)) }.first
  }

  /// The bytes of a sample.
  var sampleBytes: Int { bits > 8 ? 2 : 1 }

  /// How often plane `number` is halved across and down.
  func shift(ofPlane number: Int) -> (x: Int, y: Int) {
    number == 1 || number == 2 ? chromaShift : (0, 0)
  }

  /// The samples of plane `number` in a picture of `size`.
  func planeSize(_ number: Int, _ size: PixelSize) -> PixelSize {
    let shift = shift(ofPlane: number)
    return PixelSize(
      (size.width + (1 << shift.x) - 1) >> shift.x, (size.height + (1 << shift.y) - 1) >> shift.y)
  }

  /// The bytes of plane `number` in a picture of `size`, without gaps.
  func byteCount(ofPlane number: Int, _ size: PixelSize) -> Int {
    let plane = planeSize(number, size)
    return plane.width * plane.height * sampleBytes
  }
}
