// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia
import MoonreelModel

extension ExportRequest {
  /// The size of the written pictures.
  ///
  /// The composition's own size times both scales, made to fit inside the preset's largest size (turned
  /// for portrait pictures). A size that was asked for is left as it is; one that comes from scaling or
  /// from the clips is rounded to even numbers where the codec wants them.
  func outputSize(
    of composition: VideoComposition, _ codec: VideoCodec, _ format: PixelFormat
  ) -> PixelSize {
    let size = composition.renderSize.size
    let factor = outputScale(of: composition)
    if factor == 1, videoComposition != nil { return composition.renderSize }
    let isPaired = [.h264, .hevc, .av1].contains(codec)
    return PixelSize(
      Self.rounded(size.width * factor, unit: isPaired ? 1 << format.chromaShiftX : 1),
      Self.rounded(size.height * factor, unit: isPaired ? 1 << format.chromaShiftY : 1))
  }

  /// Output pixels per pixel of the composition.
  private func outputScale(of composition: VideoComposition) -> Double {
    let size = composition.renderSize.size
    let factor = composition.renderScale * scale
    guard let limit = preset?.video?.maximumSize else { return factor }
    let isPortrait = size.height > size.width
    let (width, height) = isPortrait ? (limit.height, limit.width) : (limit.width, limit.height)
    return min(factor, Double(width) / size.width, Double(height) / size.height)
  }

  private static func rounded(_ length: Double, unit: Int) -> Int {
    max(unit, Int(limiting: (length / Double(unit)).rounded()) * unit)
  }

  /// Checks the numbers that came from outside.
  ///
  /// - Throws: `MoonreelError` (`invalidArgument`).
  func validate() throws {
    guard scale.isFinite, scale >= 0.01, scale <= 16 else {
      throw MoonreelError(
        .invalidArgument, "Cannot export at scale \(scale): give a number from 0.01 to 16.")
    }
    if let count = renderThreadCount, count < 1 || count > 1024 {
      throw MoonreelError(
        .invalidArgument, "Cannot draw with \(count) threads: give a number from 1 to 1024.")
    }
    guard let videoComposition else { return }
    let (size, own) = (videoComposition.renderSize, videoComposition.renderScale)
    guard size.width > 0, size.height > 0, size.width <= 32_768, size.height <= 32_768 else {
      throw MoonreelError(
        .invalidArgument,
        "Cannot draw pictures of \(size): width and height lie between 1 and 32768 pixels.")
    }
    guard own.isFinite, own >= 0.01, own <= 16 else {
      throw MoonreelError(
        .invalidArgument, "Cannot draw at render scale \(own): give a number from 0.01 to 16.")
    }
  }

  /// Refuses pictures that are too large, or that nobody can draw over `range`.
  ///
  /// - Parameter size: that of the pictures that are made.
  /// - Throws: `MoonreelError`: `limitExceeded`, `invalidTimeline`.
  func admitPictures(of size: PixelSize, in range: TimeRange, _ gate: FileGate) throws {
    for size in [effectiveComposition.outputSize, size]
    where !PictureLimit.allows(size, limit: gate.pixelLimit) {
      throw PictureLimit.error("Cannot draw the film", size: size, limit: gate.pixelLimit)
    }
    try videoComposition?.validate(for: timeline, range: range)
  }

  /// The stretch that is exported: the time range cut to the timeline.
  ///
  /// - Throws: `MoonreelError` where nothing remains.
  package func effectiveRange() throws -> TimeRange {
    let end = duration
    guard end > .zero else {
      throw MoonreelError(
        .invalidTimeline, "There is nothing to export: the timeline has no duration. Insert a clip."
      )
    }
    let whole = TimeRange(start: .zero, end: end)
    guard let timeRange else { return whole }
    let range = whole.intersection(timeRange)
    guard !range.isEmpty else {
      let found = timeRange.isEmpty ? "has no length" : "lies outside the timeline \(whole)"
      throw MoonreelError(
        .invalidArgument, "There is nothing to export: the time range \(timeRange) \(found).")
    }
    return range
  }
}
