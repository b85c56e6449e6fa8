// SPDX-License-Identifier: MIT

import MoonreelCore

/// How the pictures of a file are coded.
public struct VideoEncoding: Hashable, Sendable {
  /// The codec.
  public var codec: VideoCodec
  /// libav's name of the encoder, such as `"libaom-av1"` or, for one in hardware, `"h264_vaapi"`
  /// (``EncoderCatalogue/encoders(for:)``); `nil`: the first that takes the pictures, never one in hardware.
  public var encoder: String?
  /// From 0 (smallest) to 1 (best); `nil` for the codec's usual quality. Each codec's meaning is in
  /// ``VideoCodec/rateFactor(quality:)``. Without effect on lossless codecs.
  public var quality: Double?
  /// Bits a second to aim at; `nil` for constant quality.
  public var bitRate: Int?
  /// How often the pictures are encoded: 2 first measures what each needs (``FirstPass``), so that the file comes
  /// nearer to ``bitRate``; 1 or 2, default 1.
  public var passes = 1
  /// Options of the libav encoder by name, such as `["preset": "slow"]`; checked when the file
  /// opens.
  public var options: [String: String]
  /// Width and height in pixels.
  public var size: PixelSize
  /// Frames a second; with a ``schedule``, what encoders reckon with: its average.
  public var frameRate: FrameRate
  /// When each frame is shown, where not at ``frameRate``; default at that rate.
  public var schedule: FrameSchedule?
  /// The unit in seconds of the times of pictures that come as they are taken, in place of frames' numbers
  /// (``LiveWriter``); ``frameRate`` is then what is expected. `nil`: frames are numbered.
  package var liveTimeBase: Rational?
  /// The format that the encoder is given; frames in other formats are converted.
  public var format: PixelFormat
  /// What the numbers mean; frames with other tags are converted.
  public var color: ColorTags
  /// How far apart key frames are that must be: the first frame from each multiple on is one; at a constant rate, every
  /// so many frames. `nil`: the encoder chooses.
  public var keyFrameInterval: Time?
  /// What is written of the display the pictures were made on and of their light; default nothing.
  public var hdr: HDRMetadata?
  /// Width over height of one pixel.
  public var pixelAspect: Rational
  /// The number of the parameter sets that libx264 writes, 0…31, where those of copied packets have others; default its
  /// usual one, 0. Without effect on other encoders.
  package var parameterSetNumber: Int?
  /// Threads the encoder may use; `nil` for one a core, at most 16. Encoders' bytes may depend on
  /// it; x264's depend on what lay in memory before, too, unless its `mbtree` is `0` or a ``SpanEncoder`` was opened.
  public var threadCount: Int?

  /// A description of the pictures; `format` defaults to the codec's usual one without alpha.
  public init(
    codec: VideoCodec, size: PixelSize, frameRate: FrameRate, format: PixelFormat? = nil,
    color: ColorTags? = nil, quality: Double? = nil, bitRate: Int? = nil,
    options: [String: String] = [:], pixelAspect: Rational = .one, threadCount: Int? = nil
  ) {
    (self.codec, self.quality, self.bitRate) = (codec, quality, bitRate)
    (self.options, self.size, self.frameRate) = (options, size, frameRate)
    self.format = format ?? codec.defaultFormat(alpha: false)
    self.color = color ?? codec.defaultColor
    (self.pixelAspect, self.threadCount) = (pixelAspect, threadCount)
  }
}
