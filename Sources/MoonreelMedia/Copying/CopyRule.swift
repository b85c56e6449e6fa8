// SPDX-License-Identifier: MIT

import MoonreelCore

/// When packets of one stream of a codec can stand among those of an encoder, in one track.
enum CopyRule: Sendable {
  /// Where a picture clears all that came before (IDR), and the streams number their parameter sets differently or
  /// have the same ones.
  case parameterSets
  /// Where a sequence header comes with the picture that stands alone.
  case sequenceHeaders
  /// Where a picture is a key frame: decoders begin anew there, and nothing is numbered.
  case keyFrames
  /// Everywhere: each packet stands alone, and both streams have the same description.
  case singlePictures
  /// Nowhere.
  case never
}

extension VideoCodec {
  /// When packets of the codec can stand among those of an encoder.
  var copyRule: CopyRule {
    switch self {
    case .h264, .hevc: .parameterSets
    case .mpeg2: .sequenceHeaders
    case .prores422, .prores4444, .dnxhd, .dnxhr, .ffv1, .jpeg: .singlePictures
    case .vp8, .vp9: .keyFrames
    // A file states one sequence header for all of its pictures, and encoders seldom write the same.
    case .av1: .never
    case .gif, .png, .apng, .tiff, .exr, .webp: .never
    }
  }
}

extension VideoEncoding {
  /// The fewest frames that are worth being copied: half a second, since a key frame has to follow; any number where all
  /// frames are key frames.
  package var fewestCopiedFrames: Int {
    switch codec.copyRule {
    case .singlePictures: 1
    case .parameterSets, .sequenceHeaders, .keyFrames, .never:
      max(1, Int(limiting: (frameRate.framesPerSecond.doubleValue / 2).rounded()))
    }
  }
}
