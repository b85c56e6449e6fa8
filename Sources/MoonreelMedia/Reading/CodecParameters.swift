// SPDX-License-Identifier: MIT

import CFFmpeg

/// What a decoder needs to know of a stream: codec, extradata, size, rates.
///
/// `@unchecked Sendable`: never changed after it is made.
public final class CodecParameters: @unchecked Sendable {
  let parameters: UnsafeMutablePointer<AVCodecParameters>

  /// A copy of `source`.
  init(copying source: UnsafePointer<AVCodecParameters>) {
    guard let parameters = avcodec_parameters_alloc() else { fatalError("out of memory") }
    precondition(avcodec_parameters_copy(parameters, source) >= 0, "out of memory")
    self.parameters = parameters
  }

  deinit {
    var parameters: UnsafeMutablePointer<AVCodecParameters>? = parameters
    avcodec_parameters_free(&parameters)
  }
}
