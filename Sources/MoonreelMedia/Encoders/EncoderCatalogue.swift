// SPDX-License-Identifier: MIT

import CFFmpeg
import MoonreelCore

/// What this build of libav can encode, what fits into which container, and what encoders accept.
public enum EncoderCatalogue {
  /// The video codecs that `container` can hold, the default first; empty for sound alone.
  public static func videoCodecs(in container: Container) -> [VideoCodec] { container.traits.video }

  /// The audio codecs that `container` can hold, the default first; empty for pictures alone.
  public static func audioCodecs(in container: Container) -> [AudioCodec] { container.traits.audio }

  /// The forms of captions that `container` can hold, the default first; empty where it holds none.
  public static func subtitleCodecs(in container: Container) -> [SubtitleCodec] {
    container.traits.subtitles
  }

  /// The form of timed metadata that `container` can hold; `nil` where it holds none.
  public static func timedMetadataCodec(in container: Container) -> TimedMetadataCodec? {
    container.traits.timedMetadata
  }

  /// The sound codec that goes with `video` in `container`: lossless with FFV1, uncompressed with
  /// ProRes, DNxHD and DNxHR, else the container's default; `nil` where the container holds no sound.
  public static func defaultAudioCodec(
    in container: Container, with video: VideoCodec? = nil
  ) -> AudioCodec? {
    let codecs = audioCodecs(in: container)
    return video?.traits.audio.flatMap { codecs.contains($0) ? $0 : nil } ?? codecs.first
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
    EncoderTable.find(codec.traits.encoders).map(EncoderTable.label)
  }

  /// libav's name of the encoder that writes `codec`.
  public static func encoderName(for codec: AudioCodec) -> String? {
    EncoderTable.find(codec.traits.encoders).map(EncoderTable.label)
  }

  /// libav's names of the encoders that can be asked for to write `codec`, whether this build and this machine
  /// have them or not: those in software, best first, then those in hardware.
  public static func encoders(for codec: VideoCodec) -> [String] {
    codec.traits.encoders + codec.traits.hardwareEncoders
  }

  /// The codec that the encoder called `name` writes, the first of several; `nil` for an unknown one.
  public static func codec(ofEncoder name: String) -> VideoCodec? {
    VideoCodec.allCases.first { encoders(for: $0).contains(name) }
  }

  /// The sample rates that `codec` can store, ascending; `nil` where it takes any.
  public static func sampleRates(for codec: AudioCodec) -> [Int]? {
    EncoderTable.find(codec.traits.encoders).flatMap(EncoderTable.sampleRates)
  }

  /// The options of the encoder that writes `codec`, its own first, then those that all share.
  public static func options(for codec: VideoCodec) -> [OptionDescription] {
    options(EncoderTable.find(codec.traits.encoders), media: .video)
  }

  /// The options of the encoder that writes `codec`, its own first, then those that all share.
  public static func options(for codec: AudioCodec) -> [OptionDescription] {
    options(EncoderTable.find(codec.traits.encoders), media: .audio)
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
