// SPDX-License-Identifier: MIT

import CFFmpeg
import CMediaHost

/// Which libav encoders write which codec, best first.
enum EncoderTable {
  static func names(for codec: VideoCodec) -> [String] {
    switch codec {
    case .h264: ["libx264", "libopenh264"]
    case .hevc: ["libx265"]
    case .vp8: ["libvpx"]
    case .vp9: ["libvpx-vp9"]
    case .av1: ["libsvtav1", "libaom-av1", "librav1e"]
    case .prores422, .prores4444: ["prores_ks"]
    case .dnxhd, .dnxhr: ["dnxhd"]
    case .mpeg2: ["mpeg2video"]
    case .ffv1: ["ffv1"]
    case .gif: ["gif"]
    case .png: ["png"]
    case .apng: ["apng"]
    case .tiff: ["tiff"]
    case .exr: ["exr"]
    case .webp: ["libwebp"]
    case .jpeg: ["mjpeg"]
    }
  }

  /// Encoders in hardware, which are used only where they are asked for by name.
  static func hardwareNames(for codec: VideoCodec) -> [String] {
    switch codec {
    case .h264: ["h264_vaapi", "h264_qsv", "h264_nvenc"]
    case .hevc: ["hevc_vaapi", "hevc_qsv", "hevc_nvenc"]
    case .vp8: ["vp8_vaapi"]
    case .vp9: ["vp9_vaapi", "vp9_qsv"]
    case .av1: ["av1_vaapi", "av1_qsv", "av1_nvenc"]
    case .mpeg2: ["mpeg2_vaapi", "mpeg2_qsv"]
    case .jpeg: ["mjpeg_vaapi", "mjpeg_qsv"]
    case .prores422, .prores4444, .dnxhd, .dnxhr, .ffv1, .gif, .png, .apng, .tiff, .exr, .webp: []
    }
  }

  static func names(for codec: AudioCodec) -> [String] {
    switch codec {
    case .aac: ["aac"]
    case .opus: ["libopus"]
    case .mp3: ["libmp3lame"]
    case .ac3: ["ac3"]
    case .mp2: ["mp2"]
    case .flac: ["flac"]
    case .pcm16: ["pcm_s16le"]
    case .pcm24: ["pcm_s24le"]
    case .pcmFloat: ["pcm_f32le"]
    }
  }

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

extension Container {
  /// libav's muxer; `nil` for numbered pictures, which need none.
  var muxerName: String? {
    switch self {
    case .mkv: "matroska"
    case .m4a: "ipod"
    case .ts: "mpegts"
    case .mpg: "vob"
    case .png, .jpeg, .webp, .tiff, .exr: nil
    case .mp4, .mov, .webm, .mxf, .avi, .gif, .apng, .avif, .wav, .flac, .mp3, .opus, .ogg: rawValue
    }
  }

  /// Whether it is one of the MPEG-4 family.
  var isMPEG4: Bool { self == .mp4 || self == .mov || self == .m4a }

  /// Whether it is one of the MPEG-2 family, whose times begin well after zero.
  var isMPEG2: Bool { self == .ts || self == .mpg }
}
