// SPDX-License-Identifier: MIT

import CFFmpeg
import CMediaHost

/// What libav says about its error codes.
enum LibavError {
  /// libav's own words for `code`.
  static func text(_ code: Int32) -> String {
    var buffer = [CChar](repeating: 0, count: 256)
    mr_write_error_text(code, &buffer, buffer.count)
    return String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
