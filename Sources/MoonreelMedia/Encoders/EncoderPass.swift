// SPDX-License-Identifier: MIT

/// Which pass over the pictures an encoder is opened for.
enum EncoderPass {
  /// The only one.
  case single
  /// The first of two, which fills `statistics`.
  case first(PassStatistics)
  /// The second of two, which uses them.
  case second(PassStatistics)
}

extension EncoderTable {
  /// How an encoder hands over what its first pass has learnt.
  enum Statistics {
    /// In a file that the library writes and reads.
    case file
    /// As text that libav passes on.
    case text
  }

  /// How the encoder called `name` keeps statistics; `nil` where it has one pass.
  static func statistics(of name: String) -> Statistics? {
    switch name {
    case "libx264", "libx265": .file
    case "libvpx", "libvpx-vp9", "libaom-av1", "mpeg2video": .text
    default: nil
    }
  }

  /// Whether some encoder of this build writes `codec` in two passes.
  static func hasTwoPasses(_ codec: VideoCodec) -> Bool {
    all(codec.traits.encoders).contains { statistics(of: label($0)) != nil }
  }
}
