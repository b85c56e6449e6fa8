// SPDX-License-Identifier: MIT

import MoonreelCore

extension VideoCodec {
  /// What sets the codec apart.
  var traits: VideoCodecTraits { Self.allTraits[self]! }

  private static let allTraits = Dictionary(
    uniqueKeysWithValues: allCases.map { ($0, $0.row) })

  /// All that the library knows of the codec but its encoders' own options (see `VideoEncoder.configure`). A new
  /// codec is a case of `VideoCodec` and a row here.
  private var row: VideoCodecTraits {
    switch self {
    case .h264:
      // Each step of six in the rate factor halves the size of H.264 and HEVC; of eleven, VP9's and AV1's.
      VideoCodecTraits(
        encoders: ["libx264", "libopenh264"],
        hardwareEncoders: ["h264_vaapi", "h264_qsv", "h264_nvenc"],
        formats: .init(plain: .yuv420(), hdr: .yuv420(10)), stores: .planes,
        quality: .linear("crf", 40, 12, usual: 20), size: .halving(0.10, at: 8, of: 28, each: 6),
        takesBitRate: true, predictsFrames: true)
    case .hevc:
      VideoCodecTraits(
        encoders: ["libx265"], hardwareEncoders: ["hevc_vaapi", "hevc_qsv", "hevc_nvenc"],
        formats: .init(
          plain: .yuv420(), alpha: .yuv420(alpha: true), isAlphaOptional: true, hdr: .yuv420(10),
          hdrAlpha: .yuv420(10, alpha: true)),
        stores: .planes, quality: .linear("crf", 42, 14, usual: 22),
        size: .halving(0.06, at: 8, of: 28, each: 6), takesBitRate: true, predictsFrames: true)
    case .vp8:
      VideoCodecTraits(
        encoders: ["libvpx"], hardwareEncoders: ["vp8_vaapi"], formats: .init(plain: .yuv420()),
        stores: .planes, quality: .linear("crf", 58, 4, usual: 10),
        size: .halving(0.10, at: 4, of: 54, each: 11), takesBitRate: true, predictsFrames: true)
    case .vp9:
      VideoCodecTraits(
        encoders: ["libvpx-vp9"], hardwareEncoders: ["vp9_vaapi", "vp9_qsv"],
        formats: .init(
          plain: .yuv420(), alpha: .yuv420(alpha: true), hdr: .yuv420(10),
          hdrAlpha: .yuv420(10, alpha: true)),
        stores: .planes, quality: .linear("crf", 58, 14, usual: 28),
        size: .halving(0.06, at: 14, of: 44, each: 11), takesBitRate: true, predictsFrames: true)
    case .av1:
      VideoCodecTraits(
        encoders: ["libsvtav1", "libaom-av1", "librav1e"],
        hardwareEncoders: ["av1_vaapi", "av1_qsv", "av1_nvenc"],
        formats: .init(plain: .yuv420(), hdr: .yuv420(10)), stores: .planes,
        quality: .linear("crf", 60, 16, usual: 30), size: .halving(0.05, at: 14, of: 44, each: 11),
        takesBitRate: true, predictsFrames: true)
    case .prores422:
      VideoCodecTraits(
        encoders: ["prores_ks"], formats: .init(plain: .yuv422(10)), stores: .planesOf(.yuv422),
        quality: .word("profile") { Self.proResProfile($0).name },
        size: .by { Self.proResProfile($0).bitsPerPixel }, audio: .pcm24)
    case .prores4444:
      VideoCodecTraits(
        encoders: ["prores_ks"],
        formats: .init(plain: .yuv444(10), alpha: .yuv444(10, alpha: true)),
        stores: .planesOf(.yuv444),
        quality: .word("profile") { ($0 ?? 0) > 0.9 ? "4444xq" : "4444" },
        size: .by { ($0 ?? 0) > 0.9 ? 8 : 5.3 }, audio: .pcm24)
    case .dnxhd:
      VideoCodecTraits(
        encoders: ["dnxhd"], formats: .init(plain: .yuv422(), hdr: .yuv422(10)),
        stores: .planesOf(.yuv422), size: Self.dnxSize, audio: .pcm24)
    case .dnxhr:
      VideoCodecTraits(
        encoders: ["dnxhd"], formats: .init(plain: .yuv422(), hdr: .yuv422(10)), stores: .planes,
        quality: .word("profile") { DNxProfile(quality: $0).option }, size: Self.dnxSize,
        audio: .pcm24)
    case .mpeg2:
      VideoCodecTraits(
        encoders: ["mpeg2video"], hardwareEncoders: ["mpeg2_vaapi", "mpeg2_qsv"],
        formats: .init(plain: .yuv420()), stores: .planes,
        quality: .linear("qscale", 31, 2, usual: 4), size: .linear(0.1, 1.2, usual: 0.6),
        takesBitRate: true, predictsFrames: true)
    case .ffv1:
      VideoCodecTraits(
        encoders: ["ffv1"],
        formats: .init(
          plain: .yuv420(), alpha: .yuv444(alpha: true), hdr: .yuv420(10),
          hdrAlpha: .yuv420(10, alpha: true)),
        stores: .planes, size: .constant(9, alpha: 12), isLossless: true, audio: .flac)
    case .gif:
      VideoCodecTraits(
        encoders: ["gif"], formats: .init(plain: .rgba, alpha: .rgba), stores: .palette(of: .rgba),
        color: .srgb, size: .constant(3), buildsOnWholeFilm: true)
    case .png: Self.losslessRGB("png")
    case .apng: Self.losslessRGB("apng", buildsOnWholeFilm: true)
    case .tiff: Self.losslessRGB("tiff")
    case .exr:
      VideoCodecTraits(
        encoders: ["exr"], formats: .init(plain: .gbr(32), alpha: .floatGBRA),
        stores: .only([.gbr(32), .floatGBRA]),
        color: ColorTags(matrix: .rgb, transfer: .linear, primaries: .bt709, range: .full),
        size: .constant(54, alpha: 72), isLossless: true)
    case .webp:
      VideoCodecTraits(
        encoders: ["libwebp"], formats: .init(plain: .bgra, alpha: .bgra), stores: .only([.bgra]),
        color: .srgb, quality: .linear("quality", 0, 100, usual: 90).atBest("lossless", "1"),
        size: .by { $0 == 1 ? 8 : 0.3 + 2 * ($0 ?? 0.9) })
    case .jpeg:
      VideoCodecTraits(
        encoders: ["mjpeg"], hardwareEncoders: ["mjpeg_vaapi", "mjpeg_qsv"],
        formats: .init(plain: .yuv444()), stores: .planes,
        color: ColorTags(
          matrix: .bt601, transfer: .srgb, primaries: .bt709, range: .full, siting: .center),
        quality: .linear("qscale", 31, 2, usual: 3), size: .linear(0.5, 3, usual: 0.95))
    }
  }

