// SPDX-License-Identifier: MIT

import MoonreelCore

/// What this build of libav can encode, what fits into which container, and what encoders accept.
public enum EncoderCatalogue {
  /// The video codecs that `container` can hold, the default first; empty for sound alone.
  public static func videoCodecs(in container: Container) -> [VideoCodec] { [] }

  /// The audio codecs that `container` can hold, the default first; empty for pictures alone.
  public static func audioCodecs(in container: Container) -> [AudioCodec] { [] }

  /// Whether this build of libav has an encoder for `codec`.
  public static func isAvailable(_ codec: VideoCodec) -> Bool { true }

  /// Whether this build of libav has an encoder for `codec`.
  public static func isAvailable(_ codec: AudioCodec) -> Bool { true }

  /// The sample rates that `codec` can store, ascending; `nil` where it takes any.
  public static func sampleRates(for codec: AudioCodec) -> [Int]? { nil }

  /// Bits a second that `encoding` will roughly take.
  public static func estimatedBitRate(_ encoding: VideoEncoding) -> Int { 0 }

  /// Bits a second that `encoding` will roughly take.
  public static func estimatedBitRate(_ encoding: AudioEncoding) -> Int { 0 }

  /// Checks that settings agree with each other and with this build of libav, without opening a file.
  ///
  /// - Throws: `MoonreelError`: `invalidArgument` or `unsupportedFormat`, naming the nearest right value.
  public static func validate(_ settings: OutputSettings) throws {}
}
