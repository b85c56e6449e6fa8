// SPDX-License-Identifier: MIT

import CFFmpeg
import CMediaHost

/// libav's encoders, by name.
enum EncoderTable {
  /// The first of `names` that this build has.
  static func find(_ names: [String]) -> UnsafePointer<AVCodec>? {
    names.lazy.compactMap { avcodec_find_encoder_by_name($0) }.first
  }

  /// Every encoder of `names` that this build has, in order.
  static func all(_ names: [String]) -> [UnsafePointer<AVCodec>] {
    names.compactMap { avcodec_find_encoder_by_name($0) }
  }

  /// The name of `codec` for messages.
  static func label(_ codec: UnsafePointer<AVCodec>) -> String {
    String(cString: codec.pointee.name)
  }
}
