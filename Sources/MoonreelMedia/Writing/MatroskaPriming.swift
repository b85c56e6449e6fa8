// SPDX-License-Identifier: MIT

/// What a Matroska file says of the priming of a track of sound (RFC 9559): `CodecDelay` (5.1.4.1.28) is taken off
/// the times of its blocks, a negative `DiscardPadding` (5.1.3.5.7) of the first one leaves its beginning out, and
/// `SeekPreRoll` (5.1.4.1.29) is decoded before a place that is jumped to.
///
/// libav's muxer writes the first and the last for Opus alone, does not add the delay to the times (of some versions),
/// and writes no padding below zero; libav's readers go by the padding alone where the codec is not Opus. So the muxer is
/// told of no priming and made to write fillings, a name of the track that nobody would choose and a padding that no
/// packet has, and these take their places. Opus's own header tells decoders what to leave out: it needs no padding.
struct MatroskaPriming {
  /// Samples before the first that is heard.
  let samples: Int64
  /// What the muxer is told the track's name to be.
  let filling: String
  /// How many samples of padding the muxer is told the first packet to have.
  let impossiblePadding: UInt32
  /// Puts name and delay in the place of the filling.
  let header: ByteReplacement.Rule
  /// Puts the priming in the place of the impossible padding; `nil` for Opus.
  let firstBlock: ByteReplacement.Rule?
  /// Takes away what libav 5.1 says of the delay of Opus, that there is none.
  static let noDelay = ByteReplacement.Rule(
    element(0x56AA, [0]) + preRollOfOpus, by: element(0xEC, [0, 0]) + preRollOfOpus)
  private static let preRollOfOpus = element(0x56BB, number(80_000_000, byteCount: 4))

  /// The priming of stream `index`, `samples` at `sampleRate`, whose name is to be `title`.
  init(samples: Int64, sampleRate: Int, title: String?, stream index: Int, isOpus: Bool) {
    self.samples = samples
    let nanoseconds = Self.nanoseconds(samples, sampleRate)
    let amount = Self.number(nanoseconds, byteCount: 4)
    let delay = Self.element(0x56AA, amount) + (isOpus ? [] : Self.element(0x56BB, amount))
    let number = String(index)
    filling = (title ?? "") + number + String(repeating: "\u{1}", count: 40 - number.utf8.count)
    let written = Self.element(0x536E, Array(filling.utf8))
    let kept = title.map { Self.element(0x536E, Array($0.utf8)) } ?? []
    // A void element fills the rest.
    let rest = written.count - kept.count - delay.count
    let void = Self.element(0xEC, [UInt8](repeating: 0, count: rest - 2))
    header = .init(written, by: kept + delay + void)
    impossiblePadding = .max - UInt32(truncatingIfNeeded: index)
    let impossible = Self.nanoseconds(Int64(impossiblePadding), sampleRate)
    let width = (64 - (impossible * 2).leadingZeroBitCount + 7) / 8
    firstBlock =
      isOpus
      ? nil
      : .init(
        Self.element(0x75A2, Self.number(impossible, byteCount: width)),
        by: Self.element(0x75A2, Self.number(-nanoseconds, byteCount: width)))
  }

  private static func nanoseconds(_ samples: Int64, _ sampleRate: Int) -> Int64 {
    let rate = Int64(max(1, sampleRate))
    return (samples * 1_000_000_000 + rate / 2) / rate
  }

  private static func number(_ value: Int64, byteCount: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.appendBigEndian(UInt64(bitPattern: value), byteCount: byteCount)
    return bytes
  }

  /// Identifier, length in as few bytes as it takes, content (RFC 8794, 6).
  private static func element(_ identifier: UInt64, _ content: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.appendBigEndian(identifier, byteCount: identifier > 0xFF ? 2 : 1)
    // A length of all ones is an unknown one.
    let width = (1...8).first { content.count < 1 << (7 * $0) - 1 } ?? 8
    bytes.appendBigEndian(UInt64(content.count) | 1 << (7 * UInt64(width)), byteCount: width)
    return bytes + content
  }
}
