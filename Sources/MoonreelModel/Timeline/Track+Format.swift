// SPDX-License-Identifier: MIT

import MoonreelCore

/// What is believed of a stream in place of what its file says; `nil` leaves the file's word.
public struct FormatOverride: Hashable, Sendable {
  /// What the numbers of its pictures mean.
  public var color: ColorTags?
  /// Width over height of one pixel.
  public var pixelAspect: Rational?
  /// The language, usually ISO 639-2.
  public var languageCode: String?

  /// An override with every property given.
  public init(
    color: ColorTags? = nil, pixelAspect: Rational? = nil, languageCode: String? = nil
  ) {
    (self.color, self.pixelAspect, self.languageCode) = (color, pixelAspect, languageCode)
  }
}

extension Track {
  /// Replaces the format description of every segment that shows `source`
  /// (`replaceFormatDescription(_:with:)`): for files whose tags are wrong or missing.
  ///
  /// Frames are then read with these tags, and a pixel aspect changes the natural size. Segments that are
  /// inserted later bring the file's own description.
  ///
  /// For example: `try track.replaceFormat(of: clip, with: FormatOverride(pixelAspect: Rational(64, 45)))`.
  ///
  /// - Parameter format: what to believe; `nil` takes earlier replacements back.
  /// - Throws: `MoonreelError` (`invalidTimeline`) where no segment shows the source, (`invalidArgument`)
  ///   for a pixel aspect outside 1:100…100:1, or colour and aspect of something that is no picture.
  public mutating func replaceFormat(of source: AssetTrack, with format: FormatOverride?) throws {
    let described = try format.map { try source.described(by: $0) } ?? source
    var isFound = false
    for index in segments.indices {
      guard case .asset(let shown)? = segments[index].source, shown.path == source.path,
        shown.streamIndex == source.streamIndex
      else { continue }
      segments[index].source = .asset(described)
      isFound = true
    }
    guard isFound else {
      throw MoonreelError(
        .invalidTimeline,
        "Cannot replace the format of '\(SegmentSource.asset(source).name)' on track \(id): no "
          + "segment shows it. Insert it first.")
    }
  }
}

extension AssetTrack {
  /// This track as `format` describes it.
  fileprivate func described(by format: FormatOverride) throws -> AssetTrack {
    var track = self
    if let language = format.languageCode { track.languageCode = language }
    guard format.color != nil || format.pixelAspect != nil else { return track }
    guard track.video != nil else {
      throw MoonreelError(
        .invalidArgument,
        "Cannot replace colour or pixel aspect of '\(path)': the track carries \(mediaType.rawValue)."
      )
    }
    if let color = format.color {
      track.video?.overrule(color: color)
      track.video?.isColorTagged = true
    }
    if let aspect = format.pixelAspect {
      guard (0.01...100).contains(aspect.doubleValue) else {
        throw MoonreelError(
          .invalidArgument, "Cannot use \(aspect) as a pixel aspect: give 1:100 to 100:1.")
      }
      track.video?.pixelAspect = aspect
    }
    return track
  }
}
