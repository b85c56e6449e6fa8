// SPDX-License-Identifier: MIT

/// What a quality from 0 to 1 means to an encoder.
public struct RateFactor: Hashable, Sendable {
  /// The encoder's option, such as `"crf"`; `nil` where the codec has none (lossless).
  public var option: String?
  /// Its value.
  public var value: String

  static let none = RateFactor(option: nil, value: "")
}

extension VideoCodec {
  /// The rate factor that `quality` (0…1, clamped; `nil`: the usual one) stands for.
  ///
  /// | codec | option | quality 0 | 0.5 | 1 | usual |
  /// | --- | --- | --- | --- | --- | --- |
  /// | H.264 | crf | 40 | 26 | 12 | 20 |
  /// | HEVC | crf | 42 | 28 | 14 | 22 |
  /// | VP8 | crf | 58 | 31 | 4 | 10 |
  /// | VP9 | crf | 58 | 36 | 14 | 28 |
  /// | AV1 | crf | 60 | 38 | 16 | 30 |
  /// | ProRes 422 | profile | proxy | standard | HQ | standard |
  /// | ProRes 4444 | profile | 4444 | 4444 | 4444 XQ | 4444 |
  /// | DNxHD | | LB | SQ | HQ | HQ |
  /// | DNxHR | profile | LB | SQ | HQ | HQ |
  /// | MPEG-2 | qscale | 31 | 16 | 2 | 4 |
  /// | WebP | quality | 0 | 50 | lossless | 90 |
  /// | JPEG | qscale | 31 | 16 | 2 | 3 |
  ///
  /// DNxHD and DNxHR of 10 bits have one quality each.
  public func rateFactor(quality: Double?) -> RateFactor {
    let share = quality.map { min(max($0.isNaN ? 0 : $0, 0), 1) }
    func linear(_ worst: Double, _ best: Double, usual: Int) -> String {
      guard let share else { return "\(usual)" }
      return "\(Int(limiting: (worst + (best - worst) * share).rounded()))"
    }
    switch self {
    case .h264: return RateFactor(option: "crf", value: linear(40, 12, usual: 20))
    case .hevc: return RateFactor(option: "crf", value: linear(42, 14, usual: 22))
    case .vp8: return RateFactor(option: "crf", value: linear(58, 4, usual: 10))
    case .vp9: return RateFactor(option: "crf", value: linear(58, 14, usual: 28))
    case .av1: return RateFactor(option: "crf", value: linear(60, 16, usual: 30))
    case .prores422: return RateFactor(option: "profile", value: Self.proRes422Profile(share))
    case .prores4444:
      return RateFactor(option: "profile", value: (share ?? 0) > 0.9 ? "4444xq" : "4444")
    case .dnxhr: return RateFactor(option: "profile", value: DNxProfile(quality: share).option)
    case .mpeg2: return RateFactor(option: "qscale", value: linear(31, 2, usual: 4))
    case .jpeg: return RateFactor(option: "qscale", value: linear(31, 2, usual: 3))
    case .webp:
      return share == 1
        ? RateFactor(option: "lossless", value: "1")
        : RateFactor(option: "quality", value: linear(0, 100, usual: 90))
    case .dnxhd, .ffv1, .gif, .png, .apng, .tiff, .exr: return .none
    }
  }

  /// Whether an encoder of this codec can aim at a bit rate.
  public var takesBitRate: Bool {
    switch self {
    case .h264, .hevc, .vp8, .vp9, .av1, .mpeg2: true
    case .prores422, .prores4444, .dnxhd, .dnxhr, .ffv1, .gif, .png, .apng, .tiff, .exr, .webp,
      .jpeg:
      false
    }
  }

  private static func proRes422Profile(_ share: Double?) -> String {
    switch share ?? 0.5 {
    case ..<0.25: "proxy"
    case ..<0.5: "lt"
    case ..<0.85: "standard"
    default: "hq"
    }
  }
}

extension AudioCodec {
  /// Whether decoding gives exactly the samples that were encoded, to the codec's bit depth.
  public var isLossless: Bool {
    switch self {
    case .flac, .pcm16, .pcm24, .pcmFloat: true
    case .aac, .opus, .mp3, .ac3, .mp2: false
    }
  }

  /// The bit rate for `channelCount` channels that `quality` (0…1, clamped; `nil`: the usual one)
  /// stands for; `nil` on lossless codecs.
  ///
  /// | codec | a channel at 0 | 0.5 | 1 | usual |
  /// | --- | --- | --- | --- | --- |
  /// | AAC | 32k | 88k | 144k | 96k |
  /// | Opus | 16k | 72k | 128k | 64k |
  /// | MP3 | 32k | 96k | 160k | 96k |
  /// | AC-3 | 48k | 96k | 144k | 96k |
  /// | MP2 | 48k | 104k | 160k | 112k |
  ///
  /// AC-3 and MP2 have a few rates: the nearest of them is taken, and AC-3 of more than two channels
  /// ends at 640k.
  public func bitRate(quality: Double?, channelCount: Int) -> Int? {
    let share = quality.map { min(max($0.isNaN ? 0 : $0, 0), 1) }
    func linear(_ worst: Double, _ best: Double, usual: Double) -> Int {
      let kilobits = share.map { worst + (best - worst) * $0 } ?? usual
      let wanted = Int(limiting: kilobits.rounded()) * 1000 * max(1, channelCount)
      return bitRates?.min { abs($0 - wanted) < abs($1 - wanted) } ?? wanted
    }
    switch self {
    case .aac: return linear(32, 144, usual: 96)
    case .opus: return linear(16, 128, usual: 64)
    case .mp3: return linear(32, 160, usual: 96)
    case .ac3: return linear(48, 144, usual: 96)
    case .mp2: return linear(48, 160, usual: 112)
    case .flac, .pcm16, .pcm24, .pcmFloat: return nil
    }
  }

  /// The bit rates that the codec knows, ascending; `nil` where it takes any.
  ///
  /// ATSC A/52, table 5.18; ISO/IEC 11172-3, 2.4.2.3 (Layer II).
  var bitRates: [Int]? {
    let common = [32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384]
    switch self {
    case .ac3: return ([40] + common + [448, 512, 576, 640]).sorted().map { $0 * 1000 }
    case .mp2: return common.map { $0 * 1000 }
    case .aac, .opus, .mp3, .flac, .pcm16, .pcm24, .pcmFloat: return nil
    }
  }
}
