// SPDX-License-Identifier: MIT

import MoonreelCore

extension EncoderCatalogue {
  /// Bits a second that `encoding` will roughly take: the bit rate where one is set, else a rule of
  /// thumb of bits a pixel for footage of middling complexity; real files differ by a factor of two
  /// and more.
  public static func estimatedBitRate(_ encoding: VideoEncoding) -> Int {
    if let bitRate = encoding.bitRate { return bitRate }
    if encoding.codec == .dnxhd, let row = DNxHDRow(of: encoding) {
      return row.bitRate(encoding.frameRate)
    }
    let pixels = Double(encoding.size.width) * Double(encoding.size.height)
    let rate = encoding.frameRate.framesPerSecond.doubleValue
    let bits = pixels * bitsPerPixel(encoding)
    // Motion between frames halves when the rate doubles: codecs that predict gain from it.
    let frames = encoding.codec.predictsFrames ? rate.squareRoot() * 30.0.squareRoot() : rate
    return Int(min(bits * frames, 1e15))
  }

  /// Bits a second that `encoding` will roughly take; exact for PCM.
  public static func estimatedBitRate(_ encoding: AudioEncoding) -> Int {
    if let bitRate = encoding.bitRate { return bitRate }
    let samples = encoding.sampleRate * encoding.layout.count
    switch encoding.codec {
    case .pcm16: return samples * 16
    case .pcm24: return samples * 24
    case .pcmFloat: return samples * 32
    case .flac: return samples * (encoding.options["bits"] == "16" ? 9 : 15)
    case .aac, .opus, .mp3, .ac3, .mp2:
      return encoding.codec.bitRate(
        quality: encoding.quality, channelCount: encoding.layout.count) ?? 0
    }
  }

  /// Bits a pixel at 30 frames a second.
  private static func bitsPerPixel(_ encoding: VideoEncoding) -> Double {
    let quality = encoding.quality.map { min(max($0, 0), 1) }
    /// Each step of six in the rate factor halves the size of H.264 and HEVC; of eleven, VP9's and
    /// AV1's.
    func factor(_ usual: Double, _ least: Double, _ range: Double, _ step: Double) -> Double {
      guard let quality else { return usual }
      let halvings = (range * (1 - quality) - least) / step
      return usual * Double.exp2(-halvings)
    }
    switch encoding.codec {
    case .h264: return factor(0.10, 8, 28, 6)
    case .hevc: return factor(0.06, 8, 28, 6)
    case .vp8: return factor(0.10, 4, 54, 11)
    case .vp9: return factor(0.06, 14, 44, 11)
    case .av1: return factor(0.05, 14, 44, 11)
    case .prores422: return [0.73, 1.64, 2.36, 3.54][proResIndex(quality)]
    case .prores4444: return (quality ?? 0) > 0.9 ? 8 : 5.3
    case .dnxhd, .dnxhr: return DNxProfile(of: encoding).bitsPerPixel
    case .mpeg2: return 0.1 + 1.2 * (quality ?? 0.6)
    case .exr: return encoding.format.hasAlpha ? 72 : 54
    case .webp: return quality == 1 ? 8 : 0.3 + 2 * (quality ?? 0.9)
    case .ffv1, .png, .apng, .tiff: return encoding.format.hasAlpha ? 12 : 9
    case .gif: return 3
    case .jpeg: return 0.5 + 3 * (quality ?? 0.95)
    }
  }

  private static func proResIndex(_ quality: Double?) -> Int {
    switch quality ?? 0.5 {
    case ..<0.25: 0
    case ..<0.5: 1
    case ..<0.85: 2
    default: 3
    }
  }
}

extension VideoCodec {
  /// Whether frames are coded as differences from others.
  var predictsFrames: Bool {
    switch self {
    case .h264, .hevc, .vp8, .vp9, .av1, .mpeg2: true
    case .prores422, .prores4444, .dnxhd, .dnxhr, .ffv1, .gif, .png, .apng, .tiff, .exr, .webp,
      .jpeg:
      false
    }
  }
}

extension Double {
  /// 2 to the power of `exponent`.
  fileprivate static func exp2(_ exponent: Double) -> Double {
    let whole = exponent.rounded(.down)
    // Linear between powers of two: an estimate needs no more.
    return Double(sign: .plus, exponent: Int(whole), significand: 1) * (1 + exponent - whole)
  }
}
