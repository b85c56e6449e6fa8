// SPDX-License-Identifier: MIT

import MoonreelCore

/// How the sound of a file is coded.
public struct AudioEncoding: Hashable, Sendable {
  /// The codec.
  public var codec: AudioCodec
  /// From 0 (smallest) to 1 (best); `nil` for the codec's usual quality. Without effect where
  /// ``bitRate`` is set and on lossless codecs.
  public var quality: Double?
  /// Bits a second for all channels together; `nil` for the codec's usual rate.
  public var bitRate: Int?
  /// Options of the libav encoder by name; checked when the file opens. FLAC is written with 24
  /// bits unless `bits` is `16`; 16 bits are dithered unless `dither` is `none` (default `triangular`).
  public var options: [String: String]
  /// Samples a second.
  public var sampleRate: Int
  /// The loudspeakers.
  public var layout: ChannelLayout
  /// The language as a tag, `"en"`; `nil`: undetermined.
  public var language: String?
  /// What players call the track; `nil`: nothing.
  public var title: String?
  /// Whether players choose the track unless told otherwise; where none is marked, the first is chosen.
  public var isDefault = false

  /// A description of the sound.
  public init(
    codec: AudioCodec, sampleRate: Int = 48_000, layout: ChannelLayout = .stereo,
    quality: Double? = nil, bitRate: Int? = nil, options: [String: String] = [:]
  ) {
    (self.codec, self.quality, self.bitRate) = (codec, quality, bitRate)
    (self.options, self.sampleRate, self.layout) = (options, sampleRate, layout)
  }
}
