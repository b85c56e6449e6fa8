// SPDX-License-Identifier: MIT

import CFFmpeg

extension CodecParameters {
  /// Whether packets of both streams can follow one another in one track of a file: same codec, shape
  /// and decoder set-up.
  public func isInterchangeable(with other: CodecParameters) -> Bool {
    let (first, second) = (parameters.pointee, other.parameters.pointee)
    guard first.codec_id == second.codec_id, first.format == second.format,
      first.profile == second.profile, first.width == second.width, first.height == second.height,
      first.sample_rate == second.sample_rate,
      first.ch_layout.nb_channels == second.ch_layout.nb_channels,
      first.extradata_size == second.extradata_size
    else { return false }
    let mine = UnsafeBufferPointer(start: first.extradata, count: Int(first.extradata_size))
    let theirs = UnsafeBufferPointer(start: second.extradata, count: Int(second.extradata_size))
    return mine.elementsEqual(theirs)
  }
}
