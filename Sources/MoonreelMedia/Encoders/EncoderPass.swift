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
  /// Whether some encoder of this build writes `codec` in two passes.
  static func hasTwoPasses(_ codec: VideoCodec) -> Bool {
    all(codec.traits.encoders).contains { EncoderRow.of(label($0)).statistics != nil }
  }
}
