// SPDX-License-Identifier: MIT

import CFFmpeg
import CMediaHost
import MoonreelCore

/// The samples before the first that is heard, where the container rounds them into its time stamps.
///
/// Matroska stores a codec delay in nanoseconds, and libav takes it off every stamp in the stream's own
/// unit: 312 samples of Opus become 7 ms. Here they are 312 samples again.
struct Priming {
  /// The delay in samples; 0 where stamps are exact.
  let samples: Int64
  private let ticks: Int64

  /// The delay that `parameters` state in a container `formatName`.
  init(_ parameters: AVCodecParameters, _ timeBase: Rational, _ formatName: String) {
    let padding = Int64(parameters.initial_padding)
    guard formatName.hasPrefix("matroska"), padding > 0, parameters.sample_rate > 0 else {
      (samples, ticks) = (0, 0)
      return
    }
    let isOpus = parameters.codec_id == AV_CODEC_ID_OPUS
    let rate = isOpus ? 48000 : parameters.sample_rate
    samples = padding * Int64(parameters.sample_rate) / Int64(rate)
    ticks = av_rescale_q(
      padding, AVRational(num: 1, den: rate),
      // holds: a time base of libav, of 32 bits.
      AVRational(num: Int32(timeBase.numerator), den: Int32(timeBase.denominator)))
  }

  /// `stamp` with the rounded delay put back.
  func undelayed(_ stamp: Int64) -> Int64 { stamp == MR_NO_TIME ? stamp : stamp + ticks }

  /// The samples that a decoder drops by itself at its beginning, by the codec's header: Opus's
  /// pre-skip (RFC 7845, 5.1).
  static func ofDecoder(_ parameters: UnsafePointer<AVCodecParameters>) -> Int {
    guard parameters.pointee.codec_id == AV_CODEC_ID_OPUS, parameters.pointee.extradata_size >= 19,
      let header = parameters.pointee.extradata
    else { return 0 }
    let skip = Int(header[10]) | Int(header[11]) << 8
    return skip * Int(parameters.pointee.sample_rate) / 48000
  }
}