  /// Red, green and blue as they are.
  private static func losslessRGB(
    _ encoder: String, buildsOnWholeFilm: Bool = false
  ) -> VideoCodecTraits {
    VideoCodecTraits(
      encoders: [encoder], formats: .init(plain: .rgb24, alpha: .rgba),
      stores: .only([.rgb24, .rgba, .rgb48, .rgba64]), color: .srgb,
      size: .constant(9, alpha: 12), buildsOnWholeFilm: buildsOnWholeFilm, isLossless: true)
  }

  private static let dnxSize = SizeEstimate { encoding, _ in
    DNxProfile(of: encoding).bitsPerPixel
  }

  /// The profile of ProRes 422 for a quality, and the bits of a pixel that Apple gives for it.
  private static func proResProfile(
    _ quality: Double?
  ) -> (name: String, bitsPerPixel: Double) {
    switch quality ?? 0.5 {
    case ..<0.25: ("proxy", 0.73)
    case ..<0.5: ("lt", 1.64)
    case ..<0.85: ("standard", 2.36)
    default: ("hq", 3.54)
    }
  }
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
    traits.quality.rateFactor(quality.map { min(max($0.isNaN ? 0 : $0, 0), 1) })
  }

  /// Whether an encoder of this codec can aim at a bit rate.
  public var takesBitRate: Bool { traits.takesBitRate }
}
