// SPDX-License-Identifier: MIT

import MoonreelCore

/// What sets one codec of pictures apart from the others: a row of `VideoCodec.traits`.
struct VideoCodecTraits: Sendable {
  /// libav's encoders, best first.
  var encoders: [String]
  /// Encoders in hardware, which are used only where they are asked for by name.
  var hardwareEncoders: [String] = []
  /// What the encoder is given unless another format is asked for.
  var formats: Formats
  /// Which formats are stored, of those that the encoders take.
  var stores: StoredFormats
  /// The colour tags that fit the formats.
  var color: ColorTags = .bt709
  /// What a quality from 0 to 1 means.
  var quality: QualityScale = .none
  /// How large the pictures become.
  var size: SizeEstimate
  /// Whether an encoder can aim at a bit rate.
  var takesBitRate = false
  /// Whether frames are coded as differences from others.
  var predictsFrames = false
  /// Whether the film's pictures cannot be encoded in parts: each builds on all before, or they are numbered through.
  var buildsOnWholeFilm = false
  /// Whether decoding gives exactly the pictures that were encoded.
  var isLossless = false
  /// The sound that goes with it where the container holds that; `nil`: the container's default.
  var audio: AudioCodec?

  /// The formats that an encoder is given.
  struct Formats: Sendable {
    /// Without alpha, in SDR.
    var plain: PixelFormat
    /// With alpha; `nil`: it stores none.
    var alpha: PixelFormat?
    /// Whether some builds of its encoder store no alpha.
    var isAlphaOptional = false
    /// Without alpha, in HDR; `nil`: the plain one.
    var hdr: PixelFormat?
    /// With alpha, in HDR; `nil`: the plain one with alpha.
    var hdrAlpha: PixelFormat?
  }

  /// Which formats are stored.
  enum StoredFormats: Sendable {
    /// Planes of Y'CbCr with 8, 10, 12 or 16 bits.
    case planes
    /// Planes of Y'CbCr of one subsampling.
    case planesOf(ChromaSubsampling)
    /// These alone.
    case only([PixelFormat])
    /// These alone, as a palette of 256 colours: the encoder is given the palette.
    case palette(of: PixelFormat)

    /// The format of what becomes a palette; `nil` elsewhere.
    var palette: PixelFormat? {
      if case .palette(let format) = self { format } else { nil }
    }

    /// Whether `format` is one of them.
    func contains(_ format: PixelFormat) -> Bool {
      let isPlanarYUV = format.packing == .planar && format.chroma != nil
      switch self {
      case .planes: return isPlanarYUV && [8, 10, 12, 16].contains(format.bitDepth)
      case .planesOf(let chroma): return isPlanarYUV && format.chroma == chroma
      case .only(let formats): return formats.contains(format)
      case .palette(let stored): return format == stored
      }
    }
  }
}

/// What a quality from 0 to 1 means to an encoder.
public struct RateFactor: Hashable, Sendable {
  /// The encoder's option, such as `"crf"`; `nil` where the codec has none (lossless).
  public var option: String?
  /// Its value.
  public var value: String

  static let none = RateFactor(option: nil, value: "")
}

/// How an encoder is told a quality.
struct QualityScale: Sendable {
  /// The rate factor of a quality between 0 and 1, or of the usual one (`nil`).
  let rateFactor: @Sendable (Double?) -> RateFactor

  /// The encoder has no say in it.
  static let none = QualityScale { _ in .none }

  /// A whole number from `worst` at 0 to `best` at 1.
  static func linear(
    _ option: String, _ worst: Double, _ best: Double, usual: Int
  ) -> QualityScale {
    QualityScale { quality in
      let value = quality.map { Int(limiting: (worst + (best - worst) * $0).rounded()) }
      return RateFactor(option: option, value: "\(value ?? usual)")
    }
  }

  /// One of a few words.
  static func word(
    _ option: String, _ word: @escaping @Sendable (Double?) -> String
  ) -> QualityScale {
    QualityScale { RateFactor(option: option, value: word($0)) }
  }

  /// The same, but another setting at quality 1.
  func atBest(_ option: String, _ value: String) -> QualityScale {
    QualityScale { $0 == 1 ? RateFactor(option: option, value: value) : rateFactor($0) }
  }
}

/// How many bits pictures of a codec take: a rule of thumb for footage of middling complexity.
struct SizeEstimate: Sendable {
  /// Bits a pixel at 30 frames a second of an encoding with a quality between 0 and 1, or the usual one (`nil`).
  let bitsPerPixel: @Sendable (VideoEncoding, Double?) -> Double

  /// `usual` bits at the rate factor `factor`, which counts from 0 to `range` and halves the size with each `step`.
  static func halving(
    _ usual: Double, at factor: Double, of range: Double, each step: Double
  ) -> SizeEstimate {
    SizeEstimate { _, quality in
      guard let quality else { return usual }
      return usual * exp2(-(range * (1 - quality) - factor) / step)
    }
  }

  /// `least` bits at quality 0 and `range` more at 1.
  static func linear(_ least: Double, _ range: Double, usual: Double) -> SizeEstimate {
    SizeEstimate { _, quality in least + range * (quality ?? usual) }
  }

  /// So many bits, whatever the quality.
  static func constant(_ opaque: Double, alpha: Double? = nil) -> SizeEstimate {
    SizeEstimate { encoding, _ in encoding.format.hasAlpha ? alpha ?? opaque : opaque }
  }

  /// By a quality between 0 and 1.
  static func by(_ bits: @escaping @Sendable (Double?) -> Double) -> SizeEstimate {
    SizeEstimate { bits($1) }
  }

  /// 2 to the power of `exponent`, linear between whole ones: an estimate needs no more.
  private static func exp2(_ exponent: Double) -> Double {
    let whole = exponent.rounded(.down)
    return Double(sign: .plus, exponent: Int(whole), significand: 1) * (1 + exponent - whole)
  }
}
