// SPDX-License-Identifier: MIT

/// What is known of one of libav's encoders by its name, besides what its codec says.
struct EncoderRow {
  /// How an encoder hands over what its first pass has learnt.
  enum Statistics {
    /// In a file that the library writes and reads.
    case file
    /// As text that libav passes on.
    case text
  }

  /// What a script may set.
  var options: OptionList
  /// How statistics are kept; `nil` where it has one pass.
  var statistics: Statistics?
  /// What Moonreel sets unless a script sets it.
  var defaults: [(String, String)] = []
  /// What its library's encoders open through; `nil` where they may open at any time.
  var gate: EncoderGate?

  init(
    _ options: OptionList, _ statistics: Statistics? = nil, defaults: [(String, String)] = [],
    gate: EncoderGate? = nil
  ) {
    (self.options, self.statistics, self.defaults) = (options, statistics, defaults)
    self.gate = gate
  }

  /// The row of the encoder called `name`. One that has none takes no options.
  static func of(_ name: String) -> EncoderRow {
    switch name {
    case "libx264": EncoderRow(.x264, .file)
    case "libopenh264": EncoderRow(.openH264)
    case "libx265": EncoderRow(.x265, .file)
    case "libvpx":
      EncoderRow(.vp8, .text, defaults: [("cpu-used", "2"), ("deadline", "good")])
    case "libvpx-vp9":
      EncoderRow(
        .vp9, .text, defaults: [("row-mt", "1"), ("cpu-used", "3"), ("deadline", "good")])
    case "libsvtav1": EncoderRow(.svtAV1, defaults: [("preset", "8")], gate: .svtAV1)
    case "libaom-av1":
      EncoderRow(.aom, .text, defaults: [("cpu-used", "6"), ("row-mt", "1")])
    case "librav1e": EncoderRow(.rav1e, defaults: [("speed", "8")])
    case "prores_ks": EncoderRow(.proRes, defaults: [("vendor", "apl0")])
    case "dnxhd": EncoderRow(.dnx)
    case "mpeg2video":
      EncoderRow(
        .mpeg2, .text, defaults: [("bf", "2"), ("g", "15"), ("seq_disp_ext", "always")])
    case "ffv1": EncoderRow(.ffv1, defaults: [("g", "1")])
    case "gif": EncoderRow(.gif)
    case "png", "apng": EncoderRow(.png)
    case "tiff": EncoderRow(.tiff, defaults: [("compression_algo", "lzw")])
    case "exr": EncoderRow(.exr, defaults: [("compression", "zip16")])
    case "libwebp": EncoderRow(.webp)
    case "mjpeg": EncoderRow(.motionJPEG)
    case "aac": EncoderRow(.aac)
    case "libopus": EncoderRow(.opus)
    case "libmp3lame": EncoderRow(.mp3)
    case "ac3": EncoderRow(.ac3)
    case "flac": EncoderRow(.flac)
    default: EncoderRow(HardwareKind(encoder: name).map(OptionList.hardware) ?? .none)
    }
  }
}
