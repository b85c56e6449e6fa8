// SPDX-License-Identifier: MIT

import MoonreelCore

/// The options of libav's muxers that follow from the settings.
enum MuxerOptions {
  static func make(_ settings: OutputSettings, isSeekable: Bool) -> [(String, String)] {
    let rates =
      [
        settings.video.map { $0.timeBase.denominator },
        settings.copiedSound.map { $0.copyTimeBase.denominator },
        settings.subtitles.isEmpty && settings.timedMetadata.isEmpty ? nil : 1000,
      ] + settings.sounds.map { Int64($0.sampleRate) }
    return make(
      settings.container, rates: rates.compactMap { $0 }, isSeekable: isSeekable,
      indexFirst: settings.optimizeForNetwork, hasChapters: !settings.chapters.isEmpty)
  }

  /// `rates`: units a second in which the streams' durations are whole.
  static func make(
    _ container: Container, rates: [Int64], isSeekable: Bool, indexFirst: Bool, hasChapters: Bool
  ) -> [(String, String)] {
    let traits = container.traits
    let fixed = traits.muxerOptions.merging(hasChapters ? traits.chapterOptions : [:]) { $1 }
    guard traits.isMPEG4 else { return fixed.sorted { $0.key < $1.key } }
    let scale = ("movie_timescale", "\(movieTimescale(rates))")
    // A pipe cannot be gone back in: the file becomes a series of fragments, each with its index.
    if !isSeekable {
      let flags = "+frag_keyframe+delay_moov+default_base_moof"
      return [scale, ("movflags", flags), ("frag_duration", "5000000")]
    }
    return indexFirst ? [scale, ("movflags", "+faststart")] : [scale]
  }

  /// The unit of the edit lists: one in which every stream's duration is whole, so that they are
  /// exact; where no such unit is small enough, the finest of the streams' own.
  static func movieTimescale(_ rates: [Int64]) -> Int64 {
    let limit: Int64 = 100_000_000
    var scale: Int64 = 1
    for rate in rates {
      let (product, overflow) = (scale / commonDivisor(scale, rate))
        .multipliedReportingOverflow(by: rate)
      if overflow || product > limit { return min(rates.max() ?? 1000, limit) }
      scale = product
    }
    // Finer than a millisecond in any case.
    return scale < 1000 ? scale * ((1000 + scale - 1) / scale) : scale
  }

  private static func commonDivisor(_ a: Int64, _ b: Int64) -> Int64 {
    var (a, b) = (a, b)
    while b != 0 { (a, b) = (b, a % b) }
    return max(a, 1)
  }
}
