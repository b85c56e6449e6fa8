// SPDX-License-Identifier: MIT

import CFFmpeg
import MoonreelCore

/// What sets one codec of sound apart from the others: a row of `AudioCodec.traits`.
struct AudioCodecTraits: Sendable {
  /// libav's encoders, best first.
  var encoders: [String]
  /// The format of samples that keeps what the codec can keep.
  var sampleFormat: AVSampleFormat
  /// What a quality means; `nil` where decoding gives exactly the samples that were encoded.
  var rate: Rate?
  /// The bit rates that the codec knows, ascending; `nil` where it takes any.
  var bitRates: [Int]?
  /// Bytes that one sample of one channel takes where samples lie one by one; `nil` elsewhere.
  var bytesPerSample: Int?
  /// Whether a last packet may say how much of it is filling. libav's readers cut AC-3 anew and leave that out of the
  /// packet before.
  var saysFilling = true

  /// Kilobits a second of each channel.
  struct Rate: Sendable {
    /// At quality 0.
    var worst: Double
    /// At quality 1.
    var best: Double
    /// Where none is asked for.
    var usual: Double

    init(_ worst: Double, _ best: Double, usual: Double) {
      (self.worst, self.best, self.usual) = (worst, best, usual)
    }
  }
}

extension AudioCodec {
  /// What sets the codec apart.
  var traits: AudioCodecTraits { Self.allTraits[self]! }

  private static let allTraits = Dictionary(
    uniqueKeysWithValues: allCases.map { ($0, $0.row) })

  /// All that the library knows of the codec. A new codec is a case of `AudioCodec` and a row here.
  private var row: AudioCodecTraits {
    switch self {
    case .aac:
      AudioCodecTraits(
        encoders: ["aac"], sampleFormat: AV_SAMPLE_FMT_FLTP, rate: .init(32, 144, usual: 96))
    case .opus:
      AudioCodecTraits(
        encoders: ["libopus"], sampleFormat: AV_SAMPLE_FMT_FLT, rate: .init(16, 128, usual: 64))
    case .mp3:
      AudioCodecTraits(
        encoders: ["libmp3lame"], sampleFormat: AV_SAMPLE_FMT_FLTP,
        rate: .init(32, 160, usual: 96))
    case .ac3:
      // ATSC A/52, table 5.18.
      AudioCodecTraits(
        encoders: ["ac3"], sampleFormat: AV_SAMPLE_FMT_FLTP, rate: .init(48, 144, usual: 96),
        bitRates: Self.kilobits([
          32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 448, 512, 576, 640,
        ]), saysFilling: false)
    case .mp2:
      // ISO/IEC 11172-3, 2.4.2.3 (Layer II).
      AudioCodecTraits(
        encoders: ["mp2"], sampleFormat: AV_SAMPLE_FMT_S16, rate: .init(48, 160, usual: 112),
        bitRates: Self.kilobits([
          32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384,
        ]))
    case .flac: AudioCodecTraits(encoders: ["flac"], sampleFormat: AV_SAMPLE_FMT_S32)
    case .pcm16:
      AudioCodecTraits(
        encoders: ["pcm_s16le"], sampleFormat: AV_SAMPLE_FMT_S16, bytesPerSample: 2)
    case .pcm24:
      AudioCodecTraits(
        encoders: ["pcm_s24le"], sampleFormat: AV_SAMPLE_FMT_S32, bytesPerSample: 3)
    case .pcmFloat:
      AudioCodecTraits(
        encoders: ["pcm_f32le"], sampleFormat: AV_SAMPLE_FMT_FLT, bytesPerSample: 4)
    }
  }

  private static func kilobits(_ rates: [Int]) -> [Int] { rates.map { $0 * 1000 } }
}

extension AudioCodec {
  /// Whether decoding gives exactly the samples that were encoded, to the codec's bit depth.
  public var isLossless: Bool { traits.rate == nil }

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
    guard let rate = traits.rate else { return nil }
    let share = quality.map { min(max($0.isNaN ? 0 : $0, 0), 1) }
    let kilobits = share.map { rate.worst + (rate.best - rate.worst) * $0 } ?? rate.usual
    let wanted = Int(limiting: kilobits.rounded()) * 1000 * max(1, channelCount)
    return traits.bitRates?.min { abs($0 - wanted) < abs($1 - wanted) } ?? wanted
  }
}
