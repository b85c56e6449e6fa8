// SPDX-License-Identifier: MIT

import CFFmpeg
import MoonreelCore

/// What this build of libav can encode, what fits into which container, and what encoders accept.
public enum EncoderCatalogue {
  /// The video codecs that `container` can hold, the default first; empty for sound alone.
  public static func videoCodecs(in container: Container) -> [VideoCodec] {
    switch container {
    case .mp4: [.h264, .hevc, .av1, .vp9]
    case .mov: [.h264, .hevc, .prores422, .prores4444, .dnxhd, .dnxhr, .mpeg2, .png, .jpeg]
    case .mkv:
      [
        .h264, .hevc, .vp8, .vp9, .av1, .ffv1, .prores422, .prores4444, .dnxhd, .dnxhr, .mpeg2,
        .png,
        .jpeg,
      ]
    case .webm: [.vp9, .av1, .vp8]
    case .ts: [.h264, .hevc, .mpeg2]
    case .mpg: [.mpeg2]
    case .mxf: [.mpeg2, .dnxhd, .dnxhr]
    case .avi: [.jpeg]
    case .gif: [.gif]
    case .apng: [.apng]
    case .avif: [.av1]
    case .png: [.png]
    case .jpeg: [.jpeg]
    case .webp: [.webp]
    case .tiff: [.tiff]
    case .exr: [.exr]
    case .wav, .flac, .m4a, .mp3, .opus, .ogg: []
    }
  }

  /// The audio codecs that `container` can hold, the default first; empty for pictures alone.
  ///
  /// Matroska holds no AAC, MP3, AC-3 or MP2 here: it has no place for their priming, so that the sound
  /// would come late. In transport and program streams the priming is heard (as silence) before the
  /// pictures begin, and the sound stays in time with them.
  public static func audioCodecs(in container: Container) -> [AudioCodec] {
    switch container {
    case .mp4: [.aac, .opus, .flac, .ac3]
    case .mov: [.aac, .pcm16, .pcm24, .pcmFloat, .ac3]
    case .mkv: [.opus, .flac, .pcm16, .pcm24, .pcmFloat]
    case .webm: [.opus]
    case .ts: [.aac, .ac3, .mp2, .mp3]
    case .mpg: [.mp2, .ac3]
    case .mxf: [.pcm16, .pcm24]
    case .avi: [.pcm16, .pcm24]
    case .wav: [.pcm16, .pcm24, .pcmFloat]
    case .flac: [.flac]
    case .m4a: [.aac]
    case .mp3: [.mp3]
    case .opus: [.opus]
    case .ogg: [.opus, .flac]
    case .gif, .apng, .avif, .png, .jpeg, .webp, .tiff, .exr: []
    }
  }

  /// The forms of captions that `container` can hold, the default first; empty where it holds none.
  public static func subtitleCodecs(in container: Container) -> [SubtitleCodec] {
    switch container {
    case .mp4, .mov: [.movText]
    case .mkv: [.subrip, .ass, .webvtt]
    case .webm: [.webvtt]
    case .ts, .mpg, .mxf, .avi, .gif, .apng, .avif, .png, .jpeg, .webp, .tiff, .exr, .wav, .flac,
      .m4a,
      .mp3, .opus, .ogg:
      []
    }
  }

  /// The form of timed metadata that `container` can hold; `nil` where it holds none.
  public static func timedMetadataCodec(in container: Container) -> TimedMetadataCodec? {
    switch container {
    case .mp4, .mov: .boxed
    case .ts: .id3
    case .mkv, .webm, .mpg, .mxf, .avi, .gif, .apng, .avif, .png, .jpeg, .webp, .tiff, .exr, .wav,
      .flac, .m4a, .mp3, .opus, .ogg:
      nil
    }
  }

  /// The sound codec that goes with `video` in `container`: lossless with FFV1, uncompressed with
  /// ProRes, DNxHD and DNxHR, else the container's default; `nil` where the container holds no sound.
  public static func defaultAudioCodec(
    in container: Container, with video: VideoCodec? = nil
  ) -> AudioCodec? {
    let codecs = audioCodecs(in: container)
    switch video {
    case .ffv1 where codecs.contains(.flac): return .flac
    case .prores422, .prores4444, .dnxhd, .dnxhr:
      return codecs.contains(.pcm24) ? .pcm24 : codecs.first
    default: return codecs.first
    }
  }

  /// The containers that can hold these codecs (`nil`: no such stream wanted), in the order of
  /// `Container.allCases`.
  public static func containers(holding video: VideoCodec?, _ audio: AudioCodec?) -> [Container] {
    Container.allCases.filter { container in
      (video.map { videoCodecs(in: container).contains($0) } ?? true)
        && (audio.map { audioCodecs(in: container).contains($0) } ?? true)
    }
  }

  /// Whether this build of libav has an encoder for `codec`.
  public static func isAvailable(_ codec: VideoCodec) -> Bool { encoderName(for: codec) != nil }

  /// Whether this build of libav has an encoder for `codec`.
  public static func isAvailable(_ codec: AudioCodec) -> Bool { encoderName(for: codec) != nil }

  /// libav's name of the encoder that writes `codec` (for AV1, of the one that is tried first).
  public static func encoderName(for codec: VideoCodec) -> String? {
    EncoderTable.find(EncoderTable.names(for: codec)).map(EncoderTable.label)
  }

  /// libav's name of the encoder that writes `codec`.
  public static func encoderName(for codec: AudioCodec) -> String? {
    EncoderTable.find(EncoderTable.names(for: codec)).map(EncoderTable.label)
  }

  /// libav's names of the encoders that can be asked for to write `codec`, whether this build and this machine
  /// have them or not: those in software, best first, then those in hardware.
  public static func encoders(for codec: VideoCodec) -> [String] {
    EncoderTable.names(for: codec) + EncoderTable.hardwareNames(for: codec)
  }

  /// The codec that the encoder called `name` writes, the first of several; `nil` for an unknown one.
  public static func codec(ofEncoder name: String) -> VideoCodec? {
    VideoCodec.allCases.first { encoders(for: $0).contains(name) }
  }

  /// The sample rates that `codec` can store, ascending; `nil` where it takes any.
  public static func sampleRates(for codec: AudioCodec) -> [Int]? {
    EncoderTable.find(EncoderTable.names(for: codec)).flatMap(EncoderTable.sampleRates)
  }

  /// The options of the encoder that writes `codec`, its own first, then those that all share.
  public static func options(for codec: VideoCodec) -> [OptionDescription] {
    options(EncoderTable.find(EncoderTable.names(for: codec)), media: .video)
  }

  /// The options of the encoder that writes `codec`, its own first, then those that all share.
  public static func options(for codec: AudioCodec) -> [OptionDescription] {
    options(EncoderTable.find(EncoderTable.names(for: codec)), media: .audio)
  }

  private static func options(
    _ codec: UnsafePointer<AVCodec>?, media: MediaType
  ) -> [OptionDescription] {
    guard let codec, var context = Optional(avcodec_alloc_context3(codec)) else { return [] }
    defer { avcodec_free_context(&context) }
    guard let context else { return [] }
    return EncoderOptions(context, encoder: EncoderTable.label(codec), media: media).all
  }
}
