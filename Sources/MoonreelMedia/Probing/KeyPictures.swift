// SPDX-License-Identifier: MIT

import CFFmpeg

/// Tells by their own headers which pictures stand alone, where the flags of packets do not: libav's parsers
/// mark all of H.263, and writers of Cinepak what only adds to the pictures before.
enum KeyPictures {
  /// Whether the pictures of `codec` have to be looked into.
  static func areNeeded(by codec: AVCodecID) -> Bool {
    codec == AV_CODEC_ID_H263 || codec == AV_CODEC_ID_CINEPAK
  }

  /// Whether decoding can begin with `packet` of `codec`.
  static func contains(_ packet: AVPacket, codec: AVCodecID) -> Bool {
    guard packet.flags & AV_PKT_FLAG_KEY != 0 else { return false }
    guard let data = packet.data, packet.size > 0 else { return true }
    let bytes = UnsafeBufferPointer(start: data, count: Int(packet.size))
    switch codec {
    case AV_CODEC_ID_H263: return isIntraH263(bytes)
    case AV_CODEC_ID_CINEPAK: return isWholeCinepak(bytes)
    default: return true
    }
  }

  /// ITU-T H.263, 5.1: the start code (22 bits), the temporal reference (8), then the type.
  private static func isIntraH263(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    func bits(_ at: Int, _ count: Int) -> Int {
      // holds: counts of ours.
      (at..<at + count).reduce(0) { number, bit in
        let byte = bit / 8 < bytes.count ? bytes[bit / 8] : 0
        return number << 1 | Int(byte >> (7 - bit % 8)) & 1
      }
    }
    guard bytes.count >= 8, bits(0, 17) == 1 else { return true }
    guard bits(35, 3) == 7 else { return bits(38, 1) == 0 }
    // The extended type; its optional part of 18 bits comes first.
    return bits(38, 3) == 1 ? bits(59, 3) == 0 : bits(41, 3) == 0
  }

  /// Every strip brings its code books whole: no strip builds on the last picture's (0x11), and no chunk
  /// changes some entries only (odd numbers from 0x21 to 0x27).
  private static func isWholeCinepak(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    func word(_ at: Int) -> Int { Int(bytes[at]) << 8 | Int(bytes[at + 1]) }
    guard bytes.count >= 10 else { return false }
    var at = 10
    // holds: two bytes without a sign.
    for _ in 0..<word(8) {
      guard at + 12 <= bytes.count else { return true }
      let end = min(bytes.count, at + max(12, Int(bytes[at + 1]) << 16 | word(at + 2)))
      guard bytes[at] == 0x10 else { return false }
      var chunk = at + 12
      while chunk + 4 <= end {
        if bytes[chunk] & 0xf9 == 0x21 { return false }
        chunk += max(4, Int(bytes[chunk + 1]) << 16 | word(chunk + 2))
      }
      at = end
    }
    return true
  }
}
