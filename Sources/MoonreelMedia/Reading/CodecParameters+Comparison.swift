// SPDX-License-Identifier: MIT

import CFFmpeg
import MoonreelCore

extension CodecParameters {
  /// Whether `container` holds packets of this codec.
  public func fit(_ container: Container) -> Bool {
    guard let name = container.traits.muxer, let muxer = av_guess_format(name, nil, nil) else {
      return false
    }
    return avformat_query_codec(muxer, parameters.pointee.codec_id, FF_COMPLIANCE_EXPERIMENTAL) != 0
  }

  /// The same, `samples` of what is decoded not to be heard at the beginning.
  public func priming(_ samples: Int64) -> CodecParameters {
    let result = CodecParameters(copying: parameters)
    result.parameters.pointee.initial_padding = Int32(clamping: samples)
    // Opus says so itself, in two bytes (RFC 7845, 5.1).
    if parameters.pointee.codec_id == AV_CODEC_ID_OPUS, parameters.pointee.extradata_size >= 19,
      let head = result.parameters.pointee.extradata
    {
      let skip = UInt16(clamping: samples)
      (head[10], head[11]) = (UInt8(skip & 0xFF), UInt8(skip >> 8))
    }
    return result
  }

  /// Whether packets of both streams can follow one another in one track of a file: same codec, shape
  /// and decoder set-up.
  public func isInterchangeable(with other: CodecParameters) -> Bool {
    let (first, second) = (parameters.pointee, other.parameters.pointee)
    guard first.codec_id == second.codec_id, first.format == second.format,
      first.profile == second.profile, first.width == second.width, first.height == second.height,
      first.sample_rate == second.sample_rate,
      first.ch_layout.nb_channels == second.ch_layout.nb_channels
    else { return false }
    return description.elementsEqual(other.description)
  }

  /// What decoders need once of the stream; it stays its own.
  var description: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(
      start: parameters.pointee.extradata, count: Int(parameters.pointee.extradata_size))
  }
}
