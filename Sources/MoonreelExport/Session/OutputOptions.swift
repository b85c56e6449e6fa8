// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia

/// What somebody may say about the output; whatever is left `nil` comes from the preset, or else from
/// the file's name.
public struct OutputOptions: Hashable, Sendable {
  /// The kind of file; `nil`: by the output path's ending.
  public var container: Container?
  /// The codec of the pictures.
  public var videoCodec: VideoCodec?
  /// libav's name of the encoder of the pictures; `nil`: the codec's usual one, in software.
  public var videoEncoder: String?
  /// The codec of the sound.
  public var audioCodec: AudioCodec?
  /// Whether the sound's packets are copied from the one file that is heard, beside pictures that are encoded, or the
  /// export fails with what is in the way. In MP4, MOV and M4A files the sound is cut at the sample, elsewhere it ends
  /// with a whole packet, and what does not begin the film begins with one. ``audioCodec`` is then of no effect.
  public var copiesSound = false
  /// Whether pictures are written, where there are any.
  public var includesVideo = true
  /// Whether sound is written, where there is any.
  public var includesAudio = true
  /// Whether captions are written, where there are any and the file can hold them.
  public var includesSubtitles = true
  /// The form of the captions; `nil`: the usual one of the container.
  public var subtitleCodec: SubtitleCodec?
  /// Quality of the pictures from 0 (smallest) to 1 (best).
  public var quality: Double?
  /// Bits a second of the pictures.
  public var videoBitRate: Int?
  /// The sizes in which a stream holds its pictures; none: one, as large as in a file.
  public var renditions: [Rendition] = []
  /// About how long a segment of a stream is, 1 to 60 s; `nil`: 6 s. Key frames are this far apart.
  public var segmentDuration: Time?
  /// How often the pictures are drawn and encoded: 2 aims at the bit rate with what the first pass has learnt;
  /// `nil`: as the preset says, else 1.
  public var passes: Int?
  /// Bits a second of the sound.
  public var audioBitRate: Int?
  /// Options of the libav video encoder by name, such as `["preset": "slow"]`; they are added to the
  /// preset's.
  public var videoOptions: [String: String] = [:]
  /// Options of the libav audio encoder by name.
  public var audioOptions: [String: String] = [:]
  /// The pixel format that the encoder is given; `nil`: what ``chroma`` and ``bitDepth`` say.
  public var pixelFormat: PixelFormat?
  /// How chroma is subsampled; `nil`: as the codec usually has it.
  public var chroma: ChromaSubsampling?
  /// Bits of a component; `nil`: as many as the codec usually has, 10 for HDR where it has them.
  public var bitDepth: Int?
  /// Whether alpha is stored; `nil`: as the preset says, else not.
  public var hasAlpha: Bool?
  /// Samples a second; default 48,000, or the nearest that the codec knows.
  public var sampleRate: Int?
  /// The loudspeakers; default stereo.
  public var channelLayout: ChannelLayout?
  /// Whether MP4 and MOV files begin with their index.
  public var optimizeForNetwork = true
  /// Bytes that the file must not exceed; the output is cut before it would.
  public var fileLengthLimit: Int64?
  /// The file's chapters, on the output's clock.
  public var chapters: [Chapter] = []

  /// Options that leave everything open.
  public init() {}
}
