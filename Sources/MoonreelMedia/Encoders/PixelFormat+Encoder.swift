// SPDX-License-Identifier: MIT

import CFFmpeg
import CMediaHost
import MoonreelCore

extension PixelFormat {
  /// libav's number for this format, or `nil` where libav has none.
  var encoderFormat: AVPixelFormat? {
    guard let name = encoderName else { return nil }
    let found = av_get_pix_fmt(name)
    return found == AV_PIX_FMT_NONE ? nil : found
  }

  /// libav's name, such as `"yuv420p10le"`.
  private var encoderName: String? {
    let depth = bitDepth == 8 ? "" : bitDepth == 32 ? "f32le" : "\(bitDepth)le"
    switch packing {
    case .semiplanar: return bitDepth == 8 ? "nv12" : bitDepth == 10 ? "p010le" : nil
    case .packed(let order):
      switch bitDepth {
      case 8: return order.count == 3 ? "\(order)24" : order.replacingX
      case 16: return "\(order)\(order.count * 16)le"
      default: return nil
      }
    case .planar: return planarName(depth)
    }
  }

  private func planarName(_ depth: String) -> String? {
    switch family {
    case .gray: return hasAlpha ? nil : "gray\(depth)"
    case .rgb: return (hasAlpha ? "gbrap" : "gbrp") + depth
    case .yuv:
      let sampling = chromaShiftX == 0 ? "444" : chromaShiftY == 1 ? "420" : "422"
      return chromaShiftX > 1 ? nil : "yuv\(hasAlpha ? "a" : "")\(sampling)p\(depth)"
    }
  }
}

extension String {
  /// A byte without meaning is `0` in libav's names.
  fileprivate var replacingX: String { String(map { $0 == "x" ? "0" : $0 }) }
}
