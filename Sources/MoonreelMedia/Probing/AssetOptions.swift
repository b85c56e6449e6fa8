// SPDX-License-Identifier: MIT

import MoonreelCore

/// How a file is to be read.
public struct AssetOptions: Hashable, Sendable {
  /// What may become of frames that cannot be decoded; default: they are concealed.
  public var damagePolicy: DamagePolicy
  /// What becomes of gaps that jumps of the time stamps leave; default: they are closed.
  public var gapPolicy: GapPolicy
  /// The rate of a numbered image sequence; default 25 frames a second.
  public var frameRate: FrameRate?
  /// Colour tags that overrule what the file says; `nil` believes the file.
  public var color: ColorTags?
  /// Whether frames of two fields become frames of one moment; default: where they are flagged.
  public var deinterlacing: Deinterlacing
  /// What decodes the pictures: libav's name of a decoder of their codec (`"libdav1d"`, `"h264_qsv"`), or a kind of
  /// device that decodes them (`"vaapi"`, `"cuda"`, `"qsv"`, `"vdpau"`, `"vulkan"`, `"v4l2m2m"`); `nil`: the usual
  /// decoder, in software. What is found out about the file does not depend on it. Where libav or the machine lacks
  /// it, or it does not take the pictures, loading throws; nothing else is tried in its place.
  public var videoDecoder: String?

  /// Which of the sizes and rates of a stream on a server is read; default the one with the highest rate.
  public var variant: VariantChoice

  /// Options with every part given.
  public init(
    damagePolicy: DamagePolicy = .conceal, frameRate: FrameRate? = nil, color: ColorTags? = nil,
    deinterlacing: Deinterlacing = .automatic, gapPolicy: GapPolicy = .close,
    videoDecoder: String? = nil, variant: VariantChoice = .highest
  ) {
    (self.damagePolicy, self.frameRate, self.color) = (damagePolicy, frameRate, color)
    (self.deinterlacing, self.gapPolicy) = (deinterlacing, gapPolicy)
    (self.videoDecoder, self.variant) = (videoDecoder, variant)
  }
}
