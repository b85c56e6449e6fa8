// SPDX-License-Identifier: MIT

import CFFmpeg
import CMediaHost

/// How long a packet of compressed sound is by its own header: libav cuts such sound anew by these headers, so that a
/// packet of a container stays what it is only where both agree.
enum SoundFrameLength {
  /// How many of a packet's first bytes tell its length.
  static let headSize = 32

  /// The bytes of the frame of `codec` that lies at `place` of `source`, where `size` bytes are a packet; `nil` where
  /// its header does not say it.
  static func read(
    _ source: any ByteSource, at place: Int64, size: Int, codec: AVCodecID
  ) -> Int? {
    guard let head = source.bytes(at: place, count: min(headSize, size)) else { return nil }
    switch codec {
    case AV_CODEC_ID_AC3, AV_CODEC_ID_EAC3:
      var (kind, length): (UInt8, UInt16) = (0, 0)
      return av_ac3_parse_header(head, head.count, &kind, &length) >= 0 ? Int(length) : nil
    case AV_CODEC_ID_MP1, AV_CODEC_ID_MP2, AV_CODEC_ID_MP3: return ofMPEG(head)
    case AV_CODEC_ID_DTS:
      guard let core = ofDTS(head) else { return nil }
      guard core < size else { return core }
      let rest = source.bytes(at: place + Int64(core), count: min(headSize, size - core))
      return rest.flatMap(ofDTSExtension).map { core + $0 }
    default: return nil
    }
  }

  /// Kilobits a second by layer and the header's four bits (ISO/IEC 11172-3, 2.4.2.3; ISO/IEC 13818-3, 2.4.2.3).
  private static let rates: [[Int]] = [
    [0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
    [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
    [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  ]
  /// The same of MPEG-2, with half the samples a second; layers II and III share a row.
  private static let lowRates: [[Int]] = [
    [0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
    [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
    [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
  ]

  /// MPEG audio, layers I to III; `nil` for a free rate, of which only the next header tells the length.
  private static func ofMPEG(_ head: [UInt8]) -> Int? {
    guard head.count >= 4, head[0] == 0xff, head[1] & 0xe0 == 0xe0 else { return nil }
    let (version, layer) = (head[1] >> 3 & 3, 4 - Int(head[1] >> 1 & 3))
    let (rate, frequency) = (Int(head[2] >> 4), Int(head[2] >> 2 & 3))
    guard version != 1, layer < 4, (1..<15).contains(rate), frequency < 3 else { return nil }
    // MPEG-1, MPEG-2, and MPEG-2.5, which is not in the standard.
    let shift = version == 3 ? 0 : version == 2 ? 1 : 2
    let samplesPerSecond = [44100, 48000, 32000][frequency] >> shift
    let bits = (shift == 0 ? rates : lowRates)[layer - 1][rate] * 1000
    let padding = Int(head[2] >> 1 & 1)
    if layer == 1 { return (12 * bits / samplesPerSecond + padding) * 4 }
    let slots = layer == 3 && shift > 0 ? 72 : 144
    return slots * bits / samplesPerSecond + padding
  }

  /// A core frame of DTS (ETSI TS 102 114, 5.3.1) in whole 16-bit words.
  private static func ofDTS(_ head: [UInt8]) -> Int? {
    guard head.count >= 8, head[0..<4].bigEndianValue == 0x7ffe_8001 else { return nil }
    return Int(head[5..<8].bigEndianValue >> 4 & 0x3fff) + 1
  }

  /// What DTS-HD adds to a core frame (ETSI TS 102 114, 7.4.1).
  private static func ofDTSExtension(_ head: [UInt8]) -> Int? {
    guard head.count >= 10, head[0..<4].bigEndianValue == 0x6458_2025 else { return nil }
    let bits = head[5..<10].bigEndianValue
    // Two bits of index, one that says how wide the lengths are, the header's length, the whole's.
    let isWide = bits >> 37 & 1 == 1
    return Int(isWide ? bits >> 5 & 0xf_ffff : bits >> 13 & 0xffff) + 1
  }
}
