// SPDX-License-Identifier: MIT

/// Whether a packet of sound begins with a head that says its own length, and is that long. Where a stream was cut, its
/// first packet is not: what cannot be decoded of a whole one is damaged.
enum SoundPacketHead {
  /// Whether `packet` of the libav codec `codec` is whole; `false` where the codec has no such head.
  static func isWhole(_ packet: UnsafeBufferPointer<UInt8>, codec: String) -> Bool {
    guard packet.count > 6 else { return false }
    return switch codec {
    case "aac": transportLength(packet) == packet.count
    case "ac3", "eac3": dolbyLength(packet) == packet.count
    case "mp1", "mp2", "mp3": layerLength(packet) == packet.count
    // A frame of FLAC does not say its length; the next one begins where it ends (RFC 9639, 9.1.1).
    case "flac": packet[0] == 0xFF && packet[1] & 0xFC == 0xF8
    default: false
    }
  }

  /// A frame of AAC in an ADTS stream (ISO/IEC 13818-7, 6.2).
  private static func transportLength(_ packet: UnsafeBufferPointer<UInt8>) -> Int? {
    guard packet[0] == 0xFF, packet[1] & 0xF6 == 0xF0 else { return nil }
    return Int(packet[3] & 3) << 11 | Int(packet[4]) << 3 | Int(packet[5]) >> 5
  }

  /// A frame of AC-3 or E-AC-3 (ATSC A/52, table 5.18 and E.2.3.1.3).
  private static func dolbyLength(_ packet: UnsafeBufferPointer<UInt8>) -> Int? {
    guard packet[0] == 0x0B, packet[1] == 0x77 else { return nil }
    if packet[5] >> 3 > 10 { return ((Int(packet[2] & 7) << 8 | Int(packet[3])) + 1) * 2 }
    let code = Int(packet[4] & 0x3F)
    let rates = [
      32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 448, 512, 576, 640,
    ]
    guard code / 2 < rates.count else { return nil }
    let rate = rates[code / 2]
    return switch packet[4] >> 6 {
    case 0: rate * 4
    case 1: (rate * 320 / 147 + code % 2) * 2
    case 2: rate * 6
    default: nil
    }
  }

  /// A frame of MPEG-1 or MPEG-2 audio (ISO/IEC 11172-3 and 13818-3, 2.4.1.3).
  private static func layerLength(_ packet: UnsafeBufferPointer<UInt8>) -> Int? {
    guard packet[0] == 0xFF, packet[1] & 0xE0 == 0xE0 else { return nil }
    let (version, layer) = (packet[1] >> 3 & 3, 4 - Int(packet[1] >> 1 & 3))
    let (rateCode, frequencyCode) = (Int(packet[2] >> 4), Int(packet[2] >> 2 & 3))
    guard version != 1, layer < 4, (1...14).contains(rateCode), frequencyCode < 3 else {
      return nil
    }
    let isFirst = version == 3
    let frequency = [44_100, 48_000, 32_000][frequencyCode] >> (isFirst ? 0 : version == 2 ? 1 : 2)
    let rates = isFirst ? firstRates[layer - 1] : secondRates[layer == 1 ? 0 : 1]
    let bits = rates[rateCode - 1] * 1000
    let padding = Int(packet[2] >> 1 & 1)
    if layer == 1 { return (12 * bits / frequency + padding) * 4 }
    return (layer == 3 && !isFirst ? 72 : 144) * bits / frequency + padding
  }

  /// Kilobits a second of MPEG-1 by layer and code.
  private static let firstRates = [
    [32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
    [32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
    [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  ]
  /// The same of MPEG-2: layer I, layers II and III.
  private static let secondRates = [
    [32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
    [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
  ]
}
