// SPDX-License-Identifier: MIT

/// How much of what came before a packet of sound its samples depend on: what has to be decoded so that a
/// place sounds the same however it was reached.
enum DecoderMemory {
  /// At most so many packets before it: overlapping windows, MP3's bit reservoir, Opus's prediction.
  case packets(Int)
  /// So many packets, and noise that the decoder draws from its beginning on (AAC's noise substitution, the
  /// dither of AC-3 and MPEG audio). A new decoder begins at every ``stride``-th packet, in a linear read too.
  case noise(Int)
  /// All of it: ADPCM without headers, G.722, and what is not known.
  case endless

  /// Twenty seconds of AAC: a jump decodes ten of them on average, which takes a few hundredths of a second.
  private static let stride = 1024

  /// The memory of libav's decoder for `codec`.
  init(codec: String) {
    switch codec {
    case "pcm_dvd", "pcm_bluray": self = .endless
    case let name where name.hasPrefix("pcm_"): self = .packets(0)
    case "flac", "alac", "wavpack", "tta", "ape", "tak", "adpcm_ima_wav", "adpcm_ms", "adpcm_swf":
      self = .packets(1)
    case "vorbis": self = .packets(6)
    case "mp3", "dts", "mlp", "truehd": self = .packets(16)
    case "opus": self = .packets(100)
    case "aac", "aac_latm", "ac3", "eac3", "mp1", "mp2", "wmav1", "wmav2", "wmapro":
      self = .noise(16)
    default: self = .endless
    }
  }

  /// The packet at which decoding has to begin for packet `wanted`.
  func begin(for wanted: Int) -> Int {
    switch self {
    case .packets(let count), .noise(let count): max(0, validity(for: wanted) - count)
    case .endless: 0
    }
  }

  /// The first packet whose samples are right where decoding began for packet `wanted`.
  func validity(for wanted: Int) -> Int {
    switch self {
    case .packets: wanted
    case .noise: wanted / Self.stride * Self.stride
    case .endless: 0
    }
  }

  /// The packet after `ordinal` at which a new decoder begins.
  func restart(after ordinal: Int) -> Int {
    if case .noise = self { return (ordinal / Self.stride + 1) * Self.stride }
    return .max
  }
}
